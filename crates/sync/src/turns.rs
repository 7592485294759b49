//! One push of an account at a time, within this process.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::OwnedMutexGuard;
use vitalog_core::AccountId;

/// Whose turn it is. A phone sends its automations together; without turns all but one of them
/// would work out their change in vain. Across processes the record's revision decides.
#[derive(Debug, Default)]
pub(super) struct AccountTurns(Mutex<BTreeMap<AccountId, Arc<tokio::sync::Mutex<()>>>>);

impl AccountTurns {
    /// Waits for the account's turn, which lasts until the guard is dropped.
    pub(super) async fn take(&self, account: &AccountId) -> OwnedMutexGuard<()> {
        let turn = {
            let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(turns.entry(account.clone()).or_default())
        };
        turn.lock_owned().await
    }
}
