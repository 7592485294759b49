//! Nights.

use jiff::civil::Date;
use vitalog_core::Metric;

use super::{DayRow, Teller, Tells, ToldDay};
use crate::links::Brought;

/// A night, on the day of waking.
#[derive(Clone, PartialEq, Debug)]
pub struct SleepDay {
    /// The day.
    pub date: Date,
    /// Oura's score.
    pub sleep_score: Option<f64>,
    /// Hours asleep, two decimals, as all hours.
    pub total_sleep_h: Option<f64>,
    /// Hours in bed.
    pub time_in_bed_h: Option<f64>,
    /// Hours of deep sleep.
    pub deep_h: Option<f64>,
    /// Hours of REM sleep.
    pub rem_h: Option<f64>,
    /// Hours of light sleep, which Apple calls core.
    pub light_h: Option<f64>,
    /// Share of the time in bed that was slept.
    pub efficiency_pct: Option<f64>,
    /// Going to bed, `HH:MM` by the clock of the place.
    pub bedtime: Option<String>,
    /// Getting up, `HH:MM` by the clock of the place.
    pub wake_time: Option<String>,
    /// Resting heart rate, whole beats a minute.
    pub resting_hr_bpm: Option<f64>,
    /// Heart rate variability (RMSSD) of the main sleep.
    pub avg_hrv_ms: Option<f64>,
    /// Breaths a minute, one decimal.
    pub avg_breath_rpm: Option<f64>,
    /// Oura's index.
    pub breathing_disturbance_index: Option<f64>,
    /// Blood oxygen, one decimal.
    pub spo2_avg_pct: Option<f64>,
    /// Hours of naps; `None` without any.
    pub nap_h: Option<f64>,
    /// Who tells it.
    pub source: Teller,
}

impl DayRow for SleepDay {
    const SUBJECT: &'static str = "sleep";
    const PARTS: &'static [(Metric, Tells)] = &[
        (Metric::OuraSleepScore, Tells::Little),
        (Metric::SleepTotal, Tells::Day),
        (Metric::SleepInBed, Tells::Day),
        (Metric::SleepDeep, Tells::Day),
        (Metric::SleepRem, Tells::Day),
        (Metric::SleepCore, Tells::Day),
        (Metric::SleepEfficiency, Tells::Day),
        (Metric::Bedtime, Tells::Day),
        (Metric::WakeTime, Tells::Day),
        (Metric::RestingHeartRate, Tells::Nothing),
        (Metric::HrvRmssd, Tells::Nothing),
        (Metric::RespiratoryRate, Tells::Nothing),
        (Metric::OuraBreathingDisturbanceIndex, Tells::Little),
        // Of the others it is measured in the daytime too.
        (Metric::BloodOxygenSaturation, Tells::LittleOfOura),
        (Metric::SleepNap, Tells::Little),
    ];
    const COLLECTIONS: &'static [Brought] = &[
        (Teller::Oura, "sleep", "sleep"),
        (
            Teller::Oura,
            "daily_spo2",
            "`spo2_avg_pct` and `breathing_disturbance_index`",
        ),
        (Teller::Whoop, "sleep", "sleep"),
    ];
    const DOCUMENTS: &'static [(Teller, &'static [&'static str])] = &[
        (Teller::Oura, &["sleep", "daily_sleep", "daily_spo2"]),
        (Teller::Whoop, &["sleep"]),
    ];

    fn new(day: &ToldDay<'_>) -> Self {
        let hours = |metric| day.value(metric, 2);
        Self {
            date: day.date,
            sleep_score: day.value(Metric::OuraSleepScore, 0),
            total_sleep_h: hours(Metric::SleepTotal),
            time_in_bed_h: hours(Metric::SleepInBed),
            deep_h: hours(Metric::SleepDeep),
            rem_h: hours(Metric::SleepRem),
            light_h: hours(Metric::SleepCore),
            efficiency_pct: day.value(Metric::SleepEfficiency, 0),
            bedtime: day.clock(Metric::Bedtime),
            wake_time: day.clock(Metric::WakeTime),
            resting_hr_bpm: day.value(Metric::RestingHeartRate, 0),
            avg_hrv_ms: day.value(Metric::HrvRmssd, 1),
            avg_breath_rpm: day.value(Metric::RespiratoryRate, 1),
            breathing_disturbance_index: day.value(Metric::OuraBreathingDisturbanceIndex, 2),
            spo2_avg_pct: day.value(Metric::BloodOxygenSaturation, 1),
            nap_h: hours(Metric::SleepNap).filter(|hours| *hours > 0.0),
            source: day.source,
        }
    }
}
