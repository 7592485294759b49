//! What is in a table, whatever it means.

use std::collections::{BTreeSet, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use vitalog_storage_dynamodb::testing::{TestTable, client};

/// How many items a partition of a table has.
pub(crate) async fn count(table: &TestTable, partition: &str) -> usize {
    let all = scan(table).await.into_iter();
    all.filter(|item| text(item, "metric") == partition).count()
}

/// The partitions of parts that no item of a table names.
pub(crate) async fn stray_parts(table: &TestTable) -> BTreeSet<String> {
    let (parts, items): (Vec<_>, Vec<_>) = scan(table)
        .await
        .into_iter()
        .partition(|item| text(item, "metric").contains("/part/"));
    let mut partitions: BTreeSet<String> = parts.iter().map(|part| text(part, "metric")).collect();
    for item in items.iter().filter(|item| item.contains_key("parts_name")) {
        partitions.remove(&format!("me/part/{}", text(item, "parts_name")));
    }
    partitions
}

async fn scan(table: &TestTable) -> Vec<HashMap<String, AttributeValue>> {
    let pages = client().scan().table_name(&table.name).into_paginator();
    pages
        .items()
        .send()
        .collect::<Result<_, _>>()
        .await
        .unwrap()
}

fn text(item: &HashMap<String, AttributeValue>, name: &str) -> String {
    item[name].as_s().unwrap().clone()
}
