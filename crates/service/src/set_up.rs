//! The first start of a deployment, and what every start makes sure of.

use vitalog_core::{Account, AccountId, Switchover};

use crate::{
    AccountChange, Service, ServiceError, account_document::AccountDocument, accounts::no_account,
};

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
    /// What configuration names wins over what is stored for the first account, and is stored. A
    /// zone that only the machine has counts at the very first start alone: a record must not be
    /// cut into other days because the machine was moved.
    ///
    /// # Errors
    ///
    /// If the zone's name is not known, or storage fails.
    pub async fn set_up(&self, defaults: AccountDefaults) -> Result<SetUp, ServiceError> {
        let me = AccountId::first();
        let created = if self.read_account(&me).await?.is_none() {
            let now = self.clock.now();
            let document = AccountDocument::new(&defaults.zone, defaults.zone_is_set, now)?;
            self.create_account(&me, &document).await?
        } else {
            self.ensure_secrets(&me).await?;
            false
        };

        let configured = AccountChange {
            zone: defaults.zone_is_set.then_some(defaults.zone),
            units: None,
            switchover: defaults.switchover,
            place: None,
            sources: None,
        };
        let account = if configured == AccountChange::default() {
            self.account(&me).await?.ok_or_else(|| no_account(&me))?
        } else {
            self.change_account(&me, configured).await?
        };
        Ok(SetUp { account, created })
    }
}
