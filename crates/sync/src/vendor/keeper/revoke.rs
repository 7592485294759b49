//! Ending a grant at the vendor.

use secrecy::SecretString;
use tokio::time::timeout;
use url::Url;
use vitalog_connectors::{Auth, Vendor, VendorRequest};
use vitalog_core::AccountId;

use super::{Keeper, TokenError, refresh::PATIENCE};

/// What became of a grant that was to end.
#[derive(Debug)]
pub enum Revoked {
    /// It has ended.
    Done,
    /// The vendor has no request for it.
    NotOffered,
    /// The vendor did not take this access token.
    Rejected(SecretString),
    /// The vendor is out of reach, or refused.
    Failed,
}

impl Keeper {
    /// Asks the vendor to end a grant; the tokens stay stored. `request` makes the request of the endpoint
    /// that issued the grant, and an access token of it; `rejected` is one that the vendor did not take.
    ///
    /// # Errors
    ///
    /// If there is no token to ask with.
    pub async fn revoke(
        &self,
        account: &AccountId,
        vendor: Vendor,
        rejected: Option<&SecretString>,
        request: impl Fn(&Url, &SecretString) -> Option<VendorRequest>,
    ) -> Result<Revoked, TokenError> {
        let key = (account.clone(), vendor);
        let (kept, _) = self
            .inner
            .tokens
            .read(&key)
            .await?
            .ok_or(TokenError::NotConnected)?;
        let issued_by = Url::parse(&kept.token_url).map_err(|_| TokenError::NoApp)?;
        let pair = self.inner.tokens.open(&key, &kept)?;
        // No token is renewed for a request that there is not.
        if request(&issued_by, &pair.access).is_none() {
            return Ok(Revoked::NotOffered);
        }
        let access = self.access(account, vendor, rejected).await?;
        let Some(request) = request(&issued_by, &access) else {
            return Ok(Revoked::NotOffered);
        };
        let bearer = (request.auth == Auth::Bearer).then_some(&access);
        let sent = timeout(PATIENCE, self.inner.http.send(&request, bearer)).await;
        let Ok(Ok(reply)) = sent else {
            return Ok(Revoked::Failed);
        };
        Ok(match reply.status {
            200..=299 => Revoked::Done,
            401 => Revoked::Rejected(access),
            _ => Revoked::Failed,
        })
    }
}
