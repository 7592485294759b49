//! Days of a person who does not exist, as an export; and what a record holds, to be compared.

use std::path::{Path, PathBuf};

use jiff::{Timestamp, civil::date, tz::TimeZone};
use vitalog_core::{Account, Metric, Reading};
use vitalog_storage::{RecordQuery, Storage, VendorRecord};
use vitalog_synthetic::{
    Day, Person,
    apple_export::{self, Options, Units},
};

/// Some days of a life, the last of them complete.
pub(crate) fn days(seed: u64, count: usize) -> Vec<Day> {
    let person = person(seed);
    let mut days: Vec<Day> = person.record(person.days()).collect();
    days.drain(..days.len() - count);
    days
}

fn person(seed: u64) -> Person {
    let zone = TimeZone::get("Europe/Berlin").unwrap();
    Person::new(seed, zone, date(2026, 6, 30), 40)
}

/// Writes them as an export.
pub(crate) fn write(days: &[Day], units: Units, zone: &str, path: PathBuf) -> PathBuf {
    let options = Options {
        units,
        zone: TimeZone::get(zone).unwrap(),
        made_at: "2026-07-01T12:00:00Z".parse().unwrap(),
        repeats: true,
    };
    let mut out = Vec::new();
    apple_export::write(days, &options, &mut out).unwrap();
    std::fs::write(&path, out).unwrap();
    path
}

/// All that an import can have written, whenever it did.
#[derive(PartialEq, Debug)]
pub(crate) struct Contents {
    readings: Vec<Reading>,
    workouts: Vec<vitalog_core::Workout>,
    daily: Vec<vitalog_core::DailyValue>,
    kept: Vec<VendorRecord>,
}

impl Contents {
    pub(crate) async fn of(storage: &dyn Storage, account: &Account) -> Self {
        let ever = Timestamp::MIN..Timestamp::MAX;
        let always = vitalog_core::DayRange {
            start: jiff::civil::Date::MIN,
            end: jiff::civil::Date::MAX,
        };
        let metrics = Metric::ALL.iter().copied();
        let query = RecordQuery {
            readings: metrics
                .clone()
                .map(|metric| (metric, ever.clone()))
                .collect(),
            daily: metrics.clone().map(|metric| (metric, always)).collect(),
            daily_by_source: metrics.map(|metric| (metric, always)).collect(),
            workouts: vec![ever],
            ..RecordQuery::default()
        };
        let record = storage.read_record(&account.id, &query).await.unwrap();
        let kept = storage.list_all_vendor_records(&account.id, None, usize::MAX);
        let mut kept = kept.await.unwrap();
        kept.sort_by_key(VendorRecord::key);
        let at_rest = |at: &mut Timestamp| *at = Timestamp::UNIX_EPOCH;
        let mut readings: Vec<Reading> = record.readings.into_values().flatten().collect();
        for row in &mut readings {
            at_rest(&mut row.ingested_at);
        }
        let mut workouts = record.workouts;
        for row in &mut workouts {
            at_rest(&mut row.ingested_at);
        }
        let daily = record
            .daily
            .into_values()
            .chain(record.daily_by_source.into_values());
        Self {
            readings,
            workouts,
            daily: daily.flatten().collect(),
            kept,
        }
    }

    pub(crate) fn readings(&self) -> &[Reading] {
        &self.readings
    }

    pub(crate) fn daily(&self) -> &[vitalog_core::DailyValue] {
        &self.daily
    }

    /// What differs first, without the rest of megabytes.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        fn first<T: PartialEq + std::fmt::Debug>(what: &str, a: &[T], b: &[T]) -> Option<String> {
            let place = a.iter().zip(b).position(|(a, b)| a != b);
            let place = place.or((a.len() != b.len()).then_some(a.len().min(b.len())))?;
            let (one, other) = (a.get(place), b.get(place));
            Some(format!(
                "{what} {place} of {} and {}: {one:?} and {other:?}",
                a.len(),
                b.len()
            ))
        }
        first("reading", &self.readings, &other.readings)
            .or_else(|| first("workout", &self.workouts, &other.workouts))
            .or_else(|| first("daily value", &self.daily, &other.daily))
            .or_else(|| first("kept record", &self.kept, &other.kept))
    }
}

pub(crate) fn export_in(folder: &Path) -> PathBuf {
    folder.join("export.xml")
}
