//! PostgreSQL keeps every promise of storage, and some of its own.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test reports by a panic"
)]

use std::sync::Arc;

use vitalog_storage_contract::{Subject, contract_tests, program_tests, programs::Place};
use vitalog_storage_postgres::testing::{TestSchema, open_at};

mod broken_off;
mod connections;
mod opening;
mod secrets;
mod tls;
mod two_programs;

contract_tests!(async || {
    let schema = TestSchema::new().await;
    Subject::new(Arc::new(schema.open().await)).keeping(schema)
});

program_tests!(
    async || {
        let schema = TestSchema::new().await;
        Place::new(schema.url()).keeping(schema)
    },
    async |url: String| open_at(&url).await
);
