//! What another server's users have in their configuration for stdio.

use vitalog_core::AccountId;

use super::storage::StorageUrl;
use crate::{ConfigError, layers::Layers};

/// Variables that `vitalog stdio` alone reads.
#[derive(Clone, Debug)]
pub struct Stdio {
    /// The storage, when no other source names it.
    pub database: Option<StorageUrl>,
    /// The account, when no flag names it.
    pub account: Option<AccountId>,
}

impl Stdio {
    /// Reads the two, when `read` says that they are meant: a program that serves others may well
    /// run where `DATABASE_URL` means another database.
    pub(crate) fn read(layers: &Layers, read: bool) -> Result<Self, ConfigError> {
        if !read {
            return Ok(Self {
                database: None,
                account: None,
            });
        }
        Ok(Self {
            database: layers.read("stdio.database", StorageUrl::parse)?,
            account: layers.read("stdio.account", AccountId::new)?,
        })
    }
}
