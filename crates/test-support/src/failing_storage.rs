//! Storage that fails on demand.

use std::sync::{
    Mutex,
    atomic::{AtomicBool, Ordering},
};

use async_trait::async_trait;
use vitalog_storage::{Retry, StorageError};
use vitalog_storage_contract::{Hook, Hooked, Operation};

/// Storage in memory that fails when its hook is told to.
pub type FailingStorage = Hooked<Failure>;

/// Puts the record out of reach. Documents stay within reach, so that doors still open. It can also
/// panic, at everything.
#[derive(Debug, Default)]
pub struct Failure {
    broken: AtomicBool,
    panic: Mutex<Option<&'static str>>,
}

impl Failure {
    /// Puts the record out of reach, or back.
    pub fn set_broken(&self, broken: bool) {
        self.broken.store(broken, Ordering::SeqCst);
    }

    /// Makes every operation panic with this message.
    pub fn panic_with(&self, message: &'static str) {
        *self.panic.lock().expect("never held over a panic") = Some(message);
    }
}

#[async_trait]
impl Hook for Failure {
    async fn before(&self, operation: Operation) -> Result<(), StorageError> {
        let message = *self.panic.lock().expect("never held over a panic");
        if let Some(message) = message {
            panic!("{message}");
        }
        let of_record =
            ["RecordStore", "VendorRecordStore", "AccessLog"].contains(&operation.store);
        if !(of_record && self.broken.load(Ordering::SeqCst)) {
            return Ok(());
        }
        Err(StorageError {
            operation: operation.name,
            retry: Retry::Later,
            source: "put out of reach".into(),
        })
    }
}
