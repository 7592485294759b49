//! Daily values in their two tables: those that count, and those of sources.

mod extent;
mod put;

use std::collections::BTreeMap;

use futures::future::try_join_all;
use tokio_postgres::{Row, Statement};
use vitalog_core::{DailyValue, DayRange, Metric};
use vitalog_storage::{
    merge_days,
    precision::{day_number, numbered_day},
};

pub(crate) use extent::extents;
pub(super) use put::{names, put};

use crate::{
    codec::Columns,
    error::Failure,
    name::Known,
    session::{Parameters, Session},
};

pub(super) const SELECT: &str = "
    SELECT day, n, sum, min, max, first, last, diastolic FROM daily_value
    WHERE account = $1 AND metric = $2 AND day BETWEEN $3 AND $4
    ORDER BY day";
pub(super) const SELECT_BY_SOURCE: &str = "
    SELECT day, n, sum, min, max, first, last, diastolic, source FROM daily_value_by_source
    WHERE account = $1 AND metric = $2 AND day BETWEEN $3 AND $4
    ORDER BY day";

/// The column of the source, in rows of sources.
const SOURCE: usize = 8;
/// The columns that hold numbers of names, in rows of sources.
pub(super) const NAMES: &[usize] = &[SOURCE];

/// Sends a statement per range of days, all at once.
pub(super) async fn read(
    session: &Session,
    statement: &Statement,
    account: i32,
    names: &Known,
    asked: &[(Metric, DayRange)],
) -> Result<Vec<(Metric, Vec<Row>)>, Failure> {
    let mut ranges: BTreeMap<Metric, Vec<DayRange>> = BTreeMap::new();
    for (metric, days) in asked {
        ranges.entry(*metric).or_default().push(*days);
    }
    let known = ranges.into_iter().filter_map(|(metric, ranges)| {
        let number = names.find(metric.slug())?;
        Some((metric, number, merge_days(ranges)))
    });
    let reads = known.flat_map(|(metric, number, ranges)| {
        let ranges = ranges.into_iter();
        ranges.map(move |days| async move {
            let (start, end) = (day_number(days.start), day_number(days.end));
            let parameters: Parameters<'_> = &[&account, &number, &start, &end];
            Ok((metric, session.query(statement, parameters).await?))
        })
    });
    try_join_all(reads).await
}

/// Reads a row of either table.
pub(super) fn decode(columns: Columns<'_>, metric: Metric) -> Result<DailyValue, Failure> {
    let n: i64 = columns.get(1)?;
    let has_source = columns.row.len() > SOURCE;
    Ok(DailyValue {
        metric,
        day: numbered_day(columns.get(0)?).ok_or(Failure::NotUnderstood("day"))?,
        source: has_source.then(|| columns.text(SOURCE)).transpose()?,
        n: u32::try_from(n).map_err(|_| Failure::NotUnderstood("n"))?,
        sum: columns.get(2)?,
        min: columns.get(3)?,
        max: columns.get(4)?,
        first: columns.get(5)?,
        last: columns.get(6)?,
        diastolic: columns.get(7)?,
    })
}
