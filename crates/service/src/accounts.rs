//! Accounts and their settings.

use jiff::Timestamp;
use vitalog_core::{Account, AccountId, Switchover, UnitSystem};

use crate::{Service, ServiceError};

/// Settings to change; what is `None` stays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AccountChange {
    /// The name of a time zone, as `Europe/Berlin`.
    pub zone: Option<String>,
    /// Units of answers where they are ours to choose.
    pub units: Option<UnitSystem>,
    /// The net-carbs switchover.
    pub switchover: Option<Switchover>,
}

/// Reads a net-carbs switchover: an RFC 3339 instant, `always` or `never`.
#[must_use]
pub fn parse_switchover(text: &str) -> Option<Switchover> {
    match text.trim() {
        "always" => Some(Switchover::Always),
        "never" => Some(Switchover::Never),
        instant => instant.parse::<Timestamp>().ok().map(Switchover::At),
    }
}

/// The text that [`parse_switchover`] reads.
#[must_use]
pub fn switchover_text(switchover: Switchover) -> String {
    match switchover {
        Switchover::At(instant) => instant.to_string(),
        Switchover::Always => "always".to_owned(),
        Switchover::Never => "never".to_owned(),
    }
}

impl Service {
    /// One account; `None` if there is none of that name.
    ///
    /// # Errors
    ///
    /// If storage cannot be read.
    pub async fn account(&self, id: &AccountId) -> Result<Option<Account>, ServiceError> {
        unimplemented!("{id}")
    }

    /// All accounts by name.
    ///
    /// # Errors
    ///
    /// If storage cannot be read.
    pub async fn list_accounts(&self) -> Result<Vec<Account>, ServiceError> {
        unimplemented!()
    }

    /// Makes an account with its secrets. A setting that is `None` takes its default.
    ///
    /// # Errors
    ///
    /// If there is one of that name already, a setting is not allowed, or storage fails.
    pub async fn add_account(
        &self,
        id: &AccountId,
        settings: AccountChange,
    ) -> Result<Account, ServiceError> {
        unimplemented!("{id} {settings:?}")
    }

    /// Changes an account's settings.
    ///
    /// # Errors
    ///
    /// If there is no such account, a setting is not allowed, or storage fails.
    pub async fn change_account(
        &self,
        id: &AccountId,
        change: AccountChange,
    ) -> Result<Account, ServiceError> {
        unimplemented!("{id} {change:?}")
    }
}
