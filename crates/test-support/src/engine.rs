//! Which engine keeps the record of a test.
//!
//! Tests from outside, of the router and of the finished program, hold whatever keeps the record.
//! By themselves they use what costs nothing; CI runs them again once per other engine, named by a
//! variable.

use std::{any::Any, sync::Arc};

use vitalog_storage::{MemoryStorage, Storage};
use vitalog_storage_postgres::testing::TestSchema;

/// Names the engine.
const VARIABLE: &str = "VITALOG_TEST_DATABASE";

/// An engine that keeps the record of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Memory where the storage is made in the test, and a file where the program makes it.
    Own,
    /// PostgreSQL.
    Postgres,
}

/// Whatever must outlive the record of a test.
pub type Kept = Box<dyn Any + Send + Sync>;

impl Engine {
    /// The engine that this run of the tests is to use.
    #[must_use]
    pub fn of_this_run() -> Self {
        #[expect(
            clippy::disallowed_methods,
            reason = "tests are told by their runner, not by settings"
        )]
        let named = std::env::var(VARIABLE).unwrap_or_default();
        match named.as_str() {
            "" => Self::Own,
            "postgres" => Self::Postgres,
            other => panic!("{VARIABLE} names no engine that tests know: {other}"),
        }
    }

    /// New storage without anything in it.
    pub async fn storage(self) -> (Arc<dyn Storage>, Kept) {
        match self {
            Self::Own => (Arc::new(MemoryStorage::default()), Box::new(())),
            Self::Postgres => {
                let schema = TestSchema::new().await;
                (Arc::new(schema.open().await), Box::new(schema))
            }
        }
    }

    /// The storage URL of a new place without anything in it; `None` for the program's own choice.
    #[must_use]
    pub fn url(self) -> Option<(String, Kept)> {
        match self {
            Self::Own => None,
            Self::Postgres => {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .build()
                    .expect("a runtime");
                let schema = runtime.block_on(TestSchema::new());
                Some((schema.url(), Box::new(schema)))
            }
        }
    }
}
