//! A hundred days of a whole life, and plain lists of what they hold.

use std::collections::BTreeMap;

use jiff::{Timestamp, ToSpan, civil::Date, tz::TimeZone};
use tokio::sync::OnceCell;
use vitalog_core::{Metric, Reading};
use vitalog_sync::{Ingest, PushHeaders};
use vitalog_synthetic::{Person, hae};

use crate::fixture::Fixture;

/// The clocks change on the first of November.
pub(crate) const TODAY: Date = jiff::civil::date(2026, 11, 4);
const DAYS: u16 = 100;

static LIFE: OnceCell<Fixture> = OnceCell::const_new();

/// The life, made once; nobody changes it.
pub(crate) async fn life() -> &'static Fixture {
    LIFE.get_or_init(make).await
}

/// The same life, of one's own.
pub(crate) async fn make() -> Fixture {
    let fixture = Fixture::at("2026-11-04T20:00:00-08:00");
    let person = Person::new(3, fixture.account.zone.clone(), TODAY, DAYS);
    let days: Vec<_> = person.record(person.days()).collect();
    let ingest = Ingest::new(fixture.storage.clone(), fixture.clock.clone());
    let options = hae::Options {
        kinds: hae::Kind::ALL.to_vec(),
        ..hae::Options::default()
    };
    for part in days.chunks(10) {
        for sent in hae::push(part, &options) {
            let headers = PushHeaders::default();
            let pushed = ingest.ingest(&fixture.account, &headers, sent.body.as_bytes());
            pushed.await.unwrap();
        }
    }
    fixture
}

/// The readings of a metric, as plainly as they are stored.
pub(crate) async fn rows(fixture: &Fixture, metric: Metric) -> Vec<Reading> {
    let mut record = fixture.record().await;
    let rows = record.readings.remove(&metric).unwrap();
    rows.into_iter().filter(|row| row.marks.counts()).collect()
}

fn day_of(at: Timestamp, zone: &TimeZone) -> Date {
    zone.to_datetime(at).date()
}

/// The numbers of each day, one after the other.
pub(crate) async fn numbers(fixture: &Fixture, metric: Metric) -> BTreeMap<Date, Vec<f64>> {
    let mut by_day: BTreeMap<Date, Vec<f64>> = BTreeMap::new();
    for row in rows(fixture, metric).await {
        let day = day_of(row.at, &fixture.account.zone);
        by_day.entry(day).or_default().push(row.quantity.first());
    }
    by_day
}

/// What each day adds up to, second by second: in each second the most believed of the sources that
/// say something of it is heard, and of the others nothing.
pub(crate) async fn totals(
    fixture: &Fixture,
    metric: Metric,
    believed: &[&str],
) -> BTreeMap<Date, f64> {
    let mut rows = rows(fixture, metric).await;
    let place = |row: &Reading| believed.iter().position(|name| row.source.contains(name));
    assert!(rows.iter().all(|row| place(row).is_some()), "{metric:?}");
    rows.sort_by_key(place);
    let mut heard: BTreeMap<i64, usize> = BTreeMap::new();
    let mut totals: BTreeMap<Date, f64> = BTreeMap::new();
    for row in &rows {
        let (start, end) = (
            row.at.as_second(),
            row.until.map_or(0, Timestamp::as_second),
        );
        if end <= start {
            *totals
                .entry(day_of(row.at, &fixture.account.zone))
                .or_default() += row.quantity.first();
            continue;
        }
        #[expect(clippy::cast_precision_loss, reason = "it is less than a day")]
        let of_second = row.quantity.first() / (end - start) as f64;
        for second in start..end {
            let who = *heard.entry(second).or_insert(place(row).unwrap());
            if who == place(row).unwrap() {
                let at = Timestamp::from_second(second).unwrap();
                *totals.entry(day_of(at, &fixture.account.zone)).or_default() += of_second;
            }
        }
    }
    totals
}

/// The last days, today among them.
pub(crate) fn last<T: Clone>(by_day: &BTreeMap<Date, T>, days: i64) -> Vec<(Date, T)> {
    let start = TODAY.saturating_sub((days - 1).days());
    let shown = by_day.range(start..=TODAY);
    shown.map(|(day, value)| (*day, value.clone())).collect()
}

pub(crate) fn mean(values: &[f64]) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "they are few")]
    let count = values.len() as f64;
    values.iter().sum::<f64>() / count
}

/// Rounded as people do it.
pub(crate) fn round(value: f64, decimals: i32) -> f64 {
    let factor = 10_f64.powi(decimals);
    (value * factor).round() / factor
}
