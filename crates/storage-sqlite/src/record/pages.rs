//! Rows of a record, page after page.

use rusqlite::Transaction;
use vitalog_core::{AccountId, Metric, Reading, Workout};
use vitalog_storage::{RowKey, precision::floor_second};

use super::{reading, workout};
use crate::{codec::Decoder, error::Failure, name::Names};

/// The columns `second` and `fingerprint` of a key; before every row, where there is none.
fn columns(after: Option<RowKey>) -> (i64, i64) {
    after.map_or((i64::MIN, i64::MIN), |(at, fingerprint)| {
        (floor_second(at), fingerprint.to_i64())
    })
}

pub(crate) fn readings(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
    metric: Metric,
    after: Option<RowKey>,
    limit: usize,
) -> Result<Vec<Reading>, Failure> {
    let account = names.find(transaction, account.as_str())?;
    let Some((account, number)) = account.zip(names.find(transaction, metric.slug())?) else {
        return Ok(Vec::new());
    };
    let (second, fingerprint) = columns(after);
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut statement = transaction.prepare_cached(reading::SELECT_AFTER)?;
    let mut rows = statement.query((account, number, second, fingerprint, limit))?;
    let mut decoder = Decoder { transaction, names };
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(reading::decode(&mut decoder, row, metric)?);
    }
    Ok(found)
}

pub(crate) fn workouts(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
    after: Option<RowKey>,
    limit: usize,
) -> Result<Vec<Workout>, Failure> {
    let Some(account) = names.find(transaction, account.as_str())? else {
        return Ok(Vec::new());
    };
    let (second, fingerprint) = columns(after);
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut statement = transaction.prepare_cached(workout::SELECT_AFTER)?;
    let mut rows = statement.query((account, second, fingerprint, limit))?;
    let mut decoder = Decoder { transaction, names };
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(workout::decode(&mut decoder, row)?);
    }
    Ok(found)
}
