//! One at a time, within this process.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::OwnedMutexGuard;

/// Whose turn it is, for each key. Across processes the store decides; turns only spare this one
/// from working in vain. (A phone sends its automations together, and a model calls its tools
/// together; without turns all but one of them would work out their change for nothing.)
#[derive(Debug)]
pub struct Turns<K>(Mutex<BTreeMap<K, Arc<tokio::sync::Mutex<()>>>>);

impl<K> Default for Turns<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Ord + Clone> Turns<K> {
    /// Waits for the turn at a key, which lasts until the guard is dropped.
    pub async fn take(&self, key: &K) -> OwnedMutexGuard<()> {
        let turn = {
            let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(turns.entry(key.clone()).or_default())
        };
        turn.lock_owned().await
    }
}
