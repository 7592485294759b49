//! The first start of a deployment, and what every start makes sure of.

use vitalog_core::{Account, AccountId, Switchover};

use crate::{Service, ServiceError, account_document::AccountDocument, accounts::no_account};

/// Settings that the first account is made with, as configuration and machine give them.
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
    /// end with the same account and secrets. Where they are there, nothing is written.
    ///
    /// The defaults count at the very first start alone: a record must not be cut into other days
    /// because the machine was moved, or because somebody looked at it from another. What
    /// configuration names holds beside them, see [`Service::with_configured`].
    ///
    /// # Errors
    ///
    /// If the zone's name is not known, or storage fails.
    pub async fn set_up(&self, defaults: AccountDefaults) -> Result<SetUp, ServiceError> {
        let me = AccountId::first();
        let created = if self.read_account(&me).await?.is_none() {
            let now = self.clock.now();
            let mut document = AccountDocument::new(&defaults.zone, defaults.zone_is_set, now)?;
            if let Some(switchover) = defaults.switchover {
                document.set_switchover(switchover);
            }
            self.create_account(&me, &document).await?
        } else {
            self.ensure_secrets(&me).await?;
            false
        };
        let account = self.account(&me).await?.ok_or_else(|| no_account(&me))?;
        Ok(SetUp { account, created })
    }
}
