//! Readiness by day.

use jiff::civil::Date;
use vitalog_core::Metric;

use super::{DayRow, Teller, Tells, ToldDay};
use crate::links::Brought;

/// How ready one was for a day.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadinessDay {
    /// The day.
    pub date: Date,
    /// Oura's score.
    pub readiness_score: Option<f64>,
    /// Degrees Celsius beside what is usual, two decimals.
    pub temp_deviation_c: Option<f64>,
    /// The same over the last nights.
    pub temp_trend_deviation_c: Option<f64>,
    /// Resting heart rate, whole beats a minute.
    pub resting_hr_bpm: Option<f64>,
    /// Heart rate variability (RMSSD) of the main sleep.
    pub avg_hrv_ms: Option<f64>,
    /// Who tells it.
    pub source: Teller,
}

impl DayRow for ReadinessDay {
    const SUBJECT: &'static str = "readiness";
    const PARTS: &'static [(Metric, Tells)] = &[
        (Metric::OuraReadinessScore, Tells::Day),
        (Metric::OuraTemperatureDeviation, Tells::Day),
        (Metric::OuraTemperatureTrendDeviation, Tells::Day),
        (Metric::RestingHeartRate, Tells::Day),
        (Metric::HrvRmssd, Tells::Day),
        // A main sleep makes a row even if it says nothing of the heart.
        (Metric::SleepTotal, Tells::LittleOfVendors),
        (Metric::Bedtime, Tells::Little),
    ];
    const COLLECTIONS: &'static [Brought] = &[
        (Teller::Oura, "daily_readiness", "readiness"),
        (Teller::Whoop, "recovery", "resting heart rate and HRV"),
    ];
    const DOCUMENTS: &'static [(Teller, &'static [&'static str])] = &[
        (Teller::Oura, &["daily_readiness", "sleep"]),
        (Teller::Whoop, &["recovery"]),
    ];

    fn new(day: &ToldDay<'_>) -> Self {
        Self {
            date: day.date,
            readiness_score: day.value(Metric::OuraReadinessScore, 0),
            temp_deviation_c: day.value(Metric::OuraTemperatureDeviation, 2),
            temp_trend_deviation_c: day.value(Metric::OuraTemperatureTrendDeviation, 2),
            resting_hr_bpm: day.value(Metric::RestingHeartRate, 0),
            avg_hrv_ms: day.value(Metric::HrvRmssd, 1),
            source: day.source,
        }
    }
}
