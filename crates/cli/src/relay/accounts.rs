//! The accounts, as the relay looks for them.

use async_trait::async_trait;
use vitalog_core::{Account, AccountId};
use vitalog_service::{Service, ServiceError, code};
use vitalog_storage::{Retry, StorageError};
use vitalog_sync::vendor::Accounts;

/// The accounts of a service.
#[derive(Clone, Debug)]
pub(crate) struct ServiceAccounts(pub(crate) Service);

#[async_trait]
impl Accounts for ServiceAccounts {
    async fn account(&self, id: &AccountId) -> Result<Option<Account>, StorageError> {
        let found = self.0.account(id).await;
        found.map_err(|error| failed("reading an account", error))
    }

    async fn accounts(&self) -> Result<Vec<Account>, StorageError> {
        let found = self.0.list_accounts().await;
        found.map_err(|error| failed("listing accounts", error))
    }
}

fn failed(operation: &'static str, error: ServiceError) -> StorageError {
    let retry = if error.code == code::STORAGE_UNAVAILABLE {
        Retry::Later
    } else {
        Retry::Never
    };
    StorageError {
        operation,
        retry,
        source: Box::new(error),
    }
}
