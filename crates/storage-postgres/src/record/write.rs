//! Writing a change of a record, all or nothing.

use std::{
    collections::{BTreeMap, BTreeSet},
    future::ready,
};

use futures::future::{try_join, try_join_all};
use vitalog_core::{AccountId, Fingerprint, Metric, Reading, Workout};
use vitalog_storage::{
    RecordChange, Revision, VendorRecord, Written,
    precision::{floor_second, is_finite},
};

use super::{bulk, daily, reading, workout};
use crate::{
    document,
    error::Failure,
    name::{Known, Names},
    session::{self, Session},
    vendor_record,
};

/// Locks the record's row until the transaction ends, so that nobody else changes the record. A
/// second writer waits here, and then finds another revision.
const ADVANCE: &str = "
    UPDATE record SET revision = revision + 1 WHERE account = $1 AND revision = $2";
const CREATE: &str = "
    INSERT INTO record (account, revision) VALUES ($1, 1) ON CONFLICT (account) DO NOTHING";
const IS_AT: &str = "SELECT FROM record WHERE account = $1 AND revision = $2";
const EXISTS: &str = "SELECT FROM record WHERE account = $1";

pub(crate) async fn write(
    session: &Session,
    names: &Names,
    account: &AccountId,
    read_at: Revision,
    change: &RecordChange,
) -> Result<Written, Failure> {
    // A revision too large to be stored is one that no record has.
    let Ok(stored) = i64::try_from(read_at.0) else {
        return Ok(Written::Stale);
    };
    if change.is_empty() {
        let current = is_at(session, names, account, stored).await?;
        return Ok(if current {
            Written::Done(read_at)
        } else {
            Written::Stale
        });
    }
    let parts = Parts::of(change);
    let texts = parts.names(account);
    let (known, account) = loop {
        let known = names.intern(session, texts.iter().copied()).await?;
        let number = known.id(account.as_str())?;
        if !advance(session, number, stored).await? {
            session.roll_back().await?;
            return Ok(Written::Stale);
        }
        if names.keep(session, &known, texts.iter().copied()).await? {
            break (known, number);
        }
        session.roll_back().await?;
    };
    if !is_finite(change) {
        session.roll_back().await?;
        return Err(Failure::NotFinite);
    }
    parts.write(session, account, &known).await?;
    session.commit().await?;
    Ok(Written::Done(Revision(read_at.0 + 1)))
}

async fn is_at(
    session: &Session,
    names: &Names,
    account: &AccountId,
    revision: i64,
) -> Result<bool, Failure> {
    let known = names.find(session, [account.as_str()]).await?;
    let Some(account) = known.find(account.as_str()) else {
        return Ok(revision == 0);
    };
    if revision == 0 {
        return Ok(session.select(EXISTS, &[&account]).await?.is_empty());
    }
    let rows = session.select(IS_AT, &[&account, &revision]).await?;
    Ok(!rows.is_empty())
}

/// Begins the transaction and moves the record on from a revision; false if it has another.
async fn advance(session: &Session, account: i32, revision: i64) -> Result<bool, Failure> {
    let parameters: session::Parameters<'_> = &[&account, &revision];
    let (sql, parameters) = if revision == 0 {
        (CREATE, &parameters[..1])
    } else {
        (ADVANCE, parameters)
    };
    let statement = session.prepare(sql).await?;
    let ((), changed) = try_join(
        session.begin(session::WRITE),
        session.execute(&statement, parameters),
    )
    .await?;
    Ok(changed == 1)
}

type ReadingKey = (Metric, i64, Fingerprint);

/// What is to be written, each row once.
struct Parts<'a> {
    delete_readings: BTreeSet<ReadingKey>,
    put_readings: Vec<&'a Reading>,
    put_workouts: Vec<&'a Workout>,
    put_vendor_records: Vec<&'a VendorRecord>,
    change: &'a RecordChange,
}

impl<'a> Parts<'a> {
    fn of(change: &'a RecordChange) -> Self {
        let put_readings = bulk::last_of_each_key(&change.put_readings);
        let deleted = change.delete_readings.iter();
        let mut delete_readings: BTreeSet<ReadingKey> = deleted
            .map(|(metric, at, fingerprint)| (*metric, floor_second(*at), *fingerprint))
            .collect();
        // What is put afterwards replaces its row, deleted or not.
        for reading in &put_readings {
            let second = floor_second(reading.at);
            delete_readings.remove(&(reading.metric, second, reading.fingerprint));
        }
        let workouts = change.put_workouts.iter();
        let workouts = workouts.map(|row| ((floor_second(row.start), row.fingerprint), row));
        let records = change.put_vendor_records.iter();
        let records = records.map(|row| ((&row.vendor, &row.kind, &row.id), row));
        Self {
            delete_readings,
            put_readings,
            put_workouts: workouts.collect::<BTreeMap<_, _>>().into_values().collect(),
            put_vendor_records: records.collect::<BTreeMap<_, _>>().into_values().collect(),
            change,
        }
    }

    /// The texts that rows hold numbers for.
    fn names(&self, account: &'a AccountId) -> BTreeSet<&'a str> {
        let readings = self.put_readings.iter();
        let workouts = self.put_workouts.iter();
        let records = self.put_vendor_records.iter();
        let daily = self.change.put_daily.iter();
        let documents = self.change.put_documents.iter();
        std::iter::once(account.as_str())
            .chain(readings.flat_map(|reading| reading::names(reading)))
            .chain(workouts.flat_map(|workout| workout::names(workout)))
            .chain(records.flat_map(|record| [record.vendor.as_str(), &record.kind]))
            .chain(daily.flat_map(daily::names))
            .chain(documents.map(|document| document.kind))
            .collect()
    }

    async fn write(&self, session: &Session, account: i32, names: &Known) -> Result<(), Failure> {
        self.delete_readings(session, account, names).await?;
        let workouts = self.put_workouts.iter();
        try_join_all(workouts.map(|row| workout::put(session, account, names, row))).await?;
        let records = self.put_vendor_records.iter();
        let records = records.map(|record| vendor_record::put(session, account, names, record));
        try_join_all(records).await?;
        daily::put(session, account, names, &self.change.put_daily).await?;
        for write in &self.change.put_documents {
            document::replace(session, account, names, write).await?;
        }
        bulk::put(session, account, names, &self.put_readings).await
    }

    async fn delete_readings(
        &self,
        session: &Session,
        account: i32,
        names: &Known,
    ) -> Result<(), Failure> {
        if self.delete_readings.is_empty() {
            return Ok(());
        }
        let statement = session.prepare(reading::DELETE).await?;
        let deletions = self.delete_readings.iter();
        let deletions = deletions.map(|(metric, second, fingerprint)| {
            let (metric, fingerprint) = (names.find(metric.slug()), fingerprint.to_i64());
            let statement = &statement;
            async move {
                let Some(metric) = metric else {
                    return ready(Ok(0)).await;
                };
                let key: session::Parameters<'_> = &[&account, &metric, second, &fingerprint];
                session.execute(statement, key).await
            }
        });
        try_join_all(deletions).await?;
        Ok(())
    }
}
