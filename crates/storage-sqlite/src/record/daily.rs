//! Daily values in their two tables: those that count, and those of sources.

use std::collections::BTreeMap;

use jiff::civil::Date;
use rusqlite::{Row, Statement, Transaction, params};
use vitalog_core::{AccountId, DailyValue, DayRange, Metric};
use vitalog_storage::{
    DailyExtent, MetricDays, merge_days,
    precision::{day_number, numbered_day},
};

use crate::{codec::number, error::Failure, name::Names};

pub(super) const SELECT: &str = "
    SELECT day, n, sum, min, max, first, last, diastolic FROM daily_value
    WHERE account = ?1 AND metric = ?2 AND day BETWEEN ?3 AND ?4
    ORDER BY day";
pub(super) const SELECT_BY_SOURCE: &str = "
    SELECT day, n, sum, min, max, first, last, diastolic, source FROM daily_value_by_source
    WHERE account = ?1 AND metric = ?2 AND day BETWEEN ?3 AND ?4
    ORDER BY day";
const PUT: &str = "
    INSERT OR REPLACE INTO daily_value
        (account, metric, day, n, sum, min, max, first, last, diastolic)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
const PUT_BY_SOURCE: &str = "
    INSERT OR REPLACE INTO daily_value_by_source
        (account, metric, day, n, sum, min, max, first, last, diastolic, source)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
pub(super) const DELETE: &str = "
    DELETE FROM daily_value WHERE account = ?1 AND metric = ?2 AND day BETWEEN ?3 AND ?4";
pub(super) const DELETE_BY_SOURCE: &str = "
    DELETE FROM daily_value_by_source
    WHERE account = ?1 AND metric = ?2 AND day BETWEEN ?3 AND ?4";
pub(super) const EXTENT: &str = "
    SELECT min(day), max(day), count(*) FROM daily_value WHERE account = ?1 AND metric = ?2";
pub(super) const FIRST_BY_SOURCE: &str = "
    SELECT min(day) FROM daily_value_by_source WHERE account = ?1 AND metric = ?2";
pub(super) const LAST_BY_SOURCE: &str = "
    SELECT max(day) FROM daily_value_by_source WHERE account = ?1 AND metric = ?2";

/// Which of the two tables.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    All,
    Source,
}

pub(super) fn read(
    transaction: &Transaction,
    names: &mut Names,
    account: i64,
    of: Of,
    asked: &[(Metric, DayRange)],
    found: &mut BTreeMap<Metric, Vec<DailyValue>>,
) -> Result<(), Failure> {
    let mut statement = transaction.prepare_cached(match of {
        Of::All => SELECT,
        Of::Source => SELECT_BY_SOURCE,
    })?;
    let mut ranges: BTreeMap<Metric, Vec<DayRange>> = BTreeMap::new();
    for (metric, days) in asked {
        ranges.entry(*metric).or_default().push(*days);
    }
    for (metric, ranges) in ranges {
        let Some(metric_id) = names.find(transaction, metric.slug())? else {
            continue;
        };
        let values = found.entry(metric).or_default();
        for days in merge_days(ranges) {
            let days = (day_number(days.start), day_number(days.end));
            let mut rows = statement.query((account, metric_id, days.0, days.1))?;
            while let Some(row) = rows.next()? {
                let source = match of {
                    Of::All => None,
                    Of::Source => Some(names.text(transaction, row.get(8)?)?.as_ref().to_owned()),
                };
                values.push(decode(row, metric, source)?);
            }
        }
        if of == Of::Source {
            values.sort_by(|a, b| (a.day, &a.source).cmp(&(b.day, &b.source)));
        }
    }
    Ok(())
}

pub(super) fn put(
    transaction: &Transaction,
    names: &mut Names,
    account: i64,
    put: &[MetricDays],
) -> Result<(), Failure> {
    if put.is_empty() {
        return Ok(());
    }
    let mut delete = transaction.prepare_cached(DELETE)?;
    let mut delete_by_source = transaction.prepare_cached(DELETE_BY_SOURCE)?;
    let mut insert = transaction.prepare_cached(PUT)?;
    let mut insert_by_source = transaction.prepare_cached(PUT_BY_SOURCE)?;
    for MetricDays {
        metric,
        days,
        values,
    } in put
    {
        let metric = names.intern(transaction, metric.slug())?;
        let range = (
            account,
            metric,
            day_number(days.start),
            day_number(days.end),
        );
        delete.execute(range)?;
        delete_by_source.execute(range)?;
        for value in values {
            match &value.source {
                None => bind(&mut insert, account, metric, value)?,
                Some(source) => {
                    let source = names.intern(transaction, source)?;
                    insert_by_source.raw_bind_parameter(11, source)?;
                    bind(&mut insert_by_source, account, metric, value)?;
                }
            }
        }
    }
    Ok(())
}

fn bind(
    statement: &mut Statement,
    account: i64,
    metric: i64,
    value: &DailyValue,
) -> Result<(), Failure> {
    let columns = params![
        account,
        metric,
        day_number(value.day),
        value.n,
        number(value.sum)?,
        number(value.min)?,
        number(value.max)?,
        number(value.first)?,
        number(value.last)?,
        value.diastolic.map(number).transpose()?,
    ];
    for (place, column) in columns.iter().enumerate() {
        statement.raw_bind_parameter(place + 1, column)?;
    }
    statement.raw_execute()?;
    Ok(())
}

pub(crate) fn extents(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
    metrics: &[Metric],
) -> Result<BTreeMap<Metric, DailyExtent>, Failure> {
    let mut found = BTreeMap::new();
    let Some(account) = names.find(transaction, account.as_str())? else {
        return Ok(found);
    };
    let mut extent = transaction.prepare_cached(EXTENT)?;
    let mut first = transaction.prepare_cached(FIRST_BY_SOURCE)?;
    let mut last = transaction.prepare_cached(LAST_BY_SOURCE)?;
    for metric in metrics {
        let Some(id) = names.find(transaction, metric.slug())? else {
            continue;
        };
        let key = (account, id);
        let (start, end, days): (Option<i64>, Option<i64>, u32) =
            extent.query_row(key, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let first: Option<i64> = first.query_row(key, |row| row.get(0))?;
        let last: Option<i64> = last.query_row(key, |row| row.get(0))?;
        let start = start.into_iter().chain(first).min();
        let end = end.into_iter().chain(last).max();
        if let Some((start, end)) = start.zip(end) {
            let extent = DailyExtent {
                first: day(start)?,
                last: day(end)?,
                days,
            };
            found.insert(*metric, extent);
        }
    }
    Ok(found)
}

fn decode(row: &Row, metric: Metric, source: Option<String>) -> Result<DailyValue, Failure> {
    Ok(DailyValue {
        metric,
        day: day(row.get(0)?)?,
        source,
        n: row.get(1)?,
        sum: row.get(2)?,
        min: row.get(3)?,
        max: row.get(4)?,
        first: row.get(5)?,
        last: row.get(6)?,
        diastolic: row.get(7)?,
    })
}

fn day(number: i64) -> Result<Date, Failure> {
    let number = i32::try_from(number).ok();
    number
        .and_then(numbered_day)
        .ok_or(Failure::NotUnderstood("day"))
}
