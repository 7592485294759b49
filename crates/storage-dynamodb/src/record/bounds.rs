//! The first and the last reading of a metric, from the two ends of its rows.

use std::collections::{BTreeMap, BTreeSet};

use futures::{StreamExt, TryStreamExt, stream};
use jiff::Timestamp;
use vitalog_core::{AccountId, Metric};

use super::{AT_ONCE, View, marks::SUPERSEDED_AT, reading::row_key};
use crate::{
    error::Failure,
    item::{GONE, Item, REVISION},
    keys::{self, Key, SORT},
    query::{Query, Sorts},
    table::Table,
    tries::Tries,
};

/// Rows of the first look at an end: mostly the first of them counts.
const FIRST_LOOK: usize = 8;

pub(crate) async fn bounds(
    table: &Table,
    account: &AccountId,
    metrics: &[Metric],
) -> Result<BTreeMap<Metric, (Timestamp, Timestamp)>, Failure> {
    let mut tries = Tries::new(table);
    loop {
        let view = View::of(table, account).await?;
        match bounds_as_of(&view, account, metrics).await {
            Err(Failure::Moved) => tries.failed().await?,
            ended => return ended,
        }
    }
}

async fn bounds_as_of(
    view: &View<'_>,
    account: &AccountId,
    metrics: &[Metric],
) -> Result<BTreeMap<Metric, (Timestamp, Timestamp)>, Failure> {
    let known: BTreeSet<Metric> = metrics
        .iter()
        .copied()
        .filter(|metric| view.head.metrics.contains(metric.slug()))
        .collect();
    let found = known.into_iter().map(async |metric| {
        let partition = keys::readings(account, metric);
        let first = end(view, &partition, false).await?;
        let last = end(view, &partition, true).await?;
        Ok((metric, first.zip(last)))
    });
    let found: Vec<(Metric, Option<_>)> =
        stream::iter(found).buffered(AT_ONCE).try_collect().await?;
    let there = found.into_iter();
    Ok(there
        .filter_map(|(metric, both)| Some((metric, both?)))
        .collect())
}

/// The second of the first row that counts, or of the last.
async fn end(
    view: &View<'_>,
    partition: &str,
    backward: bool,
) -> Result<Option<Timestamp>, Failure> {
    let mut candidates: Vec<Item> = Vec::new();
    for (key, op) in view.pending.within(partition, &Sorts::All) {
        let row = op.row(key, view.head.revision)?;
        if counts(&row) {
            candidates.push(row);
        }
    }
    candidates.extend(stored_end(view, partition, backward).await?);
    let seconds = candidates.iter().map(|row| Ok(row_key(row)?.0));
    let seconds: Vec<Timestamp> = seconds.collect::<Result<_, Failure>>()?;
    Ok(if backward {
        seconds.into_iter().max()
    } else {
        seconds.into_iter().min()
    })
}

/// The first row that counts among those that no pending change replaces, or the last.
async fn stored_end(
    view: &View<'_>,
    partition: &str,
    backward: bool,
) -> Result<Option<Item>, Failure> {
    let all = Query::new(partition, Sorts::All).backward(backward).only(&[
        SORT,
        REVISION,
        GONE,
        SUPERSEDED_AT,
    ]);
    let mut page = view
        .table
        .page(&all.clone().in_pages_of(FIRST_LOOK), None)
        .await?;
    loop {
        for row in page.items {
            view.must_not_be_later(&row)?;
            let key = Key {
                partition: partition.to_owned(),
                sort: row.sort()?.to_owned(),
            };
            if counts(&row) && !view.pending.0.contains_key(&key) {
                return Ok(Some(row));
            }
        }
        let Some(next) = page.next else {
            return Ok(None);
        };
        page = view.table.page(&all, Some(next)).await?;
    }
}

fn counts(row: &Item) -> bool {
    !row.is_gone() && !row.has(SUPERSEDED_AT)
}
