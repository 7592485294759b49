//! How an account is stored: a document of the deployment, in JSON.

use jiff::{Timestamp, tz::TimeZone};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use vitalog_core::{Account, AccountId, Place, SourcePriority, Switchover, UnitSystem};

use crate::ServiceError;

/// The kind of the documents; their id is the account's name.
pub(crate) const ACCOUNT_KIND: &str = "account";

/// The stored form. Fields are only ever added, each with a default, and what a newer version
/// wrote is kept.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct AccountDocument {
    /// The name of the time zone.
    pub(crate) zone: String,
    /// Whether someone named it.
    pub(crate) zone_is_set: bool,
    /// `us` or `metric`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    units: Option<String>,
    /// An RFC 3339 instant, `always` or `never`; absent while it is not set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    switchover: Option<String>,
    /// The sources that are believed first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sources: Vec<String>,
    /// Latitude and longitude in degrees, with a comma between them. A form that is not known is kept
    /// and counts as none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<Value>,
    /// When the account was made.
    created_at: String,
    #[serde(flatten)]
    newer: Map<String, Value>,
}

impl AccountDocument {
    /// A new account's settings; the zone must be known.
    pub(crate) fn new(zone: &str, zone_is_set: bool, now: Timestamp) -> Result<Self, ServiceError> {
        find_zone(zone)?;
        Ok(Self {
            zone: zone.to_owned(),
            zone_is_set,
            units: None,
            switchover: None,
            sources: Vec::new(),
            place: None,
            created_at: now.to_string(),
            newer: Map::new(),
        })
    }

    /// Names the zone, which must be known.
    pub(crate) fn set_zone(&mut self, zone: &str) -> Result<(), ServiceError> {
        find_zone(zone)?;
        zone.clone_into(&mut self.zone);
        self.zone_is_set = true;
        Ok(())
    }

    pub(crate) fn set_units(&mut self, units: UnitSystem) {
        let name = match units {
            UnitSystem::Us => "us",
            UnitSystem::Metric => "metric",
        };
        self.units = Some(name.to_owned());
    }

    pub(crate) fn set_switchover(&mut self, switchover: Switchover) {
        self.switchover = Some(switchover_text(switchover));
    }

    pub(crate) fn set_sources(&mut self, sources: &SourcePriority) {
        self.sources = sources.named().to_vec();
    }

    /// `None` takes the place away.
    pub(crate) fn set_place(&mut self, place: Option<Place>) {
        self.place = place.map(|place| Value::String(place.to_string()));
    }

    pub(crate) fn to_body(&self) -> Result<String, ServiceError> {
        serde_json::to_string(self).map_err(|cause| {
            ServiceError::server_fault("An account's settings could not be written.")
                .caused_by(cause)
        })
    }

    pub(crate) fn from_body(id: &str, body: &str) -> Result<Self, ServiceError> {
        serde_json::from_str(body).map_err(|cause| broken(id).caused_by(cause))
    }

    /// The account that the document describes.
    pub(crate) fn into_account(self, id: AccountId) -> Result<Account, ServiceError> {
        let zone = TimeZone::get(&self.zone).map_err(|cause| {
            ServiceError::server_fault(format!(
                "The server does not know the time zone {} of account {id}.",
                self.zone
            ))
            .advise(format!(
                "Set another with `vitalog account set{} --timezone NAME`.",
                id.as_flag()
            ))
            .caused_by(cause)
        })?;
        let units = match self.units.as_deref() {
            None | Some("us") => UnitSystem::Us,
            Some("metric") => UnitSystem::Metric,
            Some(_) => return Err(broken(id.as_str())),
        };
        let switchover = self
            .switchover
            .map(|text| parse_switchover(&text).ok_or_else(|| broken(id.as_str())))
            .transpose()?;
        let place = self.place.as_ref().and_then(Value::as_str);
        Ok(Account {
            place: place.and_then(|place| place.parse().ok()),
            id,
            zone,
            zone_is_set: self.zone_is_set,
            units,
            sources: SourcePriority::new(self.sources),
            switchover,
        })
    }
}

/// Checks that a zone's name is known.
fn find_zone(name: &str) -> Result<TimeZone, ServiceError> {
    TimeZone::get(name).map_err(|cause| {
        ServiceError::invalid_argument(format!("{name} is not the name of a time zone."))
            .advise("Give a name like Europe/Berlin or America/Los_Angeles.")
            .caused_by(cause)
    })
}

fn broken(id: &str) -> ServiceError {
    ServiceError::server_fault(format!(
        "The stored settings of account {id} are not readable."
    ))
}

/// The text of a net-carbs switchover: an RFC 3339 instant, `always` or `never`.
#[must_use]
pub fn switchover_text(switchover: Switchover) -> String {
    match switchover {
        Switchover::At(instant) => instant.to_string(),
        Switchover::Always => "always".to_owned(),
        Switchover::Never => "never".to_owned(),
    }
}

/// Reads [`switchover_text`] back.
fn parse_switchover(text: &str) -> Option<Switchover> {
    match text {
        "always" => Some(Switchover::Always),
        "never" => Some(Switchover::Never),
        instant => instant.parse().ok().map(Switchover::At),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_read_back_as_they_were_set() {
        for switchover in [
            Switchover::Always,
            Switchover::Never,
            Switchover::At("2026-09-29T22:44:00Z".parse().unwrap()),
        ] {
            let mut document = AccountDocument::new("UTC", false, Timestamp::UNIX_EPOCH).unwrap();
            document.set_zone("Europe/Berlin").unwrap();
            document.set_units(UnitSystem::Metric);
            document.set_switchover(switchover);
            let sources = SourcePriority::new(["Oura", "watch"]);
            document.set_sources(&sources);
            let place: Place = "52.5,-13.4".parse().unwrap();
            document.set_place(Some(place));

            let body = document.to_body().unwrap();
            let read = AccountDocument::from_body("me", &body).unwrap();
            let account = read.into_account(AccountId::first()).unwrap();
            assert_eq!(account.zone.iana_name(), Some("Europe/Berlin"));
            assert!(account.zone_is_set);
            assert_eq!(account.units, UnitSystem::Metric);
            assert_eq!(account.switchover, Some(switchover));
            assert_eq!(account.sources, sources);
            assert_eq!(account.place, Some(place));
        }
    }

    #[test]
    fn what_a_newer_version_wrote_is_kept() {
        let body = r#"{"zone":"UTC","zone_is_set":true,"created_at":"2026-01-01T00:00:00Z","place":[1,2]}"#;
        let document = AccountDocument::from_body("me", body).unwrap();
        let written: Value = serde_json::from_str(&document.to_body().unwrap()).unwrap();
        assert_eq!(written, serde_json::from_str::<Value>(body).unwrap());
    }

    #[test]
    fn unknown_zone_is_refused_and_unreadable_settings_are_a_server_fault() {
        let code_of = |result: Result<AccountDocument, ServiceError>| match result {
            Ok(_) => "none",
            Err(error) => error.code,
        };
        assert_eq!(
            code_of(AccountDocument::new(
                "Mars/Base",
                true,
                Timestamp::UNIX_EPOCH
            )),
            "invalid_argument"
        );
        assert_eq!(
            code_of(AccountDocument::from_body("me", "{")),
            "server_fault"
        );
    }
}
