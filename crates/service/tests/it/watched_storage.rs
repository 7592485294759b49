//! Storage that counts its operations, fails from some operation on, and lets others go first.

use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use vitalog_storage::{Retry, StorageError};
use vitalog_storage_contract::{Hook, Hooked, Operation};

pub(crate) type WatchedStorage = Hooked<Watch>;

pub(crate) struct Watch {
    done: AtomicUsize,
    allowed: usize,
}

impl Watch {
    /// Fails every operation after the first `allowed`.
    pub(crate) fn failing_after(allowed: usize) -> Self {
        Self {
            done: AtomicUsize::new(0),
            allowed,
        }
    }

    pub(crate) fn operations(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }
}

#[async_trait]
impl Hook for Watch {
    /// Gives way before each operation, so that of two calls under way each stops between any
    /// two of its operations.
    async fn before(&self, operation: Operation) -> Result<(), StorageError> {
        tokio::task::yield_now().await;
        if self.done.fetch_add(1, Ordering::Relaxed) < self.allowed {
            return Ok(());
        }
        Err(StorageError {
            operation: operation.name,
            retry: Retry::Never,
            source: "the process has ended".into(),
        })
    }
}
