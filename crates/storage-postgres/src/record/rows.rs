//! Rows of a record as the server sent them.

use std::collections::{BTreeMap, BTreeSet};

use tokio_postgres::Row;
use vitalog_core::{Metric, Workout};
use vitalog_storage::Record;

use super::{daily, reading, workout};
use crate::{
    codec::Columns,
    error::Failure,
    name::{Known, Names},
    session::Session,
};

/// Rows of a metric, range after range.
pub(super) type MetricRows = Vec<(Metric, Vec<Row>)>;

/// Rows as the server sent them.
#[derive(Default)]
pub(super) struct Rows {
    pub(super) readings: MetricRows,
    pub(super) workouts: Vec<Vec<Row>>,
    pub(super) daily: MetricRows,
    pub(super) daily_by_source: MetricRows,
}

impl Rows {
    /// Reads the rows into a record, after looking up the names in them that are not known yet.
    pub(super) async fn decode_into(
        &self,
        record: &mut Record,
        session: &Session,
        names: &Names,
    ) -> Result<(), Failure> {
        let mut decoded = self.decode(&names.known());
        if let Err(Failure::UnknownName) = decoded {
            let known = names.read(session, self.names()?).await?;
            decoded = self.decode(&known);
        }
        let decoded = decoded?;
        record.readings.extend(decoded.readings);
        record.workouts = decoded.workouts;
        record.daily.extend(decoded.daily);
        record.daily_by_source.extend(decoded.daily_by_source);
        Ok(())
    }

    fn decode(&self, names: &Known) -> Result<Record, Failure> {
        let workouts = self.workouts.iter().flatten();
        let workouts = workouts.map(|row| workout::decode(Columns { row, names }));
        let workouts: Vec<Workout> = workouts.collect::<Result<_, _>>()?;
        let mut daily_by_source = of_metrics(&self.daily_by_source, names, daily::decode)?;
        for values in daily_by_source.values_mut() {
            // The key orders sources by their numbers.
            values.sort_by(|a, b| (a.day, &a.source).cmp(&(b.day, &b.source)));
        }
        Ok(Record {
            readings: of_metrics(&self.readings, names, reading::decode)?,
            workouts,
            daily: of_metrics(&self.daily, names, daily::decode)?,
            daily_by_source,
            ..Record::default()
        })
    }

    /// The numbers of every name in the rows.
    fn names(&self) -> Result<BTreeSet<i32>, Failure> {
        let readings = self.readings.iter().flat_map(|(_, rows)| rows);
        let readings = readings.map(|row| (row, reading::NAMES));
        let workouts = self.workouts.iter().flatten();
        let workouts = workouts.map(|row| (row, workout::NAMES));
        let daily = self.daily_by_source.iter().flat_map(|(_, rows)| rows);
        let daily = daily.map(|row| (row, daily::NAMES));
        let mut ids = BTreeSet::new();
        for (row, places) in readings.chain(workouts).chain(daily) {
            for place in places {
                ids.extend(row.try_get::<_, Option<i32>>(*place)?);
            }
        }
        Ok(ids)
    }
}

fn of_metrics<T>(
    rows: &MetricRows,
    names: &Known,
    decode: impl Fn(Columns<'_>, Metric) -> Result<T, Failure>,
) -> Result<BTreeMap<Metric, Vec<T>>, Failure> {
    let mut found: BTreeMap<Metric, Vec<T>> = BTreeMap::new();
    for (metric, rows) in rows {
        let values = found.entry(*metric).or_default();
        for row in rows {
            values.push(decode(Columns { row, names }, *metric)?);
        }
    }
    Ok(found)
}
