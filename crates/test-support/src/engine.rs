//! Which engine keeps the record of a test.
//!
//! Tests from outside, of the router and of the finished program, hold whatever keeps the record.
//! By themselves they use what costs nothing; CI runs them again once per other engine, named by a
//! variable.

use std::{any::Any, sync::Arc, thread};

use vitalog_storage::{MemoryStorage, Storage};
#[cfg(feature = "dynamodb")]
use vitalog_storage_dynamodb::testing::{CREDENTIALS, TestTable};
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
    /// DynamoDB.
    #[cfg(feature = "dynamodb")]
    Dynamodb,
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
            #[cfg(feature = "dynamodb")]
            "dynamodb" => Self::Dynamodb,
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
            #[cfg(feature = "dynamodb")]
            Self::Dynamodb => {
                let table = TestTable::new().await;
                (Arc::new(table.open().await), Box::new(()))
            }
        }
    }

    /// The storage URL of a new place without anything in it; `None` for the program's own choice.
    #[must_use]
    pub fn url(self) -> Option<(String, Kept)> {
        match self {
            Self::Own => None,
            Self::Postgres => {
                let schema = wait_for(TestSchema::new());
                Some((schema.url(), Box::new(schema)))
            }
            #[cfg(feature = "dynamodb")]
            Self::Dynamodb => Some((wait_for(TestTable::new()).url(), Box::new(()))),
        }
    }

    /// Variables that the program needs besides the URL.
    #[must_use]
    pub fn variables(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Own | Self::Postgres => &[],
            #[cfg(feature = "dynamodb")]
            Self::Dynamodb => &CREDENTIALS,
        }
    }
}

/// Waits in a thread of its own, since the test may be one that a runtime drives.
fn wait_for<T: Send>(future: impl Future<Output = T> + Send) -> T {
    let wait = || {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime")
            .block_on(future)
    };
    thread::scope(|scope| scope.spawn(wait).join().expect("what is waited for ends"))
}
