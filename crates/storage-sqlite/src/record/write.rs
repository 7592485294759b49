//! Writing a change of a record, all or nothing.

use rusqlite::Transaction;
use vitalog_core::{AccountId, Reading, Workout};
use vitalog_storage::{RecordChange, Revision, Written, precision::floor_second};

use super::{daily, read::revision, reading, workout};
use crate::{document, error::Failure, name::Names, vendor_record};

const SET_REVISION: &str = "
    INSERT INTO record (account, revision) VALUES (?1, ?2)
    ON CONFLICT (account) DO UPDATE SET revision = excluded.revision";

/// Readings that one statement writes. To run a statement costs more than to write a row.
const BATCH: usize = 32;

pub(crate) fn write(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
    read_at: Revision,
    change: &RecordChange,
) -> Result<Written, Failure> {
    let stored = revision(transaction, names, account)?;
    let current = stored.map_or(Revision(0), |(_, revision)| revision);
    if current != read_at {
        return Ok(Written::Stale);
    }
    if change.is_empty() {
        return Ok(Written::Done(current));
    }
    let account = match stored {
        Some((account, _)) => account,
        None => names.intern(transaction, account.as_str())?,
    };
    let next = current.0 + 1;
    let next_stored = i64::try_from(next).map_err(|_| Failure::TooLarge)?;
    transaction
        .prepare_cached(SET_REVISION)?
        .execute((account, next_stored))?;

    delete_readings(transaction, names, account, change)?;
    put_readings(transaction, names, account, &change.put_readings)?;
    put_workouts(transaction, names, account, &change.put_workouts)?;
    vendor_record::put(transaction, names, account, &change.put_vendor_records)?;
    daily::put(transaction, names, account, &change.put_daily)?;
    for write in &change.put_documents {
        document::replace(transaction, names, account, write)?;
    }
    Ok(Written::Done(Revision(next)))
}

fn delete_readings(
    transaction: &Transaction,
    names: &mut Names,
    account: i64,
    change: &RecordChange,
) -> Result<(), Failure> {
    let mut statement = transaction.prepare_cached(reading::DELETE)?;
    for (metric, at, fingerprint) in &change.delete_readings {
        if let Some(metric) = names.find(transaction, metric.slug())? {
            statement.execute((account, metric, floor_second(*at), fingerprint.to_i64()))?;
        }
    }
    Ok(())
}

fn put_readings(
    transaction: &Transaction,
    names: &mut Names,
    account: i64,
    readings: &[Reading],
) -> Result<(), Failure> {
    // In the order of the keys each page of the table is visited once. The sort keeps the order
    // of equal keys, so that the later row stands.
    let mut sorted: Vec<&Reading> = readings.iter().collect();
    sorted.sort_by_key(|reading| {
        (
            reading.metric,
            floor_second(reading.at),
            reading.fingerprint,
        )
    });
    let mut binder = reading::Binder::new(transaction, names, account);
    let (batches, rest) = sorted.split_at(sorted.len() - sorted.len() % BATCH);
    for (readings, at_once) in [(batches, BATCH), (rest, 1)] {
        let mut statement = transaction.prepare_cached(&reading::put_sql(at_once))?;
        for batch in readings.chunks(at_once) {
            for (place, reading) in batch.iter().enumerate() {
                binder.bind(&mut statement, place, reading)?;
            }
            statement.raw_execute()?;
        }
    }
    Ok(())
}

fn put_workouts(
    transaction: &Transaction,
    names: &mut Names,
    account: i64,
    workouts: &[Workout],
) -> Result<(), Failure> {
    let mut statement = transaction.prepare_cached(workout::PUT)?;
    for workout in workouts {
        workout::put(&mut statement, transaction, names, account, workout)?;
    }
    Ok(())
}
