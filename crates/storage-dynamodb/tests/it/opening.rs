//! A table that is not there, or is another, is told from one that can be used.

use std::{error::Error, sync::Arc};

use vitalog_core::clock::CountingEntropy;
use vitalog_storage_dynamodb::{
    DynamoStorage, OpenError,
    testing::{self, TestTable},
};

use crate::faults::{self, Fault};

async fn open(client: aws_sdk_dynamodb::Client, name: &str) -> Result<DynamoStorage, OpenError> {
    DynamoStorage::open(client, name, Arc::new(CountingEntropy::default())).await
}

#[tokio::test]
async fn missing_table_is_named() {
    let name = testing::new_name();
    let error = open(testing::client(), &name).await.err().unwrap();
    assert_eq!(
        error.to_string(),
        format!("there is no DynamoDB table {name}")
    );
}

#[tokio::test]
async fn table_with_other_keys_is_refused() {
    let table = TestTable::with_keys(["pk", "sk"]).await;
    let error = open(testing::client(), &table.name).await.err().unwrap();
    assert!(matches!(error, OpenError::OtherKeys { .. }), "{error}");
}

#[tokio::test]
async fn service_out_of_reach_is_told_from_a_missing_table() {
    let table = TestTable::new().await;
    let (client, _) = faults::client(false, |_, _| Fault::Unsent);
    let error = open(client, &table.name).await.err().unwrap();
    assert!(matches!(error, OpenError::Unreadable(_)), "{error}");
    let cause = error.source().unwrap().to_string();
    assert!(cause.starts_with("no answer of AWS to Query: "), "{cause}");
}
