//! SQLite keeps every promise, and some of its own.

use std::sync::Arc;

use vitalog_storage_contract::{Subject, contract_tests};

mod fixture;

contract_tests!(async || {
    let folder = tempfile::tempdir().unwrap();
    Subject::new(Arc::new(fixture::open(folder.path()))).keeping(folder)
});
