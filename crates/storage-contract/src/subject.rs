//! What a promise is tried on, and how.

use std::{any::Any, sync::Arc};

use vitalog_storage::Storage;

/// Empty storage of a backend, with whatever must outlive it.
pub struct Subject {
    storage: Arc<dyn Storage>,
    kept: Option<Box<dyn Any + Send>>,
}

impl Subject {
    /// Empty storage.
    #[must_use]
    pub fn new(storage: Arc<dyn Storage>) -> Self {
        Self {
            storage,
            kept: None,
        }
    }

    /// Keeps `thing` (a folder, a server) until the promise has been tried.
    #[must_use]
    pub fn keeping(mut self, thing: impl Any + Send) -> Self {
        self.kept = Some(Box::new(thing));
        self
    }
}

/// Tries one promise on storage fresh from `factory`, with several threads, so that races are
/// real.
///
/// # Panics
///
/// When the promise is broken.
pub fn check(factory: impl AsyncFnOnce() -> Subject, promise: impl AsyncFnOnce(Arc<dyn Storage>)) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(4)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let Subject { storage, kept } = factory().await;
        promise(storage).await;
        drop(kept);
    });
}
