//! The first and the last reading of a metric, from the two ends of its rows.

use std::collections::BTreeMap;

use jiff::Timestamp;
use vitalog_core::{AccountId, Metric};

use crate::{
    codec::Columns,
    error::Failure,
    name::Names,
    session::{Parameters, Session},
};

const BOUNDS: &str = "
    SELECT asked.metric,
        (SELECT second FROM reading
         WHERE account = $1 AND metric = asked.metric AND superseded_ms IS NULL
         ORDER BY second, fingerprint LIMIT 1) AS first,
        (SELECT second FROM reading
         WHERE account = $1 AND metric = asked.metric AND superseded_ms IS NULL
         ORDER BY second DESC, fingerprint DESC LIMIT 1) AS last
    FROM unnest($2::integer[]) AS asked (metric)";

pub(crate) async fn bounds(
    session: &Session,
    names: &Names,
    account: &AccountId,
    metrics: &[Metric],
) -> Result<BTreeMap<Metric, (Timestamp, Timestamp)>, Failure> {
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
    for row in &session.select(BOUNDS, parameters).await? {
        let columns = Columns { row, names: &known };
        let metric = numbers.get(&columns.get(0)?);
        let ends = columns.second_or_none(1)?.zip(columns.second_or_none(2)?);
        found.extend(metric.copied().zip(ends));
    }
    Ok(found)
}
