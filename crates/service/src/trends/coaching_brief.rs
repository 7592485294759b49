//! Recovery, sleep, training and activity in one brief, and how fresh it is.

use std::collections::BTreeMap;

use jiff::{ToSpan, civil::Date};
use vitalog_core::{Account, DayRange, Metric, unit::round_to};

use super::{
    DataFreshness, Direction, FreshState, ValueType,
    days::{TrendDay, trend_days_of},
    value_type::{Rounding, average},
};
use crate::{
    AnyMetric, Service, ServiceError,
    shown_time::zone_name,
    workouts::{WorkoutsOfDays, minutes},
    zone_note::zone_note,
};

/// Days that training is looked at.
const LOAD_DAYS: i32 = 30;
/// Days of a week.
const WEEK: i32 = 7;
/// Values that a week needs to be compared.
const LEAST_OF_WEEK: usize = 3;
/// A difference of variability, in milliseconds, up to which it counts as stable: from one week to
/// the next chance alone brings as much.
const HRV_DEAD_BAND: f64 = 2.0;
/// Hours of sleep from which on it is called good.
const GOOD_SLEEP_HOURS: f64 = 7.5;
/// Hours of sleep from which on it is called borderline.
const BORDERLINE_SLEEP_HOURS: f64 = 6.5;
/// Days in which a marker of fitness is looked for; some are measured a few times a year.
const MARKER_DAYS: i32 = 365;

/// What the last month's part is made of.
const METRICS: [Metric; 7] = [
    Metric::HrvSdnn,
    Metric::HrvRmssd,
    Metric::RestingHeartRate,
    Metric::SleepTotal,
    Metric::StepCount,
    Metric::ActiveEnergy,
    Metric::AppleExerciseTime,
];
/// Markers of fitness.
const MARKERS: [Metric; 3] = [
    Metric::Vo2Max,
    Metric::CardioRecovery,
    Metric::WalkingHeartRateAverage,
];

/// A brief for coaching.
#[derive(Clone, PartialEq, Debug)]
pub struct CoachingBrief {
    /// The day it is of.
    pub date: Date,
    /// The name of the zone that cuts the days.
    pub timezone: String,
    /// How old what it rests on is.
    pub freshness: DataFreshness,
    /// Days with data in the last 30, by key of the metric; and workouts.
    pub counts: Vec<(&'static str, usize)>,
    /// Heart rate variability and resting heart rate.
    pub recovery: Recovery,
    /// The last seven nights.
    pub sleep: SleepBrief,
    /// The workouts of 30 days.
    pub load: TrainingLoad,
    /// The last seven days.
    pub activity: ActivityBrief,
    /// The latest value of each marker of fitness, with its day and unit.
    pub markers: Vec<FitnessMarker>,
    /// What a reader should know about the answer.
    pub notes: Vec<String>,
    /// The last day with any of it.
    pub data_through: Option<Date>,
}

/// This week beside the last, by calendar days.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Recovery {
    /// The measure that the variability is of; never both.
    pub hrv: Option<Metric>,
    /// Its mean of seven days.
    pub hrv_ms: Option<f64>,
    /// Its mean of the seven days before.
    pub hrv_before_ms: Option<f64>,
    /// Where it goes; `None` if the data do not say, or are not fresh.
    pub direction: Option<Direction>,
    /// The mean resting heart rate of seven days.
    pub resting_hr_bpm: Option<f64>,
    /// The same of the seven days before.
    pub resting_hr_before_bpm: Option<f64>,
    /// The last day with either.
    pub last_day: Option<Date>,
}

/// The nights of seven days.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SleepBrief {
    /// How many are known.
    pub nights: usize,
    /// The mean of their hours.
    pub avg_hours: Option<f64>,
    /// The last one's hours.
    pub last_hours: Option<f64>,
    /// The day of waking of the last one.
    pub last_night: Option<Date>,
    /// What the mean comes to.
    pub quality: SleepQuality,
}

/// What hours of sleep come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SleepQuality {
    /// Seven and a half hours or more.
    Good,
    /// Six and a half or more.
    Borderline,
    /// Less.
    Poor,
    /// It is not known.
    NoData,
}

impl SleepQuality {
    /// The name in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Borderline => "borderline",
            Self::Poor => "poor",
            Self::NoData => "no data",
        }
    }

    fn of(hours: Option<f64>) -> Self {
        match hours {
            None => Self::NoData,
            Some(hours) if hours >= GOOD_SLEEP_HOURS => Self::Good,
            Some(hours) if hours >= BORDERLINE_SLEEP_HOURS => Self::Borderline,
            Some(_) => Self::Poor,
        }
    }
}

/// The workouts of 30 days.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingLoad {
    /// How many, each exercise once.
    pub workouts: usize,
    /// Their active minutes.
    pub minutes: f64,
    /// Their active energy, if any recorded it.
    pub active_kcal: Option<f64>,
    /// On how many days they were.
    pub days: usize,
    /// By kind: how many, and their minutes.
    pub by_kind: Vec<(String, usize, f64)>,
}

/// The means of the days of the last seven that have data.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ActivityBrief {
    /// Steps a day.
    pub steps: Option<f64>,
    /// How many days have steps.
    pub days_with_steps: usize,
    /// Active energy a day.
    pub active_energy_kcal: Option<f64>,
    /// Minutes of exercise a day.
    pub exercise_min: Option<f64>,
}

/// A marker of fitness.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitnessMarker {
    /// The metric.
    pub metric: Metric,
    /// The unit that the account sees it in.
    pub unit: &'static str,
    /// The latest value.
    pub value: f64,
    /// Its day.
    pub date: Date,
}

type Days = BTreeMap<Date, TrendDay>;

impl Service {
    /// Writes the brief.
    ///
    /// # Errors
    ///
    /// If the record cannot be read.
    pub async fn coaching_brief(&self, account: &Account) -> Result<CoachingBrief, ServiceError> {
        let range = self.days_up_to_today(account, LOAD_DAYS);
        let metrics = METRICS.map(AnyMetric::Known);
        let values = self
            .trend_values_with_workouts(account, &metrics, range)
            .await?;
        let days: BTreeMap<Metric, Days> = metrics
            .iter()
            .map(|metric| {
                let days = trend_days_of(&values, account, metric, range);
                (metric.stored_as(), days)
            })
            .collect();
        let record = values.record();
        let workouts = WorkoutsOfDays::of(account, range, &record.workouts);
        let begun = workouts.counting.iter().map(|(_, row)| row.start);
        let freshness = self.data_freshness(account, begun).await?;
        let brief = Brief {
            account,
            today: range.end,
            days: &days,
        };
        let mut counts: Vec<(&'static str, usize)> = METRICS
            .iter()
            .map(|metric| (metric.slug(), brief.of(*metric).len()))
            .collect();
        counts.push(("workouts", workouts.counting.len()));
        let load = TrainingLoad::of(&workouts);
        let markers = self.fitness_markers(account).await?;
        let sent = record.workouts.iter().map(|row| row.recorded_at.as_str());
        let notes = [workouts.hidden_note(), zone_note(account, sent)];
        let with_data = days.values().flat_map(Days::keys).copied();
        let with_data = with_data.chain(workouts.counting.iter().map(|(day, _)| *day));
        Ok(CoachingBrief {
            date: range.end,
            timezone: zone_name(&account.zone),
            recovery: brief.recovery(freshness.state),
            freshness,
            counts,
            sleep: brief.sleep(),
            load,
            activity: brief.activity(),
            markers,
            notes: notes.into_iter().flatten().collect(),
            data_through: with_data.max(),
        })
    }

    async fn fitness_markers(&self, account: &Account) -> Result<Vec<FitnessMarker>, ServiceError> {
        let range = self.days_up_to_today(account, MARKER_DAYS);
        let mut markers = Vec::new();
        for metric in MARKERS {
            let any = AnyMetric::Known(metric);
            let days = self.trend_days(account, &any, range).await?;
            if let Some((date, day)) = days.by_day.last_key_value() {
                markers.push(FitnessMarker {
                    metric,
                    unit: account.units.unit_of(metric),
                    value: Rounding::of(&any, account).reading(day.by_rule),
                    date: *date,
                });
            }
        }
        Ok(markers)
    }
}

/// The days of the metrics of a brief.
struct Brief<'b> {
    account: &'b Account,
    today: Date,
    days: &'b BTreeMap<Metric, Days>,
}

impl Brief<'_> {
    fn of(&self, metric: Metric) -> &Days {
        static NONE: Days = BTreeMap::new();
        self.days.get(&metric).unwrap_or(&NONE)
    }

    /// The days of a week that ended so many days ago.
    fn week(&self, metric: Metric, ended_before: i32) -> Vec<&TrendDay> {
        let end = self.today.saturating_sub(i64::from(ended_before).days());
        let week = DayRange {
            start: end.saturating_sub((i64::from(WEEK) - 1).days()),
            end,
        };
        let days = self.of(metric).range(week.start..=week.end);
        days.map(|(_, day)| day).collect()
    }

    /// The mean of the days of a week; each day counts alike, however often it was measured.
    fn mean(&self, metric: Metric, days: &[&TrendDay]) -> Option<f64> {
        let rounding = Rounding::of(&AnyMetric::Known(metric), self.account);
        average(days.iter().copied(), ValueType::DailyTotal).map(|mean| rounding.average(mean))
    }

    fn recovery(&self, freshness: FreshState) -> Recovery {
        let measures = [Metric::HrvSdnn, Metric::HrvRmssd];
        let hrv = measures.into_iter().find(|hrv| !self.of(*hrv).is_empty());
        let both = |metric: Metric| {
            let (week, before) = (self.week(metric, 0), self.week(metric, WEEK));
            let enough = week.len().min(before.len()) >= LEAST_OF_WEEK;
            (self.mean(metric, &week), self.mean(metric, &before), enough)
        };
        let (hrv_ms, hrv_before_ms, enough) = hrv.map_or((None, None, false), both);
        let (resting, resting_before, _) = both(Metric::RestingHeartRate);
        let is_fresh = freshness == FreshState::Fresh && enough;
        let delta = hrv_ms.zip(hrv_before_ms).filter(|_| is_fresh);
        let last = |metric: Metric| self.of(metric).keys().next_back().copied();
        Recovery {
            hrv,
            hrv_ms,
            hrv_before_ms,
            direction: delta.map(|(now, before)| Direction::of(now - before, HRV_DEAD_BAND)),
            resting_hr_bpm: resting,
            resting_hr_before_bpm: resting_before,
            last_day: hrv.and_then(last).max(last(Metric::RestingHeartRate)),
        }
    }

    fn sleep(&self) -> SleepBrief {
        let nights = self.week(Metric::SleepTotal, 0);
        let avg_hours = self.mean(Metric::SleepTotal, &nights);
        let last = self.of(Metric::SleepTotal).last_key_value();
        SleepBrief {
            nights: nights.len(),
            avg_hours,
            last_hours: last.map(|(_, night)| round_to(night.value, 2)),
            last_night: last.map(|(day, _)| *day),
            quality: SleepQuality::of(avg_hours),
        }
    }

    fn activity(&self) -> ActivityBrief {
        let of = |metric: Metric| self.mean(metric, &self.week(metric, 0));
        ActivityBrief {
            steps: of(Metric::StepCount),
            days_with_steps: self.week(Metric::StepCount, 0).len(),
            active_energy_kcal: of(Metric::ActiveEnergy),
            exercise_min: of(Metric::AppleExerciseTime),
        }
    }
}

impl TrainingLoad {
    fn of(workouts: &WorkoutsOfDays<'_>) -> Self {
        let mut by_kind: BTreeMap<&str, (usize, f64)> = BTreeMap::new();
        let mut days: Vec<Date> = Vec::new();
        for (day, row) in &workouts.counting {
            let kind = by_kind.entry(&row.name).or_default();
            kind.0 += 1;
            kind.1 += row.duration_s;
            days.push(*day);
        }
        days.sort_unstable();
        days.dedup();
        let rows = || workouts.counting.iter().map(|(_, row)| row);
        let energy: Vec<f64> = rows().filter_map(|row| row.active_kcal).collect();
        let mut by_kind: Vec<(String, usize, f64)> = by_kind
            .into_iter()
            .map(|(kind, (count, seconds))| (kind.to_owned(), count, minutes(seconds)))
            .collect();
        by_kind.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
        Self {
            workouts: workouts.counting.len(),
            minutes: minutes(rows().map(|row| row.duration_s).sum()),
            active_kcal: (!energy.is_empty()).then(|| round_to(energy.iter().sum(), 0)),
            days: days.len(),
            by_kind,
        }
    }
}
