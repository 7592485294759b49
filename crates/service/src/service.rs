//! The handle that doors hold.

use std::sync::Arc;

use vitalog_core::{Clock, Entropy};
use vitalog_storage::Storage;

/// Every use case, over one storage. Cheap to clone; the methods are in the file of their use
/// case.
#[derive(Clone)]
pub struct Service {
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) entropy: Arc<dyn Entropy>,
}

impl Service {
    /// A service over `storage`, told the time by `clock` and given secrets by `entropy`.
    #[must_use]
    pub fn new(
        storage: Arc<dyn Storage>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> Self {
        Self {
            storage,
            clock,
            entropy,
        }
    }
}

impl std::fmt::Debug for Service {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Service").finish_non_exhaustive()
    }
}
