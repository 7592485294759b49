//! Rows of a record, page after page.

use vitalog_core::{AccountId, Metric, Reading, Workout};
use vitalog_storage::{Record, RowKey, precision::floor_second};

use super::{reading, rows::Rows, workout};
use crate::{
    codec::page,
    error::Failure,
    name::Names,
    session::{Parameters, Session},
};

/// The columns `second` and `fingerprint` of a key; before every row, where there is none.
fn columns(after: Option<RowKey>) -> (i64, i64) {
    after.map_or((i64::MIN, i64::MIN), |(at, fingerprint)| {
        (floor_second(at), fingerprint.to_i64())
    })
}

pub(crate) async fn readings(
    session: &Session,
    names: &Names,
    account: &AccountId,
    metric: Metric,
    after: Option<RowKey>,
    limit: usize,
) -> Result<Vec<Reading>, Failure> {
    let texts = [account.as_str(), metric.slug()];
    let known = names.find(session, texts).await?;
    let account = known.find(account.as_str());
    let Some((account, number)) = account.zip(known.find(metric.slug())) else {
        return Ok(Vec::new());
    };
    let (second, fingerprint) = columns(after);
    let limit = page(limit);
    let parameters: Parameters<'_> = &[&account, &number, &second, &fingerprint, &limit];
    let rows = session.select(reading::SELECT_AFTER, parameters).await?;
    let rows = Rows {
        readings: vec![(metric, rows)],
        ..Rows::default()
    };
    let mut record = Record::default();
    rows.decode_into(&mut record, session, names).await?;
    Ok(record.readings.remove(&metric).unwrap_or_default())
}

pub(crate) async fn workouts(
    session: &Session,
    names: &Names,
    account: &AccountId,
    after: Option<RowKey>,
    limit: usize,
) -> Result<Vec<Workout>, Failure> {
    let known = names.find(session, [account.as_str()]).await?;
    let Some(account) = known.find(account.as_str()) else {
        return Ok(Vec::new());
    };
    let (second, fingerprint) = columns(after);
    let limit = page(limit);
    let parameters: Parameters<'_> = &[&account, &second, &fingerprint, &limit];
    let rows = session.select(workout::SELECT_AFTER, parameters).await?;
    let rows = Rows {
        workouts: vec![rows],
        ..Rows::default()
    };
    let mut record = Record::default();
    rows.decode_into(&mut record, session, names).await?;
    Ok(record.workouts)
}
