//! Streaks: runs of days on which something was done, or a metric was as high or as low as it
//! should be.

use std::collections::BTreeMap;

use jiff::{ToSpan, civil::Date};
use vitalog_core::{Account, DayRange, day::day_of};

use crate::{
    AnyMetric, DayValue, Service, ServiceError,
    day_values::Beside,
    recorded_days::{RecordedDays, absence_note},
    shown_time::zone_name,
};

/// Days before today that are looked at: ten years.
const MOST_DAYS: i64 = 3_652;
/// Names of the person's own that are looked at where no metric is named.
const MOST_NAMES: usize = 40;

/// Which streaks to look for.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StreaksRequest {
    /// The metric; without it every name of the person's own.
    pub metric: Option<AnyMetric>,
    /// The value that a day is held against; without it a day counts that has a value, or of what
    /// is true or false one that is true.
    pub threshold: Option<f64>,
    /// Whether a day may be at most so high, instead of at least.
    pub at_most: bool,
}

/// Streaks of some metrics.
#[derive(Clone, PartialEq, Debug)]
pub struct Streaks {
    /// The name of the zone that cuts the days.
    pub timezone: String,
    /// What was looked at, those with any day first.
    pub streaks: Vec<MetricStreaks>,
    /// What a reader should know about the answer.
    pub notes: Vec<String>,
    /// The last day that was judged.
    pub data_through: Option<Date>,
}

/// The streaks of one metric.
#[derive(Clone, PartialEq, Debug)]
pub struct MetricStreaks {
    /// The metric.
    pub metric: AnyMetric,
    /// The unit that the account sees it in.
    pub unit: String,
    /// What a day has to be.
    pub goal: Goal,
    /// The streak that goes on.
    pub current: Option<DayRange>,
    /// The longest, of equals the latest.
    pub longest: Option<DayRange>,
    /// How many days reach the goal.
    pub days_met: usize,
    /// How many days have a value.
    pub days_with_data: usize,
    /// The first and last day in the whole record.
    pub recorded: Option<RecordedDays>,
}

/// What a day has to be to count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Goal {
    /// It has a value.
    Logged,
    /// It is true.
    True,
    /// At least so high.
    AtLeast(f64),
    /// At most so high.
    AtMost(f64),
}

impl Goal {
    fn is_met(self, value: &DayValue) -> bool {
        match self {
            Self::Logged => true,
            Self::True => value.value > 0.0,
            Self::AtLeast(threshold) => value.value >= threshold,
            Self::AtMost(threshold) => value.value <= threshold,
        }
    }
}

impl Service {
    /// Looks for streaks.
    ///
    /// # Errors
    ///
    /// If there is a threshold and no metric, or the record cannot be read.
    pub async fn streaks(
        &self,
        account: &Account,
        request: &StreaksRequest,
    ) -> Result<Streaks, ServiceError> {
        let own = match &request.metric {
            Some(_) => Vec::new(),
            None if request.threshold.is_some() => {
                return Err(ServiceError::invalid_argument(
                    "`threshold` is of one metric, and none is named.",
                )
                .advise("Name the `metric`, or leave the threshold out."));
            }
            None => self.custom_metrics(account).await?,
        };
        let mut notes = Vec::new();
        if own.len() > MOST_NAMES {
            notes.push(format!(
                "Only {MOST_NAMES} of {} names are shown; ask for another by `metric`.",
                own.len()
            ));
        }
        if request.metric.is_none() && own.is_empty() {
            notes.push(
                "Nothing is kept with `log_entry` yet, so there is no streak of it; of anything \
                 else name the `metric`."
                    .to_owned(),
            );
        }
        let own = own.into_iter().take(MOST_NAMES).map(AnyMetric::Custom);
        let asked: Vec<AnyMetric> = request.metric.clone().into_iter().chain(own).collect();
        let mut streaks = Vec::new();
        for metric in asked {
            let (of_metric, note) = self.streaks_of(account, metric, request).await?;
            streaks.push(of_metric);
            notes.extend(note);
        }
        let data_through = streaks.iter().filter_map(|streaks| streaks.1).max();
        let mut streaks: Vec<MetricStreaks> = streaks.into_iter().map(|(it, _)| it).collect();
        streaks.sort_by_key(|streaks| streaks.days_with_data == 0);
        Ok(Streaks {
            timezone: zone_name(&account.zone),
            streaks,
            notes,
            data_through,
        })
    }

    /// The streaks of a metric, with the last day that was judged, and what to say of them.
    async fn streaks_of(
        &self,
        account: &Account,
        metric: AnyMetric,
        request: &StreaksRequest,
    ) -> Result<((MetricStreaks, Option<Date>), Option<String>), ServiceError> {
        let today = day_of(self.clock.now(), &account.zone);
        let ever = self.recorded_any(account, &metric).await?;
        let recorded = ever.and_then(|ever| ever.days);
        let earliest = today.saturating_sub(MOST_DAYS.days());
        let start = recorded.map_or(today, |days| days.first.clamp(earliest, today));
        let range = DayRange { start, end: today };
        let values = self
            .day_values(account, [metric.stored_as()], range, Beside::default())
            .await?;
        let days = values.of_any(&metric, range);
        let goal = goal_of(&metric, request);
        let runs = Runs::of(&days, range, goal, &metric);
        let note = if days.is_empty() {
            Some(absence_note(&metric, ever, range))
        } else {
            recorded.filter(|days| days.first < earliest).map(|_| {
                format!(
                    "{} was recorded before {earliest} too, which is not looked at.",
                    metric.key()
                )
            })
        };
        let of_metric = MetricStreaks {
            unit: metric.unit(account).to_owned(),
            goal,
            current: runs.current,
            longest: runs.longest,
            days_met: runs.days_met,
            days_with_data: days.len(),
            recorded,
            metric,
        };
        Ok(((of_metric, runs.judged_through), note))
    }
}

fn goal_of(metric: &AnyMetric, request: &StreaksRequest) -> Goal {
    match (request.threshold, metric) {
        (Some(threshold), _) if request.at_most => Goal::AtMost(threshold),
        (Some(threshold), _) => Goal::AtLeast(threshold),
        (None, AnyMetric::Custom(custom)) if custom.is_flag => Goal::True,
        (None, _) => Goal::Logged,
    }
}

/// Runs of days that reach a goal.
struct Runs {
    current: Option<DayRange>,
    longest: Option<DayRange>,
    days_met: usize,
    judged_through: Option<Date>,
}

impl Runs {
    /// `range` ends today. A day that is over and has no value breaks a run. Today does not: it may
    /// yet be logged, and what adds up may yet reach the goal, or go beyond it.
    fn of(
        days: &BTreeMap<Date, DayValue>,
        range: DayRange,
        goal: Goal,
        metric: &AnyMetric,
    ) -> Self {
        let today = range.end;
        let grows = metric.adds_up();
        let mut runs = Self {
            current: None,
            longest: None,
            days_met: 0,
            judged_through: None,
        };
        if days.is_empty() {
            return runs;
        }
        for day in range.days() {
            let is_met = days.get(&day).map(|value| goal.is_met(value));
            let is_open = day == today
                && match (is_met, goal) {
                    (None, _) => true,
                    (Some(met), Goal::AtMost(_)) => grows && met,
                    (Some(met), Goal::AtLeast(_)) => grows && !met,
                    (Some(met), Goal::True) => !met,
                    (Some(_), Goal::Logged) => false,
                };
            if is_open {
                continue;
            }
            runs.judged_through = Some(day);
            if is_met != Some(true) {
                runs.current = None;
                continue;
            }
            runs.days_met += 1;
            let start = runs.current.map_or(day, |run| run.start);
            let run = DayRange { start, end: day };
            runs.current = Some(run);
            if runs
                .longest
                .is_none_or(|longest| longest.len() <= run.len())
            {
                runs.longest = Some(run);
            }
        }
        runs
    }
}
