//! Coverage: which days of some metrics have data, and where the gaps are.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use vitalog_core::{Account, DayRange, Metric};

use crate::{
    AnyMetric, Service, ServiceError, WindowRequest,
    day_values::Beside,
    recorded_days::{Recorded, RecordedDays},
    shown_time::zone_name,
    zone_note::zone_note,
};

/// Metrics that one answer can be asked about.
pub const MAX_COVERAGE_METRICS: usize = 40;
/// Days that are covered unless others are named.
const DEFAULT_DAYS: i32 = 90;
/// Gaps of one metric that are listed, the latest ones.
pub const MAX_GAPS: usize = 20;
/// The same where no metrics are named: of a hundred metrics more would only be cut.
pub const MAX_GAPS_OF_ALL: usize = 3;

/// Which metrics to look at, on which days.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CoverageRequest {
    /// The metrics; empty for all that were ever recorded.
    pub metrics: Vec<AnyMetric>,
    /// The days; without any the last 90.
    pub window: WindowRequest,
}

/// Which days have data.
#[derive(Clone, PartialEq, Debug)]
pub struct Coverage {
    /// The days covered.
    pub range: DayRange,
    /// The name of the zone that cuts the days.
    pub timezone: String,
    /// The metrics, in the order asked for or in that of the catalog.
    pub metrics: Vec<MetricCoverage>,
    /// What a reader should know about the answer.
    pub notes: Vec<String>,
    /// The last day with data.
    pub data_through: Option<Date>,
}

/// Which days of one metric have data.
#[derive(Clone, PartialEq, Debug)]
pub struct MetricCoverage {
    /// The metric.
    pub metric: AnyMetric,
    /// Whether there is anything.
    pub state: CoverageState,
    /// How many of the days have a value.
    pub days_with_data: usize,
    /// The first and last day with a value, in the whole record.
    pub recorded: Option<RecordedDays>,
    /// The last day of these that has a value.
    pub last_in_range: Option<Date>,
    /// The days without one, in runs, ascending; the latest [`MAX_GAPS`], or [`MAX_GAPS_OF_ALL`].
    pub gaps: Vec<DayRange>,
    /// How many earlier gaps are not listed.
    pub gaps_left_out: usize,
    /// The longest of all of them.
    pub longest_gap: Option<DayRange>,
}

/// Whether a metric has data: four different answers, and none of them is a zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CoverageState {
    /// It was never recorded.
    NeverRecorded,
    /// It was recorded, and no day has a value of it: a night is told by another source, or it does
    /// not count.
    NoValue,
    /// Other days have a value.
    NoneInRange,
    /// Some of these days have a value.
    Present,
}

impl CoverageState {
    /// The name in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NeverRecorded => "never_recorded",
            Self::NoValue => "no_value",
            Self::NoneInRange => "none_in_range",
            Self::Present => "present",
        }
    }
}

impl Service {
    /// Tells which days have data.
    ///
    /// # Errors
    ///
    /// If the days are no range or too many, too many metrics are asked for, or the record cannot
    /// be read.
    pub async fn coverage(
        &self,
        account: &Account,
        request: &CoverageRequest,
    ) -> Result<Coverage, ServiceError> {
        let now = self.clock.now();
        let range = request.window.resolve(account, now, DEFAULT_DAYS)?;
        if request.metrics.len() > MAX_COVERAGE_METRICS {
            return Err(ServiceError::invalid_argument(format!(
                "`metrics` has {} names, and at most {MAX_COVERAGE_METRICS} are allowed.",
                request.metrics.len()
            ))
            .advise("Ask for some of them at a time."));
        }
        let is_all = request.metrics.is_empty();
        let asked = if is_all {
            let own = self.custom_metrics(account).await?;
            let of_table = Metric::ALL.iter().copied();
            let of_table = of_table.filter(|metric| *metric != Metric::Custom);
            let of_table = of_table.map(AnyMetric::Known);
            of_table
                .chain(own.into_iter().map(AnyMetric::Custom))
                .collect()
        } else {
            request.metrics.clone()
        };
        let recorded = self.recorded_of(account, &asked).await?;
        // What has no value on any day has nothing to read.
        let with_value = recorded.iter().filter(|(_, of)| of.days.is_some());
        let ever: BTreeSet<Metric> = with_value
            .map(|(place, _)| asked[*place].stored_as())
            .collect();
        let values = self
            .day_values(account, ever, range, Beside::default())
            .await?;

        let most_gaps = if is_all { MAX_GAPS_OF_ALL } else { MAX_GAPS };
        let shown = asked.iter().enumerate();
        let shown = shown.filter(|(place, _)| !is_all || recorded.contains_key(place));
        let metrics: Vec<MetricCoverage> = shown
            .map(|(place, metric)| {
                let days: Vec<Date> = values.of_any(metric, range).into_keys().collect();
                let recorded = recorded.get(&place).copied();
                MetricCoverage::of(metric.clone(), range, &days, recorded, most_gaps)
            })
            .collect();
        let never = asked.len() - recorded.len();
        let never = (is_all && never > 0).then(|| {
            format!(
                "{never} metrics were never recorded and are not listed; `list_metrics` has them."
            )
        });
        let rows = values.record().readings.values().flatten();
        let zone = zone_note(account, rows.map(|row| row.recorded_at.as_str()));
        let mut notes = values.link_notes(asked.iter().map(AnyMetric::stored_as));
        notes.extend([never, zone].into_iter().flatten());
        Ok(Coverage {
            range,
            timezone: zone_name(&account.zone),
            data_through: metrics
                .iter()
                .filter_map(|metric| metric.last_in_range)
                .max(),
            metrics,
            notes,
        })
    }
}

impl Service {
    /// What the record has of those of some metrics that were ever recorded, by their place.
    async fn recorded_of(
        &self,
        account: &Account,
        asked: &[AnyMetric],
    ) -> Result<BTreeMap<usize, Recorded>, ServiceError> {
        let of_table: Vec<Metric> = asked
            .iter()
            .map(AnyMetric::stored_as)
            .filter(|metric| *metric != Metric::Custom)
            .collect();
        let recorded = self.recorded_ever(account, &of_table).await?;
        let has_own = of_table.len() < asked.len();
        let own = if has_own {
            self.custom_days(account).await?
        } else {
            BTreeMap::new()
        };
        let places = asked.iter().enumerate();
        Ok(places
            .filter_map(|(place, metric)| {
                let days = match metric {
                    AnyMetric::Known(metric) => recorded.get(metric).copied(),
                    AnyMetric::Custom(custom) => own.get(&custom.name).map(Recorded::from),
                };
                Some((place, days?))
            })
            .collect())
    }
}

impl MetricCoverage {
    fn of(
        metric: AnyMetric,
        range: DayRange,
        days: &[Date],
        recorded: Option<Recorded>,
        most_gaps: usize,
    ) -> Self {
        let last_in_range = days.last().copied();
        let days_with_data = days.len();
        let mut gaps = gaps(range, days);
        // Of gaps of one length the later.
        let longest_gap = gaps.iter().copied().max_by_key(|gap| gap.len());
        let gaps_left_out = gaps.len().saturating_sub(most_gaps);
        Self {
            metric,
            state: match recorded {
                _ if days_with_data > 0 => CoverageState::Present,
                None => CoverageState::NeverRecorded,
                Some(Recorded { days: None, .. }) => CoverageState::NoValue,
                Some(_) => CoverageState::NoneInRange,
            },
            days_with_data,
            recorded: recorded.and_then(|recorded| recorded.days),
            last_in_range,
            gaps: gaps.split_off(gaps_left_out),
            gaps_left_out,
            longest_gap,
        }
    }
}

/// The runs of days of a range that are not among `present`, which ascends.
fn gaps(range: DayRange, present: &[Date]) -> Vec<DayRange> {
    let mut gaps: Vec<DayRange> = Vec::new();
    let mut is_running = false;
    for day in range.days() {
        if present.binary_search(&day).is_ok() {
            is_running = false;
            continue;
        }
        match gaps.last_mut() {
            Some(gap) if is_running => gap.end = day,
            _ => gaps.push(DayRange {
                start: day,
                end: day,
            }),
        }
        is_running = true;
    }
    gaps
}
