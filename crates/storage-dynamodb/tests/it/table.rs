//! A table of its own for each test.

use std::{
    collections::{BTreeSet, HashMap, hash_map::RandomState},
    hash::BuildHasher,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use aws_sdk_dynamodb::{
    Client,
    config::{BehaviorVersion, Builder, Config, Credentials, Region},
    types::{
        AttributeDefinition, AttributeValue, BillingMode, KeySchemaElement, KeyType,
        ScalarAttributeType,
    },
};
use vitalog_core::clock::Entropy;
use vitalog_storage_dynamodb::{DynamoStorage, tuned};

/// Where the tests find the emulator.
const VARIABLE: &str = "VITALOG_TEST_DYNAMODB";

/// A new table.
pub(crate) struct NewTable {
    pub(crate) name: String,
}

impl NewTable {
    pub(crate) async fn create() -> Self {
        let name = new_name();
        create(&name, ["metric", "ts"]).await;
        Self { name }
    }

    pub(crate) async fn storage(&self) -> Arc<DynamoStorage> {
        Arc::new(self.storage_over(client()).await)
    }

    pub(crate) async fn storage_over(&self, client: Client) -> DynamoStorage {
        DynamoStorage::open(client, &self.name, Arc::new(Random))
            .await
            .unwrap()
    }

    /// How many items a partition has.
    pub(crate) async fn count(&self, partition: &str) -> usize {
        let all = self.scan().await.into_iter();
        all.filter(|item| text(item, "metric") == partition).count()
    }

    /// The partitions of parts that no item names.
    pub(crate) async fn stray_parts(&self) -> BTreeSet<String> {
        let (parts, items): (Vec<_>, Vec<_>) = self
            .scan()
            .await
            .into_iter()
            .partition(|item| text(item, "metric").contains("/part/"));
        let mut partitions: BTreeSet<String> =
            parts.iter().map(|part| text(part, "metric")).collect();
        for item in items.iter().filter(|item| item.contains_key("parts_name")) {
            partitions.remove(&format!("me/part/{}", text(item, "parts_name")));
        }
        partitions
    }

    async fn scan(&self) -> Vec<HashMap<String, AttributeValue>> {
        let pages = client().scan().table_name(&self.name).into_paginator();
        pages
            .items()
            .send()
            .collect::<Result<_, _>>()
            .await
            .unwrap()
    }
}

fn text(item: &HashMap<String, AttributeValue>, name: &str) -> String {
    item[name].as_s().unwrap().clone()
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

/// Makes a table with these two keys.
pub(crate) async fn create(name: &str, keys: [&str; 2]) {
    let attribute = |name: &str| {
        AttributeDefinition::builder()
            .attribute_name(name)
            .attribute_type(ScalarAttributeType::S)
            .build()
            .unwrap()
    };
    let key = |name: &str, key_type| {
        KeySchemaElement::builder()
            .attribute_name(name)
            .key_type(key_type)
            .build()
            .unwrap()
    };
    client()
        .create_table()
        .table_name(name)
        .billing_mode(BillingMode::PayPerRequest)
        .attribute_definitions(attribute(keys[0]))
        .attribute_definitions(attribute(keys[1]))
        .key_schema(key(keys[0], KeyType::Hash))
        .key_schema(key(keys[1], KeyType::Range))
        .send()
        .await
        .unwrap();
}

/// A name that no other test has.
pub(crate) fn new_name() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let process = std::process::id();
    let random = RandomState::new().hash_one(count);
    format!("vitalog-{process}-{count}-{random:x}")
}

pub(crate) fn client() -> Client {
    Client::from_conf(config().build())
}

pub(crate) fn config() -> Builder {
    let builder = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("eu-central-1"))
        .endpoint_url(endpoint())
        .http_client(aws_smithy_http_client::Builder::new().build_http())
        .credentials_provider(Credentials::new("test", "test", None, None, "test"));
    tuned(builder)
}

/// The address of the emulator. A test that needs it fails without.
#[expect(clippy::disallowed_methods, reason = "how tests are told where it is")]
fn endpoint() -> String {
    let address = std::env::var(VARIABLE);
    assert!(
        address.is_ok(),
        "{VARIABLE} does not say where an emulator of DynamoDB is; \
         `cargo xtask with-services -- COMMAND` starts one"
    );
    address.unwrap()
}
