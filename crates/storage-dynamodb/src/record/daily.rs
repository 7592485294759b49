//! Daily values: one item a metric and day, with the value that counts and those of the sources.
//!
//! On which days a metric has values is kept in an item of its own, the extent, and changes with
//! them: to count them would be to read them all.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;
use futures::{StreamExt, TryStreamExt, stream};
use jiff::civil::Date;
use vitalog_core::{AccountId, DailyValue, DayRange, Metric};
use vitalog_storage::{MetricDays, merge_days};

use super::{
    AT_ONCE, Ops, View,
    extent::{self, Extent},
};
use crate::{
    error::Failure,
    item::{GONE, Item, REVISION},
    keys::{self, Key, SORT},
    query::{Query, Sorts},
    time::{date_text, parse_date},
};

const N: &str = "n";
const SUM: &str = "sum";
const MIN: &str = "min";
const MAX: &str = "max";
const FIRST: &str = "first";
const LAST: &str = "last";
const DIASTOLIC: &str = "diastolic";
const SOURCES: &str = "sources";
const SOURCE: &str = "source";

/// What the value that counts takes.
pub(super) const COUNTING_ATTRIBUTES: &[&str] = &[
    SORT, REVISION, GONE, N, SUM, MIN, MAX, FIRST, LAST, DIASTOLIC,
];

/// The days of a range, in a partition of days.
pub(super) fn query(account: &AccountId, metric: Metric, days: DayRange) -> Query {
    let sorts = Sorts::Between(date_text(days.start), date_text(days.end));
    Query::new(keys::daily(account, metric), sorts)
}

fn encode(values: &[&DailyValue]) -> Item {
    let mut item = Item::default();
    let mut sources = Vec::new();
    for value in values {
        match &value.source {
            None => encode_value(value, &mut item),
            Some(source) => {
                let mut of_source = Item::default();
                of_source.set_text(SOURCE, source);
                encode_value(value, &mut of_source);
                sources.push(AttributeValue::M(of_source.0));
            }
        }
    }
    if !sources.is_empty() {
        item.set(SOURCES, AttributeValue::L(sources));
    }
    item
}

fn encode_value(value: &DailyValue, item: &mut Item) {
    item.set_integer(N, value.n);
    let numbers = [
        (SUM, Some(value.sum)),
        (MIN, Some(value.min)),
        (MAX, Some(value.max)),
        (FIRST, Some(value.first)),
        (LAST, Some(value.last)),
        (DIASTOLIC, value.diastolic),
    ];
    for (name, number) in numbers {
        if let Some(number) = number {
            item.set_number(name, number);
        }
    }
}

/// The value of a day that counts, if it has one.
pub(super) fn counting(item: &Item, metric: Metric) -> Result<Option<DailyValue>, Failure> {
    let day = day(item)?;
    counts(item)
        .then(|| decode_value(item, metric, day, None))
        .transpose()
}

/// The values of a day's sources, in the order of their bytes.
pub(super) fn of_sources(item: Item, metric: Metric) -> Result<Vec<DailyValue>, Failure> {
    let day = day(&item)?;
    let mut item = item;
    let Some(stored) = item.0.remove(SOURCES) else {
        return Ok(Vec::new());
    };
    let AttributeValue::L(stored) = stored else {
        return Err(Failure::NotUnderstood(SOURCES));
    };
    let mut values = Vec::new();
    for value in stored {
        let AttributeValue::M(attributes) = value else {
            return Err(Failure::NotUnderstood(SOURCES));
        };
        let value = Item(attributes);
        let source = value.text(SOURCE)?.to_owned();
        values.push(decode_value(&value, metric, day, Some(source))?);
    }
    values.sort_by(|one, other| one.source.cmp(&other.source));
    Ok(values)
}

fn counts(item: &Item) -> bool {
    item.has(N)
}

fn decode_value(
    item: &Item,
    metric: Metric,
    day: Date,
    source: Option<String>,
) -> Result<DailyValue, Failure> {
    Ok(DailyValue {
        metric,
        day,
        source,
        n: item.integer(N)?,
        sum: item.number(SUM)?,
        min: item.number(MIN)?,
        max: item.number(MAX)?,
        first: item.number(FIRST)?,
        last: item.number(LAST)?,
        diastolic: item.number_or_none(DIASTOLIC)?,
    })
}

fn day(item: &Item) -> Result<Date, Failure> {
    parse_date(item.sort()?).ok_or(Failure::NotUnderstood(SORT))
}

/// What replaces days, worked out from what is stored as of the head. [`Failure::Moved`] if that has changed.
pub(super) async fn put(
    view: &View<'_>,
    account: &AccountId,
    put: &[MetricDays],
) -> Result<Ops, Failure> {
    let mut by_metric: BTreeMap<Metric, Vec<&MetricDays>> = BTreeMap::new();
    for days in put {
        by_metric.entry(days.metric).or_default().push(days);
    }
    let mut parts = Vec::new();
    for (metric, put) in by_metric {
        parts.push(put_metric(view, account, metric, put));
    }
    let parts: Vec<Ops> = stream::iter(parts).buffered(AT_ONCE).try_collect().await?;
    let mut ops = Ops::default();
    for part in parts {
        ops.0.extend(part.0);
    }
    Ok(ops)
}

async fn put_metric(
    view: &View<'_>,
    account: &AccountId,
    metric: Metric,
    put: Vec<&MetricDays>,
) -> Result<Ops, Failure> {
    // What each day comes to, of several that meet by the later.
    let mut new: BTreeMap<Date, Vec<&DailyValue>> = BTreeMap::new();
    for MetricDays { days, values, .. } in &put {
        new.retain(|day, _| !days.contains(*day));
        for value in values {
            new.entry(value.day).or_default().push(value);
        }
    }
    let ranges = merge_days(put.iter().map(|put| put.days));
    let mut stored: BTreeMap<Date, bool> = BTreeMap::new();
    if view.head.metrics.contains(metric.slug()) {
        for range in &ranges {
            let query = query(account, metric, *range).only(&[SORT, REVISION, GONE, N]);
            for item in view.rows_as_stored(&query).await?.values() {
                stored.insert(day(item)?, counts(item));
            }
        }
    }

    let mut ops = Ops::default();
    let partition = keys::daily(account, metric);
    let key = |day: &Date| Key {
        partition: partition.clone(),
        sort: date_text(*day),
    };
    for day in stored.keys().filter(|day| !new.contains_key(day)) {
        ops.delete(key(day))?;
    }
    let mut counting_days = 0;
    for (day, values) in &new {
        let item = encode(values);
        counting_days += u32::from(counts(&item));
        ops.put(super::Kind::Row, key(day), &item)?;
    }

    let before = extent::read(view, account, metric).await?;
    let replaced = stored.values().filter(|counts| **counts).count();
    let days = before
        .map_or(0, |extent| extent.days)
        .saturating_sub(u32::try_from(replaced).unwrap_or(u32::MAX))
        .saturating_add(counting_days);
    let ends = [false, true].map(|backward| {
        let new_end = if backward {
            new.last_key_value()
        } else {
            new.first_key_value()
        };
        (backward, new_end.map(|(day, _)| *day))
    });
    let mut found = Vec::new();
    for (backward, new_end) in ends {
        let old_end = before.map(|extent| if backward { extent.last } else { extent.first });
        let is_replaced = |day: &Date| ranges.iter().any(|range| range.contains(*day));
        let kept = match old_end {
            Some(old) if !is_replaced(&old) => Some(old),
            Some(old) if new.contains_key(&old) => Some(old),
            Some(_) => stored_end(view, &partition, &ops, backward).await?,
            None => None,
        };
        let both = kept.into_iter().chain(new_end);
        found.push(if backward { both.max() } else { both.min() });
    }
    let after = match found[..] {
        [Some(first), Some(last)] => Some(Extent { first, last, days }),
        _ => None,
    };
    if after != before {
        extent::put(account, metric, after, &mut ops)?;
    }
    Ok(ops)
}

/// The first day that a change leaves as it is, or the last.
async fn stored_end(
    view: &View<'_>,
    partition: &str,
    ops: &Ops,
    backward: bool,
) -> Result<Option<Date>, Failure> {
    let all = Query::new(partition, Sorts::All)
        .backward(backward)
        .only(&[SORT, REVISION, GONE]);
    let mut next = None;
    loop {
        let page = view.table.page(&all, next).await?;
        for row in page.items {
            view.must_not_be_later(&row)?;
            let key = Key {
                partition: partition.to_owned(),
                sort: row.sort()?.to_owned(),
            };
            if !row.is_gone() && !ops.0.contains_key(&key) {
                return day(&row).map(Some);
            }
        }
        if page.next.is_none() {
            return Ok(None);
        }
        next = page.next;
    }
}
