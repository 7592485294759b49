//! Where a record is that several programs open.

use std::{any::Any, sync::Arc};

use vitalog_storage::Storage;

/// A new place for a record.
pub struct Place {
    name: String,
    kept: Option<Box<dyn Any>>,
}

impl Place {
    /// The place that other programs know by this name.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            kept: None,
        }
    }

    /// Keeps `thing` (a folder, a schema) as long as the place is used.
    #[must_use]
    pub fn keeping(mut self, thing: impl Any) -> Self {
        self.kept = Some(Box::new(thing));
        self
    }

    /// What other programs know it by.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

/// Opens the storage in the place of a name, as a program that begins.
pub(crate) async fn open<S: Storage + 'static>(
    open: &impl AsyncFn(String) -> S,
    place: &Place,
) -> Arc<dyn Storage> {
    Arc::new(open(place.name.clone()).await)
}

/// Waits for a future with several threads, so that races are real.
pub(crate) fn wait_for<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(4)
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}
