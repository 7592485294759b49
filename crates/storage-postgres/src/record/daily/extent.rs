//! On which days a metric has daily values.

use std::collections::BTreeMap;

use vitalog_core::{AccountId, Metric};
use vitalog_storage::{DailyExtent, precision::numbered_day};

use crate::{
    error::Failure,
    name::Names,
    session::{Parameters, Session},
};

/// The ends are found at the ends of the keys. `least` and `greatest` leave out what is null.
const EXTENTS: &str = "
    SELECT asked.metric,
        least(
            (SELECT min(day) FROM daily_value
             WHERE account = $1 AND metric = asked.metric),
            (SELECT min(day) FROM daily_value_by_source
             WHERE account = $1 AND metric = asked.metric)),
        greatest(
            (SELECT max(day) FROM daily_value
             WHERE account = $1 AND metric = asked.metric),
            (SELECT max(day) FROM daily_value_by_source
             WHERE account = $1 AND metric = asked.metric)),
        (SELECT count(*) FROM daily_value WHERE account = $1 AND metric = asked.metric)
    FROM unnest($2::integer[]) AS asked (metric)";

pub(crate) async fn extents(
    session: &Session,
    names: &Names,
    account: &AccountId,
    metrics: &[Metric],
) -> Result<BTreeMap<Metric, DailyExtent>, Failure> {
    let slugs = metrics.iter().map(|metric| metric.slug());
    let known = names.find(session, slugs.chain([account.as_str()])).await?;
    let mut found = BTreeMap::new();
    let Some(account) = known.find(account.as_str()) else {
        return Ok(found);
    };
    let numbers: BTreeMap<i32, Metric> = metrics
        .iter()
        .filter_map(|metric| Some((known.find(metric.slug())?, *metric)))
        .collect();
    let asked: Vec<i32> = numbers.keys().copied().collect();
    let parameters: Parameters<'_> = &[&account, &asked];
    let day = |number: i32| numbered_day(number).ok_or(Failure::NotUnderstood("day"));
    for row in session.select(EXTENTS, parameters).await? {
        let ends: (Option<i32>, Option<i32>) = (row.try_get(1)?, row.try_get(2)?);
        let metric = numbers.get(&row.try_get(0)?);
        if let (Some(metric), (Some(first), Some(last))) = (metric, ends) {
            let days: i64 = row.try_get(3)?;
            let extent = DailyExtent {
                first: day(first)?,
                last: day(last)?,
                days: u32::try_from(days).map_err(|_| Failure::NotUnderstood("day"))?,
            };
            found.insert(*metric, extent);
        }
    }
    Ok(found)
}
