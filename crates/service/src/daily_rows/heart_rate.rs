//! The heart rate by day.

use jiff::civil::Date;
use vitalog_core::{Metric, unit::round_to};

use super::{DayRow, Teller, Tells, ToldDay};
use crate::links::Brought;

/// The heart rate of a day, and of the night that ended on it.
#[derive(Clone, PartialEq, Debug)]
pub struct HeartRateDay {
    /// The day.
    pub date: Date,
    /// Resting heart rate, whole beats a minute.
    pub resting_hr_bpm: Option<f64>,
    /// Heart rate variability (RMSSD) of the main sleep.
    pub avg_hrv_ms: Option<f64>,
    /// Mean of the samples, whole beats a minute.
    pub avg_hr_bpm: Option<f64>,
    /// The lowest sample.
    pub min_hr_bpm: Option<f64>,
    /// The highest sample.
    pub max_hr_bpm: Option<f64>,
    /// Mean of the samples awake, whole beats a minute.
    pub avg_awake_hr_bpm: Option<f64>,
    /// Mean of the samples asleep, or else of the main sleep, whole beats a minute.
    pub avg_sleep_hr_bpm: Option<f64>,
    /// The highest in workouts.
    pub max_workout_hr_bpm: Option<f64>,
    /// How many samples the means are made of.
    pub samples: u32,
    /// Who tells it.
    pub source: Teller,
}

impl DayRow for HeartRateDay {
    const SUBJECT: &'static str = "heart rate";
    const PARTS: &'static [(Metric, Tells)] = &[
        (Metric::RestingHeartRate, Tells::Day),
        (Metric::HrvRmssd, Tells::Little),
        (Metric::HeartRate, Tells::Day),
        (Metric::HeartRateAwake, Tells::Little),
        (Metric::HeartRateAsleep, Tells::Little),
        (Metric::SleepHeartRate, Tells::Day),
        (Metric::HeartRateWorkout, Tells::Little),
        (Metric::WhoopAverageHeartRate, Tells::Day),
        (Metric::WhoopMaxHeartRate, Tells::Day),
        // A main sleep makes a row even if it says nothing of the heart.
        (Metric::SleepTotal, Tells::LittleOfVendors),
        (Metric::Bedtime, Tells::Little),
    ];
    const COLLECTIONS: &'static [Brought] = &[
        (Teller::Oura, "heartrate", "the heart rate through the day"),
        (Teller::Oura, "sleep", "the heart rate of the night"),
        (Teller::Whoop, "recovery", "resting heart rate and HRV"),
    ];
    const DOCUMENTS: &'static [(Teller, &'static [&'static str])] = &[(Teller::Oura, &["sleep"])];

    fn new(day: &ToldDay<'_>) -> Self {
        let samples = day.of(Metric::HeartRate);
        let bound = |of: fn(&vitalog_core::DailyValue) -> f64| {
            let decimals = Metric::HeartRate.row().decimals;
            samples.map(|samples| round_to(of(samples), decimals))
        };
        let mean = |metric: Metric| {
            let value = day.of(metric)?;
            Some(round_to(value.mean(), 0))
        };
        Self {
            date: day.date,
            resting_hr_bpm: day.value(Metric::RestingHeartRate, 0),
            avg_hrv_ms: day.value(Metric::HrvRmssd, 1),
            avg_hr_bpm: mean(Metric::HeartRate)
                .or_else(|| day.value(Metric::WhoopAverageHeartRate, 0)),
            min_hr_bpm: bound(|samples| samples.min),
            max_hr_bpm: bound(|samples| samples.max)
                .or_else(|| day.value(Metric::WhoopMaxHeartRate, 0)),
            avg_awake_hr_bpm: mean(Metric::HeartRateAwake),
            avg_sleep_hr_bpm: mean(Metric::HeartRateAsleep)
                .or_else(|| mean(Metric::SleepHeartRate)),
            max_workout_hr_bpm: day.value(
                Metric::HeartRateWorkout,
                Metric::HeartRateWorkout.row().decimals,
            ),
            samples: samples.map_or(0, |samples| samples.n),
            source: day.source,
        }
    }
}
