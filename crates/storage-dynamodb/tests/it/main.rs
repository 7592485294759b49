//! The promises of storage, and what is particular to a table of DynamoDB, against an emulator.

#![expect(
    clippy::unwrap_used,
    reason = "tests, with helpers that the lint does not know for tests"
)]

mod answers;
mod counter;
mod faults;
mod generation;
mod kill;
mod late;
mod opening;
mod random;
mod reference;
mod table;
mod wake_ups;

use vitalog_storage_contract::{Subject, contract_tests, programs::Place, worker_tests};
use vitalog_storage_dynamodb::testing::TestTable;

contract_tests!(async || {
    let table = TestTable::new().await;
    Subject::new(std::sync::Arc::new(table.open().await))
});

worker_tests!(
    async || Place::new(TestTable::new().await.name),
    async |name: String| TestTable { name }.open().await
);
