//! Getting the next pair of tokens.

use std::time::Duration;

use jiff::Timestamp;
use secrecy::SecretString;
use tokio::time::{Instant, sleep, timeout};
use url::Url;
use vitalog_connectors::oauth2::{self, TokenAnswer, TokenRefusal};
use vitalog_storage::Put;

use super::{
    Inner, Key, TokenError, end, is, is_fresh,
    token_store::{Kept, LEASE, Lease, Pair},
};
use crate::vendor::connection::{self, Connection, ConnectionState};

/// How long a token endpoint may take.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// How long another who gets the next pair is waited for.
const MOST_WAIT: Duration = Duration::from_secs(20);
/// How often is looked whether it has.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// After a refusal: the pauses before each look whether another has a pair that is not stored yet.
const LOOKS_AFTER_REFUSAL: [Duration; 4] = [
    Duration::from_millis(250),
    Duration::from_millis(750),
    Duration::from_millis(1500),
    Duration::from_secs(3),
];

/// What the one who holds the lease came to.
pub(super) enum Step {
    /// A token that may be used.
    Done(SecretString),
    /// Others have changed what is stored: look again.
    Again,
}

impl Inner {
    /// A token that is good for a while, got from the vendor if need be.
    pub(super) async fn renew(
        &self,
        key: &Key,
        rejected: Option<&SecretString>,
    ) -> Result<SecretString, TokenError> {
        let _turn = self.turns.take(key).await;
        if let Some(pair) = self.still_unsaved(key).await {
            // The stored pair is used up, and without the store nobody may say who gets the next.
            let is_good = self.clock.now() < pair.expires_at && !is(&pair.pair, rejected);
            return if is_good {
                Ok(pair.pair.access)
            } else {
                Err(TokenError::Temporary)
            };
        }
        let give_up_at = Instant::now() + MOST_WAIT;
        loop {
            let (kept, version) = self
                .tokens
                .read(key)
                .await?
                .ok_or(TokenError::NotConnected)?;
            let pair = self.open(key, &kept).await?;
            let now = self.clock.now();
            if is_fresh(&kept, now) && !is(&pair, rejected) {
                return Ok(pair.access);
            }
            if kept.refused {
                self.show_refused(key, &kept.grant).await?;
                return Err(TokenError::NeedsReconnect);
            }
            if kept.is_leased(now) {
                if Instant::now() > give_up_at {
                    return usable(&kept, pair, rejected, now);
                }
                sleep(LOOK_EVERY).await;
                continue;
            }
            let leased = Kept {
                lease: Some(Lease {
                    by: self.name(),
                    until: now.checked_add(LEASE).unwrap_or(Timestamp::MAX),
                }),
                ..kept
            };
            // This is the re-reading: had anybody changed what was read, it would be stale.
            let Put::Done(version) = self.tokens.put(key, Some(version), &leased).await? else {
                continue;
            };
            match self.refresh(key, leased, pair, version, rejected).await? {
                Step::Done(token) => return Ok(token),
                Step::Again => {}
            }
        }
    }

    /// Asks the token endpoint; the caller holds the lease.
    async fn refresh(
        &self,
        key: &Key,
        leased: Kept,
        pair: Pair,
        version: u64,
        rejected: Option<&SecretString>,
    ) -> Result<Step, TokenError> {
        let (account, vendor) = (&key.0, key.1.as_str());
        match self.ask(key, &leased, &pair).await {
            Ok(answer) => {
                tracing::info!(account = %account, vendor.name = vendor, "token of {vendor} renewed");
                self.keep(key, leased, version, pair, answer).await
            }
            Err(Failed::Refused) => self.look_for_another(key, leased, version).await,
            Err(Failed::Temporary) => {
                tracing::warn!(
                    account = %account,
                    vendor.name = vendor,
                    "{vendor} gave no new token for now"
                );
                let now = self.clock.now();
                let free = Kept {
                    lease: None,
                    ..leased
                };
                // If that fails the lease ends by itself.
                let _ = self.tokens.put(key, Some(version), &free).await;
                usable(&free, pair, rejected, now).map(Step::Done)
            }
            Err(Failed::NoApp) => {
                let free = Kept {
                    lease: None,
                    ..leased
                };
                let _ = self.tokens.put(key, Some(version), &free).await;
                Err(TokenError::NoApp)
            }
        }
    }

    async fn ask(&self, key: &Key, kept: &Kept, pair: &Pair) -> Result<TokenAnswer, Failed> {
        let app = self.apps.get(&key.1).ok_or(Failed::NoApp)?;
        let url = Url::parse(&kept.token_url).map_err(|_| Failed::NoApp)?;
        let refresh = pair.refresh.as_ref().ok_or(Failed::Refused)?;
        let request = oauth2::refresh(&url, &app.client, refresh, app.refresh_scope);
        let sent = timeout(PATIENCE, self.http.send(&request, None)).await;
        let Ok(Ok(reply)) = sent else {
            return Err(Failed::Temporary);
        };
        oauth2::read_token(&reply).map_err(|refusal| match refusal {
            TokenRefusal::Rejected => Failed::Refused,
            TokenRefusal::Temporary { .. } => Failed::Temporary,
        })
    }

    /// The new pair, to be stored and then used.
    async fn keep(
        &self,
        key: &Key,
        leased: Kept,
        version: u64,
        used_up: Pair,
        answer: TokenAnswer,
    ) -> Result<Step, TokenError> {
        let pair = Pair {
            access: answer.access,
            // A vendor that names no new one lets the old one live.
            refresh: answer.refresh.or(used_up.refresh),
        };
        let next = Kept {
            sealed: self.tokens.seal(key, &leased.grant, &pair),
            expires_at: end(self.clock.now(), answer.expires_in_s),
            lasts_s: Some(answer.expires_in_s),
            lease: None,
            refused: false,
            ..leased.clone()
        };
        self.save(key, version, leased.sealed, next, pair).await
    }

    /// The vendor refused the refresh token. If another has used it, the new pair is about to
    /// be stored; else the grant is at its end.
    async fn look_for_another(
        &self,
        key: &Key,
        leased: Kept,
        version: u64,
    ) -> Result<Step, TokenError> {
        for pause in LOOKS_AFTER_REFUSAL {
            sleep(pause).await;
            let stored = self.tokens.read(key).await?;
            if stored.is_none_or(|(kept, _)| kept.sealed != leased.sealed) {
                return Ok(Step::Again);
            }
        }
        let refused = Kept {
            lease: None,
            refused: true,
            ..leased
        };
        if self.tokens.put(key, Some(version), &refused).await? == Put::Stale {
            return Ok(Step::Again);
        }
        let (account, vendor) = (&key.0, key.1.as_str());
        tracing::warn!(
            account = %account,
            vendor.name = vendor,
            "{vendor} no longer accepts the connection of {account}"
        );
        self.show_refused(key, &refused.grant).await?;
        Err(TokenError::NeedsReconnect)
    }

    /// Says in the connection what the tokens say.
    pub(super) async fn show_refused(&self, key: &Key, grant: &str) -> Result<(), TokenError> {
        self.show(key, grant, ConnectionState::NeedsReconnect).await
    }

    pub(super) async fn show(
        &self,
        key: &Key,
        grant: &str,
        state: ConnectionState,
    ) -> Result<(), TokenError> {
        let now = self.clock.now();
        let change = |before: Option<Connection>| {
            let before = before?;
            let differs = before.grant == grant && before.state != state;
            differs.then_some(Connection {
                state,
                since: now,
                ..before
            })
        };
        connection::change(self.storage.as_ref(), &key.0, key.1, change).await?;
        Ok(())
    }
}

/// Why there is no new pair.
enum Failed {
    Refused,
    Temporary,
    NoApp,
}

/// The old access token, as long as it is good at all.
fn usable(
    kept: &Kept,
    pair: Pair,
    rejected: Option<&SecretString>,
    now: Timestamp,
) -> Result<SecretString, TokenError> {
    if now < kept.expires_at && !is(&pair, rejected) {
        return Ok(pair.access);
    }
    Err(TokenError::Temporary)
}
