//! One request to a vendor, with its leave and its token.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use secrecy::SecretString;
use tokio::time::sleep;
use vitalog_connectors::{Auth, Connector, Vendor, VendorReply, VendorRequest, http::Http};
use vitalog_core::AccountId;
use vitalog_storage::StorageError;

use super::{
    budget::{Acquired, Budget, Lane, Told},
    keeper::{Keeper, TokenError},
};

/// The pauses before what failed for now is tried again in bulk work.
const BULK_PAUSES: &[Duration] = &[Duration::from_secs(1), Duration::from_secs(4)];
/// The same where somebody waits.
const INTERACTIVE_PAUSES: &[Duration] = &[Duration::from_millis(300)];

/// Why there is no answer that can be read.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// There is no token.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// The vendor takes no more requests for now.
    #[error("the vendor's rate budget is used up for now")]
    BudgetSpent {
        /// From when on it is worth asking again.
        again_at: Timestamp,
    },
    /// The vendor refused the request: a scope or a membership is missing, or it does not
    /// understand it.
    #[error("the vendor refused the request with status {status}")]
    Refused {
        /// The status.
        status: u16,
    },
    /// The vendor is out of reach, or failed.
    #[error("the vendor cannot answer for now")]
    Unavailable,
    /// The answer is not what the vendor's description says.
    #[error("the vendor's answer cannot be read")]
    Unreadable,
    /// Storage failed.
    #[error("the store failed")]
    Storage(#[from] StorageError),
}

impl CallError {
    /// Whether the person has to do something.
    #[must_use]
    pub fn needs_person(&self) -> bool {
        match self {
            Self::Token(error) => error.needs_person(),
            Self::BudgetSpent { .. }
            | Self::Refused { .. }
            | Self::Unavailable
            | Self::Unreadable
            | Self::Storage(_) => false,
        }
    }
}

/// Sends requests for an account to a vendor.
pub(super) struct Caller<'a> {
    pub(super) http: &'a dyn Http,
    pub(super) keeper: &'a Keeper,
    pub(super) budget: &'a Budget,
    pub(super) connector: &'a dyn Connector,
    pub(super) account: &'a AccountId,
    pub(super) lane: Lane,
    /// How long a request waits for its turn.
    pub(super) patience: Duration,
    /// Whether a token was renewed because it was rejected. Once is enough: some vendors answer 401
    /// where a scope is missing, and no new token mends that.
    pub(super) has_renewed: AtomicBool,
}

impl Caller<'_> {
    /// The answer, which has a status of 2xx or 404.
    pub(super) async fn call(&self, request: &VendorRequest) -> Result<VendorReply, CallError> {
        let mut pauses = match self.lane {
            Lane::Interactive => INTERACTIVE_PAUSES,
            Lane::Bulk => BULK_PAUSES,
        }
        .iter();
        let mut rejected: Option<SecretString> = None;
        loop {
            let token = match request.auth {
                Auth::Bearer => Some(self.token(rejected.as_ref()).await?),
                Auth::None => None,
            };
            if let Acquired::Later(again_at) = self.budget.wait(self.lane, self.patience).await? {
                return Err(CallError::BudgetSpent { again_at });
            }
            let Ok(reply) = self.http.send(request, token.as_ref()).await else {
                match pauses.next() {
                    Some(pause) => sleep(*pause).await,
                    None => return Err(CallError::Unavailable),
                }
                continue;
            };
            self.hear(&reply).await?;
            match reply.status {
                200..=299 | 404 => return Ok(reply),
                // A token may have been replaced by another process just now, or be revoked.
                401 if token.is_some() && !self.has_renewed.swap(true, Ordering::Relaxed) => {
                    rejected = token;
                }
                429 => {
                    let left = self.budget.left().await?;
                    if self.lane == Lane::Interactive {
                        let again_at = left.again_at.unwrap_or(Timestamp::UNIX_EPOCH);
                        return Err(CallError::BudgetSpent { again_at });
                    }
                    // The budget now knows; it says how long to wait.
                }
                500..=599 => match pauses.next() {
                    Some(pause) => sleep(*pause).await,
                    None => return Err(CallError::Unavailable),
                },
                status => return Err(CallError::Refused { status }),
            }
        }
    }

    async fn token(&self, rejected: Option<&SecretString>) -> Result<SecretString, TokenError> {
        let vendor: Vendor = self.connector.vendor();
        self.keeper.access(self.account, vendor, rejected).await
    }

    async fn hear(&self, reply: &VendorReply) -> Result<(), StorageError> {
        let quota = self.connector.read_quota(reply).unwrap_or_default();
        let seconds = |seconds: u32| SignedDuration::from_secs(i64::from(seconds));
        let told = Told {
            remaining: quota.remaining,
            reset: quota.retry_after_s.or(quota.reset_s).map(seconds),
            refused: reply.status == 429,
        };
        if told.refused || told.remaining.is_some() {
            self.budget.hear(told).await?;
        }
        Ok(())
    }
}
