//! A table and a queue of its own for each test, in emulators.
//!
//! Where those are, is told by environment variables: `cargo xtask ci` starts them, and
//! `cargo xtask with-services -- COMMAND…` does for one command. They keep everything in memory,
//! so nobody deletes it.
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
use vitalog_core::{Clock, clock::Entropy};

use crate::{DynamoStorage, SqsWakeUps, tuned, tuned_for_sqs};

/// The variables that name the emulators of DynamoDB and SQS, as URLs.
const VARIABLE: &str = "VITALOG_TEST_DYNAMODB";
const SQS_VARIABLE: &str = "VITALOG_TEST_SQS";
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
        format!(
            "dynamodb://{name}?region={REGION}&endpoint={}",
            endpoint(VARIABLE)
        )
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
    let builder = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new(REGION))
        .endpoint_url(endpoint(VARIABLE))
        .http_client(aws_smithy_http_client::Builder::new().build_http())
        .credentials_provider(credentials());
    tuned(builder)
}

/// A new queue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestQueue {
    /// Its URL.
    pub url: String,
}

impl TestQueue {
    /// A new queue without anything in it.
    ///
    /// # Panics
    ///
    /// Without an emulator.
    pub async fn new() -> Self {
        let made = sqs_client(&endpoint(SQS_VARIABLE))
            .create_queue()
            .queue_name(new_name())
            .send()
            .await
            .expect("a queue");
        Self {
            url: made.queue_url.expect("its URL"),
        }
    }

    /// The wake-ups of it, by a clock.
    #[must_use]
    pub fn wake_ups(&self, clock: Arc<dyn Clock>) -> SqsWakeUps {
        SqsWakeUps::new(sqs_client(&endpoint(SQS_VARIABLE)), self.url.clone(), clock)
    }

    /// The same where nobody answers.
    #[must_use]
    pub fn unreachable(&self, clock: Arc<dyn Clock>) -> SqsWakeUps {
        SqsWakeUps::new(sqs_client("http://127.0.0.1:1"), self.url.clone(), clock)
    }
}

fn sqs_client(endpoint: &str) -> aws_sdk_sqs::Client {
    let builder = aws_sdk_sqs::Config::builder()
        .behavior_version(aws_sdk_sqs::config::BehaviorVersion::latest())
        .region(Region::new(REGION))
        .endpoint_url(endpoint)
        .http_client(aws_smithy_http_client::Builder::new().build_http())
        .credentials_provider(credentials());
    aws_sdk_sqs::Client::from_conf(tuned_for_sqs(builder).build())
}

fn credentials() -> Credentials {
    let [(_, id), (_, secret)] = CREDENTIALS;
    Credentials::new(id, secret, None, None, "test")
}

/// The address of an emulator. A test that needs it fails without.
fn endpoint(variable: &str) -> String {
    #[expect(
        clippy::disallowed_methods,
        reason = "tests are told by their runner, not by settings"
    )]
    let address = std::env::var(variable);
    address.unwrap_or_else(|_| {
        panic!(
            "{variable} does not say where an emulator is; \
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
