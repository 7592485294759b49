//! Ending the link of an account to a vendor.

use std::time::Duration;

use vitalog_connectors::Vendor;
use vitalog_core::AccountId;
use vitalog_storage::Owner;

use super::{
    budget::{Acquired, Lane},
    connect::{ConnectError, PERSON_KIND, person_id},
    connection,
    keeper::{Revoked, TokenError},
    relay::Relay,
    room::ConnectorOf,
};

/// How long the request to the vendor waits for its turn.
const PATIENCE: Duration = Duration::from_secs(2);
/// An access token that is rejected is renewed, and tried, once.
const MOST_TRIES: usize = 2;

/// What became of the permission that a person gave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The vendor was told, and has ended it.
    ByVendor,
    /// It had ended before.
    Before,
    /// The vendor takes no word of it: the person ends it in the vendor's own settings.
    NotByUs,
    /// The vendor could not be told, and may think that it lasts.
    Untold,
}

impl Relay {
    /// Ends an account's grant, at the vendor where that can be, and forgets it whether it can or not.
    /// What was copied stays.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn disconnect(
        &self,
        account: &AccountId,
        vendor: Vendor,
    ) -> Result<Ended, ConnectError> {
        let ended = self.end_grant(account, vendor).await;
        self.forget(account, vendor).await?;
        tracing::info!(
            account = %account,
            vendor.name = vendor.as_str(),
            ended = ?ended,
            "{account} is no longer connected to {}",
            vendor.as_str()
        );
        Ok(ended)
    }

    async fn end_grant(&self, account: &AccountId, vendor: Vendor) -> Ended {
        let Some(room) = self.inner.rooms.get(&vendor) else {
            return Ended::Untold;
        };
        let ConnectorOf::All(connector) = &room.settings.connector else {
            return Ended::NotByUs;
        };
        let api = &room.settings.api_url;
        let mut rejected = None;
        for _ in 0..MOST_TRIES {
            let leave = room.budget.wait(Lane::Interactive, PATIENCE).await;
            if !matches!(leave, Ok(Acquired::Granted)) {
                return Ended::Untold;
            }
            let keeper = &self.inner.keeper;
            let revoked = keeper
                .revoke(account, vendor, rejected.as_ref(), |issued_by, access| {
                    connector.revoke(api, issued_by, access)
                })
                .await;
            match revoked {
                Ok(Revoked::Done) => return Ended::ByVendor,
                Ok(Revoked::NotOffered) => return Ended::NotByUs,
                Ok(Revoked::Rejected(access)) => rejected = Some(access),
                Err(TokenError::NeedsReconnect | TokenError::NotConnected) => return Ended::Before,
                Ok(Revoked::Failed) | Err(_) => return Ended::Untold,
            }
        }
        Ended::Untold
    }

    /// Forgets a connection, and leaves the grant as it is.
    pub(super) async fn forget(
        &self,
        account: &AccountId,
        vendor: Vendor,
    ) -> Result<(), ConnectError> {
        let storage = self.inner.storage.as_ref();
        let forgotten = self.inner.keeper.forget(account, vendor).await;
        forgotten.map_err(ConnectError::Token)?;
        let known = connection::read(storage, account, vendor).await?;
        if let Some(person) = known.and_then(|known| known.person)
            && self.account_of(vendor, &person).await?.as_ref() == Some(account)
        {
            let id = person_id(vendor, &person);
            storage
                .delete_document(&Owner::Deployment, PERSON_KIND, &id)
                .await?;
        }
        let owner = Owner::Account(account.clone());
        storage
            .delete_document(&owner, connection::KIND, vendor.as_str())
            .await?;
        self.drop_work(account, vendor).await?;
        Ok(())
    }
}
