//! PostgreSQL keeps every promise of storage, and some of its own.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test reports by a panic"
)]

use std::sync::Arc;

use vitalog_storage_contract::{Subject, contract_tests};
use vitalog_storage_postgres::testing::TestSchema;

mod broken_off;
mod connections;
mod fixture;
mod opening;
mod secrets;
mod tls;
mod two_programs;

contract_tests!(async || {
    let schema = TestSchema::new().await;
    Subject::new(Arc::new(schema.open().await)).keeping(schema)
});
