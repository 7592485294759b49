//! Storage with a hook keeps every promise while the hook does nothing, and else does as told.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use vitalog_core::AccountId;
use vitalog_storage::{
    DocumentStore, MemoryStorage, Owner, RecordQuery, RecordStore, Retry, StorageError,
};
use vitalog_storage_contract::{Hook, Hooked, Operation, Subject, contract_tests};

#[derive(Debug, Default)]
struct Nothing;

impl Hook for Nothing {}

contract_tests!(async || Subject::new(Arc::new(Hooked::new(Nothing))));

/// Notes what it is told, and fails what is named so.
#[derive(Default)]
struct Notes {
    taken: Mutex<Vec<String>>,
    fails: Option<&'static str>,
}

impl Notes {
    fn take(&self, note: String) {
        self.taken.lock().unwrap().push(note);
    }
}

#[async_trait]
impl Hook for Notes {
    async fn before(&self, operation: Operation) -> Result<(), StorageError> {
        self.take(format!("before {}::{}", operation.store, operation.name));
        if self.fails != Some(operation.name) {
            return Ok(());
        }
        Err(StorageError {
            operation: operation.name,
            retry: Retry::Never,
            source: "told to".into(),
        })
    }

    async fn after(&self, operation: Operation) {
        self.take(format!("after {}", operation.name));
    }

    fn asked(&self, query: &RecordQuery) {
        self.take(format!("{} documents", query.documents.len()));
    }
}

#[tokio::test]
async fn hook_stands_around_each_operation_and_may_fail_it() {
    let inner = Arc::new(MemoryStorage::default());
    let notes = Notes {
        fails: Some("get_document"),
        ..Notes::default()
    };
    let storage = Hooked::over(inner, notes);
    let query = RecordQuery {
        documents: vec![("kind", "id".to_owned())],
        ..RecordQuery::default()
    };
    let account = AccountId::first();
    storage.read_record(&account, &query).await.unwrap();
    let refused = storage.get_document(&Owner::Deployment, "kind", "id").await;
    assert_eq!(refused.unwrap_err().operation, "get_document");
    assert_eq!(
        *storage.hook.taken.lock().unwrap(),
        [
            "1 documents",
            "before RecordStore::read_record",
            "after read_record",
            "before DocumentStore::get_document",
        ]
    );
}
