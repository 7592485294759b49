//! On which days a metric has daily values.

use std::collections::BTreeMap;

use jiff::civil::Date;
use vitalog_core::{AccountId, Metric};
use vitalog_storage::DailyExtent;

use super::{Kind, Ops, View};
use crate::{
    error::Failure,
    item::Item,
    keys,
    query::{Query, Sorts},
    table::Table,
    time::{date_text, parse_date},
    tries::Tries,
};

const FIRST: &str = "first";
const LAST: &str = "last";
const DAYS: &str = "days";

pub(super) type Extent = DailyExtent;

fn decode(item: &Item) -> Result<Extent, Failure> {
    let day = |name| parse_date(item.text(name)?).ok_or(Failure::NotUnderstood(name));
    let (first, last): (Date, Date) = (day(FIRST)?, day(LAST)?);
    Ok(Extent {
        first,
        last,
        days: item.integer(DAYS)?,
    })
}

pub(super) async fn read(
    view: &View<'_>,
    account: &AccountId,
    metric: Metric,
) -> Result<Option<Extent>, Failure> {
    if !view.head.metrics.contains(metric.slug()) {
        return Ok(None);
    }
    let row = view.row(&keys::extent(account, metric)).await?;
    row.as_ref().map(decode).transpose()
}

pub(super) fn put(
    account: &AccountId,
    metric: Metric,
    extent: Option<Extent>,
    ops: &mut Ops,
) -> Result<(), Failure> {
    let key = keys::extent(account, metric);
    let Some(extent) = extent else {
        return ops.delete(key);
    };
    let mut item = Item::default();
    item.set_text(FIRST, &date_text(extent.first));
    item.set_text(LAST, &date_text(extent.last));
    item.set_integer(DAYS, extent.days);
    ops.put(Kind::Row, key, &item)
}

/// The extents of those of the metrics that have any.
pub(crate) async fn extents(
    table: &Table,
    account: &AccountId,
    metrics: &[Metric],
) -> Result<BTreeMap<Metric, DailyExtent>, Failure> {
    let mut tries = Tries::new(table);
    loop {
        let view = View::of(table, account).await?;
        // They are few and small, so that all are read rather than each by itself.
        let query = Query::new(keys::extents(account), Sorts::All);
        let rows = match view.rows(&query).await {
            Err(Failure::Moved) => {
                tries.failed().await?;
                continue;
            }
            rows => rows?,
        };
        let mut found = BTreeMap::new();
        for row in rows {
            // A metric that this program does not know is nobody's.
            if let Some(metric) = Metric::from_slug(row.sort()?)
                && metrics.contains(&metric)
            {
                found.insert(metric, decode(&row)?);
            }
        }
        return Ok(found);
    }
}
