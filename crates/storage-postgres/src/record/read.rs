//! Reading a part of a record, as of one moment.

use std::{collections::BTreeMap, ops::Range};

use futures::future::{join, try_join_all, try_join3, try_join4};
use jiff::Timestamp;
use tokio_postgres::{Row, Statement};
use vitalog_core::{AccountId, Metric};
use vitalog_storage::{Record, RecordQuery, Revision, merge_seconds};

use super::{daily, reading, rows::Rows, workout};
use crate::{
    document,
    error::Failure,
    name::{Known, Names},
    session::{self, Session},
    vendor_record,
};

const REVISION: &str = "SELECT revision FROM record WHERE account = $1";

pub(crate) async fn read(
    session: &Session,
    names: &Names,
    account: &AccountId,
    query: &RecordQuery,
) -> Result<Record, Failure> {
    let asked = Asked::prepare(session, query).await?;
    // Within the transaction, or a name that is new to this program would be looked for before it
    // was there, and its rows be missed that came with it.
    let (begun, known) = join(
        session.begin(session::READ),
        names.find(session, asked.names(account)),
    )
    .await;
    begun?;
    let known = known?;

    let mut record = Record {
        readings: none_yet(query.readings.iter().map(|(metric, _)| *metric)),
        daily: none_yet(query.daily.iter().map(|(metric, _)| *metric)),
        daily_by_source: none_yet(query.daily_by_source.iter().map(|(metric, _)| *metric)),
        ..Record::default()
    };
    if let Some(account) = known.find(account.as_str()) {
        let (revision, rows, digests, documents) = try_join4(
            session.select(REVISION, &[&account]),
            asked.read(session, account, &known),
            vendor_record::read_digests(session, account, &known, query),
            document::read(session, account, &known, &query.documents),
        )
        .await?;
        if let Some(row) = revision.first() {
            let revision: i64 = row.try_get(0)?;
            let revision =
                u64::try_from(revision).map_err(|_| Failure::NotUnderstood("revision"))?;
            record.revision = Revision(revision);
        }
        record.vendor_records = digests;
        record.documents = documents;
        rows.decode_into(&mut record, session, names).await?;
    }
    session.commit().await?;
    Ok(record)
}

fn none_yet<T>(metrics: impl Iterator<Item = Metric>) -> BTreeMap<Metric, Vec<T>> {
    metrics.map(|metric| (metric, Vec::new())).collect()
}

/// What is looked for, each second once, and the statements that find it.
struct Asked<'a> {
    query: &'a RecordQuery,
    readings: BTreeMap<Metric, Vec<Range<i64>>>,
    workouts: Vec<Range<i64>>,
    statements: Statements,
}

/// Statements of which a read sends many.
struct Statements {
    readings: Statement,
    workouts: Statement,
    daily: Statement,
    daily_by_source: Statement,
}

impl<'a> Asked<'a> {
    async fn prepare(session: &Session, query: &'a RecordQuery) -> Result<Self, Failure> {
        let (readings, workouts, daily, daily_by_source) = try_join4(
            session.prepare(reading::SELECT),
            session.prepare(workout::SELECT),
            session.prepare(daily::SELECT),
            session.prepare(daily::SELECT_BY_SOURCE),
        )
        .await?;
        let mut asked: BTreeMap<Metric, Vec<&Range<Timestamp>>> = BTreeMap::new();
        for (metric, range) in &query.readings {
            asked.entry(*metric).or_default().push(range);
        }
        let asked = asked.into_iter();
        Ok(Self {
            query,
            readings: asked
                .map(|(metric, ranges)| (metric, merge_seconds(ranges)))
                .collect(),
            workouts: merge_seconds(&query.workouts),
            statements: Statements {
                readings,
                workouts,
                daily,
                daily_by_source,
            },
        })
    }

    /// The texts that rows hold numbers for.
    fn names(&self, account: &'a AccountId) -> impl Iterator<Item = &'a str> {
        let readings = self.query.readings.iter().map(|(metric, _)| metric);
        let daily = self.query.daily.iter().map(|(metric, _)| metric);
        let by_source = self.query.daily_by_source.iter().map(|(metric, _)| metric);
        let metrics = readings.chain(daily).chain(by_source);
        let records = self.query.vendor_records.iter();
        let documents = self.query.documents.iter();
        std::iter::once(account.as_str())
            .chain(metrics.map(|metric| metric.slug()))
            .chain(records.flat_map(|(vendor, kind, _)| [vendor.as_str(), kind]))
            .chain(documents.map(|(kind, _)| *kind))
    }

    /// Sends a statement per range, all at once. Each finds its rows along the key.
    async fn read(&self, session: &Session, account: i32, names: &Known) -> Result<Rows, Failure> {
        let Statements {
            readings: of_readings,
            workouts: of_workouts,
            daily: of_days,
            daily_by_source: of_sources,
        } = &self.statements;
        let workouts = self.workouts.iter().map(|range| async move {
            let parameters: session::Parameters<'_> = &[&account, &range.start, &range.end];
            session.query(of_workouts, parameters).await
        });
        let daily = |statement, asked| daily::read(session, statement, account, names, asked);
        let (readings, workouts, (daily, daily_by_source)) = try_join3(
            self.read_readings(session, of_readings, account, names),
            try_join_all(workouts),
            futures::future::try_join(
                daily(of_days, &self.query.daily),
                daily(of_sources, &self.query.daily_by_source),
            ),
        )
        .await?;
        Ok(Rows {
            readings,
            workouts,
            daily,
            daily_by_source,
        })
    }

    async fn read_readings(
        &self,
        session: &Session,
        statement: &Statement,
        account: i32,
        names: &Known,
    ) -> Result<Vec<(Metric, Vec<Row>)>, Failure> {
        let readings = self.readings.iter().flat_map(|(metric, ranges)| {
            let number = names.find(metric.slug());
            let ranges = number.map(|number| {
                let ranges = ranges.iter();
                ranges.map(move |range| (*metric, number, range))
            });
            ranges.into_iter().flatten()
        });
        let readings = readings.map(|(metric, number, range)| async move {
            let parameters: session::Parameters<'_> =
                &[&account, &number, &range.start, &range.end];
            Ok((metric, session.query(statement, parameters).await?))
        });
        try_join_all(readings).await
    }
}
