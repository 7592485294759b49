//! On which days a metric was recorded first and last, in the whole record.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use jiff::{SignedDuration, Timestamp, ToSpan, civil::Date};
use vitalog_core::{Account, DayFinder, DayRange, Metric, day::day_of, metric::DailyRule};
use vitalog_storage::RecordQuery;

use crate::{AnyMetric, Service, ServiceError, day_values::Beside};

/// The first and the last day of a metric in the whole record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedDays {
    /// The first day.
    pub first: Date,
    /// The last day.
    pub last: Date,
}

/// How far from the start of its first or last reading the day of a night is looked for.
const BESIDE_DAYS: i64 = 3;

/// How far from the first or last reading another may be that is of an earlier or a later day: all
/// that names one day begins within so long.
const BESIDE: SignedDuration = SignedDuration::from_hours(80);

impl Service {
    /// The first and last days of those of `metrics` that were ever recorded. No reading between
    /// them is read.
    pub(crate) async fn recorded_days(
        &self,
        account: &Account,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, RecordedDays>, ServiceError> {
        let is_night = |metric: &Metric| metric.row().daily == DailyRule::Night;
        let nights = metrics.iter().copied().filter(is_night);
        let nights: BTreeSet<Metric> = nights.collect();
        let mut asked: BTreeSet<Metric> = metrics.iter().copied().collect();
        if !nights.is_empty() {
            // The hours of a night are made of all its stages.
            asked.extend(Metric::SLEEP);
        }
        let asked: Vec<Metric> = asked.into_iter().collect();
        let bounds = self.storage.bounds(&account.id, &asked).await?;
        let mut recorded = BTreeMap::new();
        let (named, others): (Vec<Metric>, Vec<Metric>) = metrics
            .iter()
            .filter(|metric| !is_night(metric))
            .partition(|metric| metric.names_its_day());
        for metric in &others {
            if let Some((first, last)) = bounds.get(metric) {
                let days = RecordedDays {
                    first: day_of(*first, &account.zone),
                    last: day_of(*last, &account.zone),
                };
                recorded.insert(*metric, days);
            }
        }
        recorded.extend(self.named_days(account, &named, &bounds).await?);
        if !nights.is_empty() {
            let own = self.recorded_nights(account, &nights, &bounds).await?;
            recorded.extend(own);
        }
        Ok(recorded)
    }

    /// The same for metrics of which a source may name the day: the first reading need not be of
    /// the first day.
    async fn named_days(
        &self,
        account: &Account,
        metrics: &[Metric],
        bounds: &BTreeMap<Metric, (Timestamp, Timestamp)>,
    ) -> Result<BTreeMap<Metric, RecordedDays>, ServiceError> {
        let bounds = metrics
            .iter()
            .filter_map(|metric| Some((*metric, *bounds.get(metric)?)));
        let readings: Vec<(Metric, Range<Timestamp>)> = bounds
            .flat_map(|(metric, (first, last))| {
                let early = first..first.saturating_add(BESIDE).unwrap_or(Timestamp::MAX);
                let late = last.saturating_sub(BESIDE).unwrap_or(Timestamp::MIN);
                let after = last.saturating_add(SignedDuration::from_secs(1));
                let late = late..after.unwrap_or(Timestamp::MAX);
                [early, late].map(|instants| (metric, instants))
            })
            .collect();
        if readings.is_empty() {
            return Ok(BTreeMap::new());
        }
        let query = RecordQuery {
            readings,
            ..RecordQuery::default()
        };
        let record = self.storage.read_record(&account.id, &query).await?;
        let mut days = DayFinder::new(&account.zone);
        let mut recorded = BTreeMap::new();
        for (metric, rows) in &record.readings {
            let counting = rows.iter().filter(|row| row.marks.counts());
            let told = counting.map(|row| row.day_in(&mut days));
            if let Some(told) = RecordedDays::with(None, told) {
                recorded.insert(*metric, told);
            }
        }
        Ok(recorded)
    }

    /// The same for the hours of nights, which belong to the day of waking. Which day that is, and
    /// of which stages a total is made, only the nights themselves tell.
    async fn recorded_nights(
        &self,
        account: &Account,
        nights: &BTreeSet<Metric>,
        bounds: &BTreeMap<Metric, (Timestamp, Timestamp)>,
    ) -> Result<BTreeMap<Metric, RecordedDays>, ServiceError> {
        let stages = Metric::SLEEP.iter().filter_map(|stage| bounds.get(stage));
        let edges: BTreeSet<Date> = stages
            .flat_map(|(first, last)| [*first, *last])
            .map(|at| day_of(at, &account.zone))
            .collect();
        let mut recorded: BTreeMap<Metric, RecordedDays> = BTreeMap::new();
        for edge in edges {
            let beside = Beside {
                by_source: true,
                ..Beside::default()
            };
            let days = around(edge);
            let values = self
                .day_values(account, nights.iter().copied(), days, beside)
                .await?;
            for metric in nights {
                let told = days.days().filter(|day| values.is_told(*metric, *day));
                let known = recorded.get(metric).copied();
                if let Some(days) = RecordedDays::with(known, told) {
                    recorded.insert(*metric, days);
                }
            }
        }
        Ok(recorded)
    }
}

fn around(day: Date) -> DayRange {
    DayRange {
        start: day.saturating_sub(BESIDE_DAYS.days()),
        end: day.saturating_add(BESIDE_DAYS.days()),
    }
}

impl RecordedDays {
    /// With days that are known to have a value: what is spread over midnight is recorded on the
    /// next day too.
    pub(crate) fn with(
        recorded: Option<Self>,
        days: impl IntoIterator<Item = Date>,
    ) -> Option<Self> {
        days.into_iter().fold(recorded, |known, day| {
            let known = known.unwrap_or(Self {
                first: day,
                last: day,
            });
            Some(Self {
                first: known.first.min(day),
                last: known.last.max(day),
            })
        })
    }
}

/// What to say of a metric without any value in some days; neither of it is a zero.
pub(crate) fn absence_note(
    metric: &AnyMetric,
    recorded: Option<RecordedDays>,
    asked: DayRange,
) -> String {
    let slug = metric.key();
    match recorded {
        None => format!("{slug} was never recorded, which is not zero."),
        Some(days) if days.last < asked.start => format!(
            "{slug} was not recorded in these days, which is not zero; the last day with it is {}.",
            days.last
        ),
        Some(days) if days.first > asked.end => format!(
            "{slug} was not recorded in these days, which is not zero; the first day with it is \
             {}.",
            days.first
        ),
        Some(_) if metric.is_night() => format!(
            "{slug} has no value in these days, which is not zero: a night is told by one source, \
             and those that tell these nights say nothing of it."
        ),
        Some(days) => format!(
            "{slug} was not recorded in these days, which is not zero; it was recorded between \
             {} and {}.",
            days.first, days.last
        ),
    }
}
