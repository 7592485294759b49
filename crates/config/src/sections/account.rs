//! What the first account starts with.

use jiff::{Timestamp, tz::TimeZone};
use vitalog_core::{Switchover, UnitSystem};

use crate::{ConfigError, layers::Layers};

/// The settings under `account`. Those that are set win over what the account holds.
#[derive(Clone, Debug)]
pub struct Account {
    /// The zone that cuts its days, if one is named.
    pub timezone: Option<TimeZone>,
    /// The units of its answers.
    pub units: UnitSystem,
    /// Its net-carbs switchover, if one is named.
    pub net_carbs_switchover: Option<Switchover>,
}

impl Account {
    pub(crate) fn read(layers: &Layers) -> Result<Self, ConfigError> {
        Ok(Self {
            timezone: layers.read("account.timezone", zone)?,
            units: layers.require("account.units", units)?,
            net_carbs_switchover: layers.read("account.net_carbs_switchover", switchover)?,
        })
    }
}

/// Reads a zone by its name in the time zone database.
#[must_use]
pub fn zone(text: &str) -> Option<TimeZone> {
    TimeZone::get(text)
        .ok()
        .filter(|zone| zone.iana_name().is_some())
}

/// Reads the name of a unit system.
#[must_use]
pub fn units(text: &str) -> Option<UnitSystem> {
    match text.to_ascii_lowercase().as_str() {
        "us" => Some(UnitSystem::Us),
        "metric" => Some(UnitSystem::Metric),
        _ => None,
    }
}

/// Reads a net-carbs switchover: an instant with its offset, `always` or `never`.
#[must_use]
pub fn switchover(text: &str) -> Option<Switchover> {
    match text.to_ascii_lowercase().as_str() {
        "always" => Some(Switchover::Always),
        "never" => Some(Switchover::Never),
        _ => text.parse::<Timestamp>().ok().map(Switchover::At),
    }
}
