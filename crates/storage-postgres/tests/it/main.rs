//! PostgreSQL keeps every promise of storage, and some of its own.

use std::sync::Arc;

use vitalog_storage_contract::{Subject, contract_tests};
use vitalog_storage_postgres::testing::TestSchema;

contract_tests!(async || {
    let schema = TestSchema::new().await;
    Subject::new(Arc::new(schema.open().await)).keeping(schema)
});
