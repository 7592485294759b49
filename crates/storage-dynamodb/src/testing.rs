//! A table of its own for each test, in an emulator.
//!
//! Where that is, is told by an environment variable: `cargo xtask ci` starts one, and
//! `cargo xtask with-services -- COMMAND…` does for one command. It keeps tables in memory, so
//! nobody deletes them.
#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::{
    collections::hash_map::RandomState,
    hash::BuildHasher,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use aws_sdk_dynamodb::{
    Client,
    config::{BehaviorVersion, Builder, Config, Credentials, Region},
    types::{AttributeDefinition, BillingMode, KeySchemaElement, KeyType, ScalarAttributeType},
};
use vitalog_core::clock::Entropy;

use crate::{DynamoStorage, tuned};

/// The variable that names the emulator, as a URL.
const VARIABLE: &str = "VITALOG_TEST_DYNAMODB";
const REGION: &str = "eu-central-1";

/// What the emulator takes for the credentials of a program, as environment variables.
pub const CREDENTIALS: [(&str, &str); 2] = [
    ("AWS_ACCESS_KEY_ID", "test"),
    ("AWS_SECRET_ACCESS_KEY", "test"),
];

/// A new table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestTable {
    /// Its name.
    pub name: String,
}

impl TestTable {
    /// A new table without anything in it.
    ///
    /// # Panics
    ///
    /// Without an emulator.
    pub async fn new() -> Self {
        Self::with_keys(["metric", "ts"]).await
    }

    /// A new table with other keys than ours.
    ///
    /// # Panics
    ///
    /// Without an emulator.
    pub async fn with_keys(keys: [&str; 2]) -> Self {
        let table = Self { name: new_name() };
        let attribute = |name: &str| {
            AttributeDefinition::builder()
                .attribute_name(name)
                .attribute_type(ScalarAttributeType::S)
                .build()
                .expect("an attribute")
        };
        let key = |name: &str, key_type| {
            KeySchemaElement::builder()
                .attribute_name(name)
                .key_type(key_type)
                .build()
                .expect("a key")
        };
        let [partition, sort] = keys;
        client()
            .create_table()
            .table_name(&table.name)
            .billing_mode(BillingMode::PayPerRequest)
            .attribute_definitions(attribute(partition))
            .attribute_definitions(attribute(sort))
            .key_schema(key(partition, KeyType::Hash))
            .key_schema(key(sort, KeyType::Range))
            .send()
            .await
            .expect("a table");
        table
    }

    /// Its storage URL. The program also needs [`CREDENTIALS`].
    #[must_use]
    pub fn url(&self) -> String {
        let name = &self.name;
        format!("dynamodb://{name}?region={REGION}&endpoint={}", endpoint())
    }

    /// Opens it.
    ///
    /// # Panics
    ///
    /// When it can't be opened.
    pub async fn open(&self) -> DynamoStorage {
        self.open_over(client()).await
    }

    /// Opens it by a client.
    ///
    /// # Panics
    ///
    /// When it can't be opened.
    pub async fn open_over(&self, client: Client) -> DynamoStorage {
        DynamoStorage::open(client, &self.name, Arc::new(Random))
            .await
            .expect("the table")
    }
}

/// A name that no other test has.
#[must_use]
pub fn new_name() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let process = std::process::id();
    // Numbers of processes come back, and an emulator outlives them.
    format!(
        "vitalog-{process}-{count}-{:x}",
        RandomState::new().hash_one(count)
    )
}

/// A client of the emulator.
#[must_use]
pub fn client() -> Client {
    Client::from_conf(config().build())
}

/// How the emulator is asked.
#[must_use]
pub fn config() -> Builder {
    let [(_, id), (_, secret)] = CREDENTIALS;
    let builder = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new(REGION))
        .endpoint_url(endpoint())
        .http_client(aws_smithy_http_client::Builder::new().build_http())
        .credentials_provider(Credentials::new(id, secret, None, None, "test"));
    tuned(builder)
}

/// The address of the emulator. A test that needs it fails without.
fn endpoint() -> String {
    #[expect(
        clippy::disallowed_methods,
        reason = "tests are told by their runner, not by settings"
    )]
    let address = std::env::var(VARIABLE);
    address.unwrap_or_else(|_| {
        panic!(
            "{VARIABLE} does not say where an emulator of DynamoDB is; \
             `cargo xtask with-services -- COMMAND…` starts one"
        )
    })
}

/// Bytes that no other storage of the test gets.
struct Random;

impl Entropy for Random {
    fn fill(&self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let random = RandomState::new().hash_one(0).to_le_bytes();
            chunk.copy_from_slice(&random[..chunk.len()]);
        }
    }
}
