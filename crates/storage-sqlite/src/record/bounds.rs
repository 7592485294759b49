//! The first and the last reading of a metric, from the two ends of its rows.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction};
use vitalog_core::{AccountId, Metric};

use crate::{codec::second, error::Failure, name::Names};

pub(super) const FIRST: &str = "
    SELECT second FROM reading
    WHERE account = ?1 AND metric = ?2 AND superseded_ms IS NULL
    ORDER BY second, fingerprint LIMIT 1";
pub(super) const LAST: &str = "
    SELECT second FROM reading
    WHERE account = ?1 AND metric = ?2 AND superseded_ms IS NULL
    ORDER BY second DESC, fingerprint DESC LIMIT 1";

pub(crate) fn bounds(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
    metrics: &[Metric],
) -> Result<BTreeMap<Metric, (Timestamp, Timestamp)>, Failure> {
    let mut found = BTreeMap::new();
    let Some(account) = names.find(transaction, account.as_str())? else {
        return Ok(found);
    };
    for metric in metrics {
        let Some(metric_id) = names.find(transaction, metric.slug())? else {
            continue;
        };
        let end = |sql: &str| -> Result<Option<Timestamp>, Failure> {
            let mut statement = transaction.prepare_cached(sql)?;
            let row = statement.query_row((account, metric_id), |row| row.get(0));
            row.optional()?.map(second).transpose()
        };
        if let Some(both) = end(FIRST)?.zip(end(LAST)?) {
            found.insert(*metric, both);
        }
    }
    Ok(found)
}
