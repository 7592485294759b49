//! Writing daily values: ranges of days are emptied, then filled, each by one statement.

use std::collections::BTreeMap;

use futures::future::try_join;
use jiff::civil::Date;
use vitalog_core::{DailyValue, DayRange, Metric};
use vitalog_storage::{MetricDays, merge_days, precision::day_number};

use crate::{
    codec::number,
    error::Failure,
    name::Known,
    session::{Parameters, Session},
};

/// Values that one statement writes at most, so that a message stays well below a megabyte.
const BATCH: usize = 5_000;

const EMPTY: &str = "
    DELETE FROM daily_value AS value
    USING unnest($2::integer[], $3::integer[], $4::integer[]) AS gone (metric, first, last)
    WHERE value.account = $1 AND value.metric = gone.metric
        AND value.day BETWEEN gone.first AND gone.last";
const EMPTY_BY_SOURCE: &str = "
    DELETE FROM daily_value_by_source AS value
    USING unnest($2::integer[], $3::integer[], $4::integer[]) AS gone (metric, first, last)
    WHERE value.account = $1 AND value.metric = gone.metric
        AND value.day BETWEEN gone.first AND gone.last";
const FILL: &str = "
    INSERT INTO daily_value
        (account, metric, day, n, sum, min, max, first, last, diastolic)
    SELECT $1, * FROM unnest($2::integer[], $3::integer[], $4::bigint[], $5::float8[],
        $6::float8[], $7::float8[], $8::float8[], $9::float8[], $10::float8[])";
const FILL_BY_SOURCE: &str = "
    INSERT INTO daily_value_by_source
        (account, metric, day, n, sum, min, max, first, last, diastolic, source)
    SELECT $1, * FROM unnest($2::integer[], $3::integer[], $4::bigint[], $5::float8[],
        $6::float8[], $7::float8[], $8::float8[], $9::float8[], $10::float8[], $11::integer[])";

/// The texts of daily values that rows hold numbers for.
pub(in crate::record) fn names(days: &MetricDays) -> impl Iterator<Item = &str> {
    let sources = days.values.iter();
    let sources = sources.filter_map(|value| value.source.as_deref());
    sources.chain([days.metric.slug()])
}

pub(in crate::record) async fn put(
    session: &Session,
    account: i32,
    names: &Known,
    put: &[MetricDays],
) -> Result<(), Failure> {
    if put.is_empty() {
        return Ok(());
    }
    let Outcome { emptied, filled } = Outcome::of(put);
    empty(session, account, names, &emptied).await?;
    let (counting, by_source): (Vec<&DailyValue>, Vec<&DailyValue>) =
        filled.into_iter().partition(|value| value.source.is_none());
    for batch in counting.chunks(BATCH) {
        fill(session, account, names, FILL, batch).await?;
    }
    for batch in by_source.chunks(BATCH) {
        fill(session, account, names, FILL_BY_SOURCE, batch).await?;
    }
    Ok(())
}

/// What is left when all has been done in order.
#[derive(Default)]
struct Outcome<'a> {
    emptied: Vec<(Metric, DayRange)>,
    filled: Vec<&'a DailyValue>,
}

impl<'a> Outcome<'a> {
    fn of(put: &'a [MetricDays]) -> Self {
        let mut by_metric: BTreeMap<Metric, Vec<&MetricDays>> = BTreeMap::new();
        for days in put {
            by_metric.entry(days.metric).or_default().push(days);
        }
        let mut outcome = Self::default();
        for (metric, steps) in by_metric {
            let mut filled: BTreeMap<(Date, Option<&str>), &DailyValue> = BTreeMap::new();
            for MetricDays { days, values, .. } in &steps {
                // What an earlier step put there is replaced as well.
                let replaced =
                    filled.extract_if((days.start, None).., |(day, _), _| *day <= days.end);
                replaced.for_each(drop);
                let values = values.iter();
                filled.extend(values.map(|value| ((value.day, value.source.as_deref()), value)));
            }
            outcome.filled.extend(filled.into_values());
            let ranges = merge_days(steps.iter().map(|step| step.days)).into_iter();
            outcome.emptied.extend(ranges.map(|days| (metric, days)));
        }
        outcome
    }
}

async fn empty(
    session: &Session,
    account: i32,
    names: &Known,
    ranges: &[(Metric, DayRange)],
) -> Result<(), Failure> {
    let metrics = ranges.iter().map(|(metric, _)| names.id(metric.slug()));
    let metrics: Vec<i32> = metrics.collect::<Result<_, _>>()?;
    let (starts, ends): (Vec<i32>, Vec<i32>) = ranges
        .iter()
        .map(|(_, days)| (day_number(days.start), day_number(days.end)))
        .unzip();
    let parameters: Parameters<'_> = &[&account, &metrics, &starts, &ends];
    try_join(
        session.change(EMPTY, parameters),
        session.change(EMPTY_BY_SOURCE, parameters),
    )
    .await?;
    Ok(())
}

async fn fill(
    session: &Session,
    account: i32,
    names: &Known,
    sql: &str,
    values: &[&DailyValue],
) -> Result<(), Failure> {
    let numbers = |of: fn(&DailyValue) -> f64| -> Result<Vec<f64>, Failure> {
        values.iter().map(|value| number(of(value))).collect()
    };
    let ids = |of: &dyn Fn(&DailyValue) -> Result<i32, Failure>| -> Result<Vec<i32>, Failure> {
        values.iter().map(|value| of(value)).collect()
    };
    let metrics = ids(&|value| names.id(value.metric.slug()))?;
    let days = ids(&|value| Ok(day_number(value.day)))?;
    let counts: Vec<i64> = values.iter().map(|value| value.n.into()).collect();
    let (sums, lows, highs) = (
        numbers(|value| value.sum)?,
        numbers(|value| value.min)?,
        numbers(|value| value.max)?,
    );
    let (firsts, lasts) = (numbers(|value| value.first)?, numbers(|value| value.last)?);
    let diastolic: Vec<Option<f64>> = values
        .iter()
        .map(|value| value.diastolic.map(number).transpose())
        .collect::<Result<_, _>>()?;
    let sources: Vec<i32> = values
        .iter()
        .filter_map(|value| value.source.as_deref())
        .map(|source| names.id(source))
        .collect::<Result<_, _>>()?;
    let columns: Parameters<'_> = &[
        &account, &metrics, &days, &counts, &sums, &lows, &highs, &firsts, &lasts, &diastolic,
        &sources,
    ];
    // The values that count have no source.
    let taken = if sources.is_empty() {
        &columns[..columns.len() - 1]
    } else {
        columns
    };
    session.change(sql, taken).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn value(day: i8, source: Option<&str>, sum: f64) -> DailyValue {
        DailyValue {
            metric: Metric::Weight,
            day: date(2026, 10, day),
            source: source.map(str::to_owned),
            n: 1,
            sum,
            min: sum,
            max: sum,
            first: sum,
            last: sum,
            diastolic: None,
        }
    }

    fn days(start: i8, end: i8, values: Vec<DailyValue>) -> MetricDays {
        MetricDays {
            metric: Metric::Weight,
            days: DayRange {
                start: date(2026, 10, start),
                end: date(2026, 10, end),
            },
            values,
        }
    }

    #[test]
    fn later_days_replace_what_earlier_ones_put() {
        let put = [
            days(
                1,
                4,
                vec![
                    value(1, None, 1.0),
                    value(2, Some("a"), 2.0),
                    value(3, None, 3.0),
                    value(4, Some("b"), 4.0),
                ],
            ),
            days(2, 3, vec![value(3, Some("c"), 5.0)]),
            days(9, 9, Vec::new()),
        ];
        let Outcome { emptied, filled } = Outcome::of(&put);
        let ranges: Vec<(i8, i8)> = emptied
            .iter()
            .map(|(_, days)| (days.start.day(), days.end.day()))
            .collect();
        assert_eq!(ranges, [(1, 4), (9, 9)]);
        let sums: Vec<f64> = filled.iter().map(|value| value.sum).collect();
        assert_eq!(sums, [1.0, 5.0, 4.0]);
    }
}
