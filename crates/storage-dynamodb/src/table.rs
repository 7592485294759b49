//! The four actions on the table, and nothing else.

use std::{collections::HashMap, sync::Arc, time::Duration};

use aws_sdk_dynamodb::{
    Client,
    config::{Builder, retry::RetryConfig, timeout::TimeoutConfig},
    operation::{delete_item::DeleteItemError, put_item::PutItemError},
    types::{
        AttributeValue, DeleteRequest, PutRequest, ReturnValue,
        ReturnValuesOnConditionCheckFailure, WriteRequest,
    },
};
use vitalog_core::clock::Entropy;

use crate::{
    backoff,
    condition::Condition,
    error::Failure,
    item::Item,
    keys::{Key, PARTITION, SORT},
    nonce::Nonce,
    query::{Query, Sorts},
};

/// The most items of one batch; DynamoDB takes no more.
const BATCH: usize = 25;
/// How often a batch is sent until all of it is taken, and how often a request is.
const TRIES: u32 = 10;
const REQUEST_TRIES: u32 = 5;

/// Waits that suit requests of a few kilobytes each to a service near by, and retries with growing
/// random pauses, as the service asks for.
#[must_use]
pub fn tuned(builder: Builder) -> Builder {
    builder.retry_config(retries()).timeout_config(waits())
}

pub(crate) fn retries() -> RetryConfig {
    RetryConfig::standard().with_max_attempts(REQUEST_TRIES)
}

pub(crate) fn waits() -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(Duration::from_secs(3))
        .operation_attempt_timeout(Duration::from_secs(10))
        .operation_timeout(Duration::from_secs(30))
        .build()
}

#[derive(Clone)]
pub(crate) struct Table {
    client: Client,
    name: String,
    entropy: Arc<dyn Entropy>,
}

/// How a write that has a condition ended.
pub(crate) enum Outcome {
    /// Done; what stood there before.
    Done(Option<Item>),
    /// The condition does not hold; what stands there.
    Refused(Option<Item>),
}

/// Some items of a query, and where the next ones begin.
pub(crate) struct Page {
    pub(crate) items: Vec<Item>,
    pub(crate) next: Option<Next>,
}

/// Where a page begins.
pub(crate) struct Next(HashMap<String, AttributeValue>);

impl Table {
    pub(crate) fn new(client: Client, name: String, entropy: Arc<dyn Entropy>) -> Self {
        Self {
            client,
            name,
            entropy,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn nonce(&self) -> Nonce {
        Nonce::new(&*self.entropy)
    }

    /// Waits before the try that follows `failed` ones.
    pub(crate) async fn wait(&self, failed: u32) {
        backoff::wait(failed, &*self.entropy).await;
    }

    /// The page of a query that begins at `from`. What was written before is seen.
    pub(crate) async fn page(&self, query: &Query, from: Option<Next>) -> Result<Page, Failure> {
        let (condition, values) = query.sorts.condition();
        let mut request = self
            .client
            .query()
            .table_name(&self.name)
            .consistent_read(true)
            .scan_index_forward(!query.backward)
            .set_limit(
                query
                    .page
                    .map(|items| i32::try_from(items).unwrap_or(i32::MAX)),
            )
            .key_condition_expression(condition)
            .expression_attribute_names("#partition", PARTITION)
            .expression_attribute_values(":partition", AttributeValue::S(query.partition.clone()))
            .set_exclusive_start_key(from.map(|next| next.0));
        if query.sorts != Sorts::All {
            request = request.expression_attribute_names("#sort", SORT);
        }
        for (name, value) in values {
            request =
                request.expression_attribute_values(name, AttributeValue::S(value.to_owned()));
        }
        if !query.only.is_empty() {
            let placeholders: Vec<String> =
                query.only.iter().map(|name| format!("#{name}")).collect();
            request = request.projection_expression(placeholders.join(", "));
            for (placeholder, name) in placeholders.into_iter().zip(query.only) {
                request = request.expression_attribute_names(placeholder, *name);
            }
        }
        let answer = request.send().await;
        let answer = answer.map_err(|error| Failure::of("Query", &error))?;
        Ok(Page {
            items: answer
                .items
                .unwrap_or_default()
                .into_iter()
                .map(Item)
                .collect(),
            next: answer.last_evaluated_key.map(Next),
        })
    }

    /// All items of a query, page after page.
    pub(crate) async fn all(&self, query: &Query) -> Result<Vec<Item>, Failure> {
        let mut items = Vec::new();
        if query.is_empty() {
            return Ok(items);
        }
        let mut next = None;
        loop {
            let page = self.page(query, next).await?;
            items.extend(page.items);
            if page.next.is_none() {
                return Ok(items);
            }
            next = page.next;
        }
    }

    pub(crate) async fn one(&self, key: &Key) -> Result<Option<Item>, Failure> {
        let query = Query::new(&*key.partition, Sorts::One(key.sort.clone()));
        Ok(self.all(&query).await?.pop())
    }

    /// Puts an item, whole, if the condition holds of the one that stands there.
    pub(crate) async fn put(&self, item: Item, condition: Condition) -> Result<Outcome, Failure> {
        let mut request = self
            .client
            .put_item()
            .table_name(&self.name)
            .set_item(Some(item.0))
            .condition_expression(condition.expression)
            .return_values(ReturnValue::AllOld)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
        for name in condition.names {
            request = request.expression_attribute_names(format!("#{name}"), *name);
        }
        for (name, value) in condition.values {
            request = request.expression_attribute_values(name, value);
        }
        match request.send().await {
            Ok(answer) => Ok(Outcome::Done(answer.attributes.map(Item))),
            Err(error) => match error.as_service_error() {
                Some(PutItemError::ConditionalCheckFailedException(refused)) => {
                    Ok(Outcome::Refused(refused.item.clone().map(Item)))
                }
                _ => Err(Failure::of("PutItem", &error)),
            },
        }
    }

    /// Deletes an item if the condition holds of it.
    pub(crate) async fn delete(&self, key: &Key, condition: Condition) -> Result<Outcome, Failure> {
        let mut request = self
            .client
            .delete_item()
            .table_name(&self.name)
            .set_key(Some(Item::at(key).0))
            .condition_expression(condition.expression)
            .return_values(ReturnValue::AllOld)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
        for name in condition.names {
            request = request.expression_attribute_names(format!("#{name}"), *name);
        }
        for (name, value) in condition.values {
            request = request.expression_attribute_values(name, value);
        }
        match request.send().await {
            Ok(answer) => Ok(Outcome::Done(answer.attributes.map(Item))),
            Err(error) => match error.as_service_error() {
                Some(DeleteItemError::ConditionalCheckFailedException(refused)) => {
                    Ok(Outcome::Refused(refused.item.clone().map(Item)))
                }
                _ => Err(Failure::of("DeleteItem", &error)),
            },
        }
    }

    /// Puts items that nobody else writes. They are taken in any order.
    pub(crate) async fn put_all(&self, items: Vec<Item>) -> Result<(), Failure> {
        let requests = items.into_iter().map(|item| {
            let put = PutRequest::builder().set_item(Some(item.0)).build();
            let put = put.map_err(|_| Failure::Unbuildable)?;
            Ok(WriteRequest::builder().put_request(put).build())
        });
        self.write_all(requests.collect::<Result<_, Failure>>()?)
            .await
    }

    /// Deletes items that nobody else writes; those that are not there do not matter.
    pub(crate) async fn delete_all(&self, keys: &[Key]) -> Result<(), Failure> {
        let requests = keys.iter().map(|key| {
            let delete = DeleteRequest::builder()
                .set_key(Some(Item::at(key).0))
                .build();
            let delete = delete.map_err(|_| Failure::Unbuildable)?;
            Ok(WriteRequest::builder().delete_request(delete).build())
        });
        self.write_all(requests.collect::<Result<_, Failure>>()?)
            .await
    }

    async fn write_all(&self, mut requests: Vec<WriteRequest>) -> Result<(), Failure> {
        let mut failed = 0;
        while !requests.is_empty() {
            let rest = requests.split_off(requests.len().min(BATCH));
            let answer = self
                .client
                .batch_write_item()
                .request_items(&self.name, requests)
                .send()
                .await
                .map_err(|error| Failure::of("BatchWriteItem", &error))?;
            let mut unprocessed = answer.unprocessed_items.unwrap_or_default();
            requests = unprocessed.remove(&self.name).unwrap_or_default();
            if requests.is_empty() {
                failed = 0;
            } else {
                failed += 1;
                if failed == TRIES {
                    return Err(Failure::Unprocessed);
                }
                self.wait(failed).await;
            }
            requests.extend(rest);
        }
        Ok(())
    }
}
