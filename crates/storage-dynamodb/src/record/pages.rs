//! Rows of a record, page after page.

use jiff::Timestamp;
use vitalog_core::{AccountId, Fingerprint, Metric, Reading, Workout};
use vitalog_storage::{RowKey, precision::floor_second};

use super::{
    View,
    reading::{self, row_key},
    workout,
};
use crate::{
    error::Failure,
    fold,
    item::Item,
    keys,
    query::{Query, Sorts},
    table::Table,
    tries::Tries,
};

/// Readings of a metric, in key order.
pub(crate) async fn readings(
    table: &Table,
    account: &AccountId,
    metric: Metric,
    after: Option<RowKey>,
    limit: usize,
) -> Result<Vec<Reading>, Failure> {
    let partition = keys::readings(account, metric);
    let rows = rows(table, account, partition, after, limit).await?;
    rows.iter()
        .map(|row| reading::decode(row, metric))
        .collect()
}

/// Workouts, in key order.
pub(crate) async fn workouts(
    table: &Table,
    account: &AccountId,
    after: Option<RowKey>,
    limit: usize,
) -> Result<Vec<Workout>, Failure> {
    let partition = keys::workouts(account);
    let rows = rows(table, account, partition, after, limit).await?;
    rows.iter().map(workout::decode).collect()
}

async fn rows(
    table: &Table,
    account: &AccountId,
    partition: String,
    after: Option<RowKey>,
    limit: usize,
) -> Result<Vec<Item>, Failure> {
    let sorts = after.map_or(Sorts::All, |(at, fingerprint)| {
        let after = keys::row(floor_second(at), fingerprint);
        Sorts::From(without_twin(&after).to_owned())
    });
    let query = Query::new(partition, sorts);
    let mut tries = Tries::new(table);
    loop {
        let view = View::of(table, account).await?;
        match rows_as_of(&view, &query, after, limit).await {
            Err(Failure::Moved) => tries.failed().await?,
            ended => return ended,
        }
    }
}

async fn rows_as_of(
    view: &View<'_>,
    query: &Query,
    after: Option<RowKey>,
    limit: usize,
) -> Result<Vec<Item>, Failure> {
    let is_after = |row: &Item| {
        let key = row_key(row)?;
        Ok(after.is_none_or(|after| key > after))
    };
    let rows = view.page(query.clone(), limit, sample, is_after).await?;
    let keys = rows.iter().map(row_key);
    let keys: Vec<(Timestamp, Fingerprint)> = keys.collect::<Result<_, _>>()?;
    let mut by_key: Vec<_> = keys.into_iter().zip(rows).collect();
    by_key.sort_by_key(|(key, _)| *key);
    let mut first = Vec::new();
    for (_, row) in by_key.into_iter().take(limit) {
        first.push(fold::unfold(view.table, row).await?);
    }
    Ok(first)
}

fn sample(sort: &str) -> &[u8] {
    without_twin(sort).as_bytes()
}

/// A sort key without the number of a twin: those beyond the ninth sort otherwise as text.
fn without_twin(sort: &str) -> &str {
    sort.split_once('~').map_or(sort, |(sample, _)| sample)
}
