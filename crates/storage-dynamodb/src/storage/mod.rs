//! The storage that the rest of the program holds: the traits, a file each, in terms of what the
//! modules beside this one do.

mod access_log;
mod document;
mod erasure;
mod finding;
mod inventory;
mod job;
mod record;
mod vendor_record;

use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use jiff::Timestamp;
use vitalog_core::{AccountId, clock::Entropy};
use vitalog_storage::{Owner, StorageError, StoreVersion, Version, WakeUps};

use crate::{
    OpenError,
    catalogue::Catalogue,
    error::{Failure, NO_TABLE, VALIDATION},
    keys::Key,
    table::Table,
};

/// Storage in one DynamoDB table.
pub struct DynamoStorage {
    table: Table,
    catalogue: Catalogue,
    wake_ups: Option<Arc<dyn WakeUps>>,
}

impl DynamoStorage {
    /// Opens a table that is there. `entropy` names the writes; two programs must never be given
    /// the same.
    ///
    /// # Errors
    ///
    /// When there is no such table, it has other keys, or it can't be read.
    pub async fn open(
        client: Client,
        table: &str,
        entropy: Arc<dyn Entropy>,
    ) -> Result<Self, OpenError> {
        let table = Table::new(client, table.to_owned(), entropy);
        let nothing = Key {
            partition: "/record".to_owned(),
            sort: "head".to_owned(),
        };
        match table.one(&nothing).await {
            Ok(_) => Ok(Self {
                table,
                catalogue: Catalogue::default(),
                wake_ups: None,
            }),
            Err(Failure::Refused { code, .. }) if code == NO_TABLE => Err(OpenError::NoTable {
                table: table.name().to_owned(),
            }),
            Err(Failure::Refused { code, .. }) if code == VALIDATION => Err(OpenError::OtherKeys {
                table: table.name().to_owned(),
            }),
            Err(failure) => Err(OpenError::Unreadable(Box::new(failure))),
        }
    }
}

impl DynamoStorage {
    /// Has workers woken for the jobs that are put here.
    #[must_use]
    pub fn waking(mut self, wake_ups: Arc<dyn WakeUps>) -> Self {
        self.wake_ups = Some(wake_ups);
        self
    }

    async fn wake(&self, queue: &str, id: &str, at: Timestamp) -> Result<(), StorageError> {
        match &self.wake_ups {
            Some(wake_ups) => wake_ups.wake(queue, id, at).await,
            None => Ok(()),
        }
    }

    /// Sees to it that an account is named among the owners.
    async fn name_account(&self, account: &AccountId) -> Result<(), Failure> {
        let owner = Owner::Account(account.clone());
        self.catalogue.name_owner(&self.table, &owner).await
    }
}

impl StoreVersion for DynamoStorage {
    /// Nothing tells it but a request, which takes milliseconds.
    fn version(&self) -> Result<Option<Version>, StorageError> {
        Ok(None)
    }
}

/// Names the operation that failed.
fn ended<T>(operation: &'static str, result: Result<T, Failure>) -> Result<T, StorageError> {
    result.map_err(|failure| failure.into_storage_error(operation))
}
