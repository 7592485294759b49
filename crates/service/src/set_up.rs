//! The first start of a deployment, and what every start makes sure of.

use vitalog_core::{Account, Switchover};

use crate::{Service, ServiceError};

/// Settings of the first account, as configuration and machine give them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountDefaults {
    /// The name of its time zone, as `Europe/Berlin`.
    pub zone: String,
    /// Whether configuration names the zone; else it is the machine's own.
    pub zone_is_set: bool,
    /// The net-carbs switchover that configuration names.
    pub switchover: Option<Switchover>,
}

/// How a start found the deployment.
#[derive(Clone, Debug)]
pub struct SetUp {
    /// The first account.
    pub account: Account,
    /// Whether this start made it.
    pub created: bool,
}

impl Service {
    /// Makes sure that the first account and its secrets exist. Repeated and simultaneous calls
    /// end with the same account and secrets.
    ///
    /// What configuration names wins over what is stored for the first account, and is stored; a
    /// zone that only the machine has counts at the very first start alone.
    ///
    /// # Errors
    ///
    /// If the zone's name is not known, or storage fails.
    pub async fn set_up(&self, defaults: AccountDefaults) -> Result<SetUp, ServiceError> {
        unimplemented!("{defaults:?}")
    }
}
