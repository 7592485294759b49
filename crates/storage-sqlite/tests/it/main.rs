//! SQLite keeps every promise of storage, and some of its own.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test reports by a panic"
)]

use std::sync::Arc;

use vitalog_storage_contract::{Subject, contract_tests, program_tests, programs::Place};

mod encryption;
mod fixture;
mod opening;
mod rekey;
mod two_programs;

contract_tests!(async || {
    let folder = tempfile::tempdir().unwrap();
    Subject::new(Arc::new(fixture::open(folder.path()))).keeping(folder)
});

program_tests!(
    async || {
        let folder = tempfile::tempdir().unwrap();
        Place::new(folder.path().to_str().unwrap()).keeping(folder)
    },
    async |folder: String| fixture::open(folder.as_ref())
);
