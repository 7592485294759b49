//! The handle that doors hold.

use std::sync::Arc;

use vitalog_core::{Account, AccountId, Clock, Entropy};
use vitalog_storage::{Storage, Version};
use vitalog_sync::Turns;

use crate::{AccountChange, Remembered, ServiceError, Token, access::Journal, sources::Sources};

/// Doors that are remembered to be open.
const MOST_DOORS: usize = 1_000;

/// Every use case, over one storage. Cheap to clone; the methods are in the file of their use
/// case.
#[derive(Clone)]
pub struct Service {
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) entropy: Arc<dyn Entropy>,
    /// The accounts that doors were opened to, by what [`Self::open_door`] looks for.
    pub(crate) opened: Arc<Remembered<String, Account>>,
    /// The accounts that tokens opened, and the tokens, by their digests.
    pub(crate) bearers: Arc<Remembered<String, (Account, Token)>>,
    /// The calls that are noted and not written yet.
    pub(crate) journal: Arc<Journal>,
    /// The sources that are asked, if any are.
    pub(crate) sources: Option<Sources>,
    /// What configuration names for the first account.
    pub(crate) configured: Arc<AccountChange>,
    /// Who of this process changes a record next.
    pub(crate) turns: Arc<Turns<AccountId>>,
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
            opened: Arc::new(Remembered::new(MOST_DOORS)),
            bearers: Arc::new(Remembered::new(MOST_DOORS)),
            journal: Arc::default(),
            sources: None,
            configured: Arc::default(),
            turns: Arc::default(),
        }
    }

    /// With settings that configuration names for the first account. They hold wherever this
    /// service looks at the account, win over what is stored for it, and are not stored: what a
    /// person sets by command holds again once configuration says nothing.
    #[must_use]
    pub fn with_configured(mut self, configured: AccountChange) -> Self {
        self.configured = Arc::new(configured);
        self
    }

    /// What the store looks like now, if it can tell; see [`Remembered`].
    ///
    /// # Errors
    ///
    /// If the store fails.
    pub fn version(&self) -> Result<Option<Version>, ServiceError> {
        Ok(self.storage.version()?)
    }
}

impl std::fmt::Debug for Service {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Service").finish_non_exhaustive()
    }
}
