//! Storing a new pair, whatever it takes: the one before is used up.

use std::time::Duration;

use jiff::Timestamp;
use tokio::time::sleep;
use vitalog_storage::Put;

use super::{
    Inner, Key, TokenError,
    refresh::Step,
    token_store::{Kept, Pair},
};
use crate::vendor::connection::ConnectionState;

/// The pauses before each try.
const TRIES: [Duration; 3] = [
    Duration::ZERO,
    Duration::from_millis(200),
    Duration::from_millis(800),
];
/// How often a try looks anew because another wrote meanwhile.
const MOST_LOOKS: u32 = 10;

/// A pair that could not be stored.
#[derive(Clone)]
pub(super) struct Unsaved {
    /// The pair that is stored in its place, and is used up.
    used_up: String,
    next: Kept,
    pub(super) pair: Pair,
    pub(super) expires_at: Timestamp,
}

/// How a try ended.
enum Tried {
    /// It is stored.
    Saved,
    /// What is stored is another's, and newer.
    Overtaken,
    /// Storage failed.
    Failed,
}

impl Inner {
    /// Stores a new pair. If that cannot be, it is kept in memory, and used.
    pub(super) async fn save(
        &self,
        key: &Key,
        version: u64,
        used_up: String,
        next: Kept,
        pair: Pair,
    ) -> Result<Step, TokenError> {
        let unsaved = Unsaved {
            used_up,
            expires_at: next.expires_at,
            next,
            pair,
        };
        let mut expected = Some(version);
        for pause in TRIES {
            if !pause.is_zero() {
                sleep(pause).await;
            }
            match self.try_save(key, expected.take(), &unsaved).await {
                Tried::Saved => return Ok(Step::Done(unsaved.pair.access)),
                Tried::Overtaken => return Ok(Step::Again),
                Tried::Failed => {}
            }
        }
        let (account, vendor) = (&key.0, key.1.as_str());
        tracing::error!(
            account = %account,
            vendor.name = vendor,
            "the new token of {vendor} could not be stored; it is kept in memory until it can be"
        );
        let access = unsaved.pair.access.clone();
        self.unsaved().insert(key.clone(), unsaved);
        Ok(Step::Done(access))
    }

    /// The pair that could not be stored, if it still cannot be.
    pub(super) async fn still_unsaved(&self, key: &Key) -> Option<Unsaved> {
        let unsaved = self.unsaved().get(key).cloned()?;
        if matches!(self.try_save(key, None, &unsaved).await, Tried::Failed) {
            return Some(unsaved);
        }
        self.unsaved().remove(key);
        None
    }

    /// Stores a pair over the one it replaces, whatever else another has noted there: that the old
    /// pair is refused, or that somebody is at it.
    async fn try_save(&self, key: &Key, expected: Option<u64>, unsaved: &Unsaved) -> Tried {
        let mut expected = expected;
        for _ in 0..MOST_LOOKS {
            let version = match expected.take() {
                Some(version) => version,
                None => match self.tokens.read(key).await {
                    Err(_) => return Tried::Failed,
                    Ok(Some((kept, _))) if kept.sealed == unsaved.next.sealed => {
                        // An earlier try succeeded without saying so.
                        return Tried::Saved;
                    }
                    Ok(Some((kept, version))) if kept.sealed == unsaved.used_up => version,
                    Ok(_) => return Tried::Overtaken,
                },
            };
            match self.tokens.put(key, Some(version), &unsaved.next).await {
                Ok(Put::Done(_)) => {
                    let grant = &unsaved.next.grant;
                    // If this fails, the tokens are good all the same.
                    let _ = self.show(key, grant, ConnectionState::Connected).await;
                    return Tried::Saved;
                }
                Ok(Put::Stale) => {}
                Err(_) => return Tried::Failed,
            }
        }
        Tried::Failed
    }
}
