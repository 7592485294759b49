//! The mapping table: one row for each thing that Oura says and we keep.
//!
//! What the connector covers derives from it. A field without a row is in the raw document only.

use vitalog_core::Metric;

use crate::oura::collections::{
    DAILY_ACTIVITY, DAILY_CARDIOVASCULAR_AGE, DAILY_READINESS, DAILY_RESILIENCE, DAILY_SLEEP,
    DAILY_SPO2, DAILY_STRESS, HEARTRATE, REST_MODE_PERIOD, SESSION, SLEEP, VO2_MAX,
};

/// From a field to a metric.
pub(crate) struct Row {
    /// The collection.
    pub(crate) kind: &'static str,
    /// The field, by its path.
    pub(crate) field: &'static str,
    /// What it measures.
    pub(crate) metric: Metric,
    /// Its unit: one that the metric accepts.
    pub(crate) unit: &'static str,
    /// How it is read.
    pub(crate) how: How,
}

/// How a field is read.
pub(crate) enum How {
    /// The number it is.
    Number,
    /// The number it is; 0 stands for no measurement.
    AboveZero,
    /// The place of a word among these, counted from 1. Another word says nothing.
    Place(&'static [&'static str]),
    /// The lowest number above 0 in it, rounded; without one, that of another field.
    Lowest { otherwise: &'static str },
    /// The time of day it shows where the person was, in whole minutes after the midnight at which
    /// the day of waking begins.
    Clock,
    /// The number it is, of every counted sleep of a day but the main one.
    OfNaps,
    /// The numbers of the points that one of these words is the source of; of all, without words.
    Points(&'static [&'static str]),
    /// How long things of these types lasted, in seconds.
    Lasted(&'static [&'static str]),
    /// 1 on each day it covers.
    Covered,
}

const fn row(
    kind: &'static str,
    field: &'static str,
    metric: Metric,
    unit: &'static str,
    how: How,
) -> Row {
    Row {
        kind,
        field,
        metric,
        unit,
        how,
    }
}

#[rustfmt::skip]
pub(crate) static TABLE: &[Row] = &[
    row(DAILY_SLEEP, "score", Metric::OuraSleepScore, "score", How::Number),

    row(SLEEP, "total_sleep_duration", Metric::SleepTotal, "s", How::Number),
    row(SLEEP, "light_sleep_duration", Metric::SleepCore, "s", How::Number),
    row(SLEEP, "deep_sleep_duration", Metric::SleepDeep, "s", How::Number),
    row(SLEEP, "rem_sleep_duration", Metric::SleepRem, "s", How::Number),
    row(SLEEP, "awake_time", Metric::SleepAwake, "s", How::Number),
    row(SLEEP, "time_in_bed", Metric::SleepInBed, "s", How::Number),
    row(SLEEP, "total_sleep_duration", Metric::SleepNap, "s", How::OfNaps),
    row(SLEEP, "bedtime_start", Metric::Bedtime, "min", How::Clock),
    row(SLEEP, "bedtime_end", Metric::WakeTime, "min", How::Clock),
    row(SLEEP, "efficiency", Metric::SleepEfficiency, "%", How::Number),
    row(SLEEP, "latency", Metric::SleepLatency, "s", How::Number),
    row(SLEEP, "average_heart_rate", Metric::SleepHeartRate, "bpm", How::AboveZero),
    row(SLEEP, "lowest_heart_rate", Metric::SleepLowestHeartRate, "bpm", How::AboveZero),
    row(SLEEP, "heart_rate.items", Metric::RestingHeartRate, "bpm",
        How::Lowest { otherwise: "lowest_heart_rate" }),
    row(SLEEP, "average_hrv", Metric::HrvRmssd, "ms", How::AboveZero),
    row(SLEEP, "average_breath", Metric::RespiratoryRate, "breaths/min", How::AboveZero),

    row(DAILY_READINESS, "score", Metric::OuraReadinessScore, "score", How::Number),
    row(DAILY_READINESS, "temperature_deviation", Metric::OuraTemperatureDeviation, "degC",
        How::Number),
    row(DAILY_READINESS, "temperature_trend_deviation", Metric::OuraTemperatureTrendDeviation,
        "degC", How::Number),

    row(DAILY_ACTIVITY, "score", Metric::OuraActivityScore, "score", How::Number),
    row(DAILY_ACTIVITY, "steps", Metric::StepCount, "steps", How::Number),
    row(DAILY_ACTIVITY, "active_calories", Metric::ActiveEnergy, "kcal", How::Number),
    row(DAILY_ACTIVITY, "total_calories", Metric::TotalEnergy, "kcal", How::Number),
    row(DAILY_ACTIVITY, "equivalent_walking_distance", Metric::WalkingEquivalentDistance, "m",
        How::Number),
    row(DAILY_ACTIVITY, "high_activity_time", Metric::HighActivityTime, "s", How::Number),
    row(DAILY_ACTIVITY, "medium_activity_time", Metric::MediumActivityTime, "s", How::Number),
    row(DAILY_ACTIVITY, "low_activity_time", Metric::LowActivityTime, "s", How::Number),
    row(DAILY_ACTIVITY, "sedentary_time", Metric::SedentaryTime, "s", How::Number),
    row(DAILY_ACTIVITY, "resting_time", Metric::RestingTime, "s", How::Number),
    row(DAILY_ACTIVITY, "non_wear_time", Metric::NonWearTime, "s", How::Number),

    row(DAILY_SPO2, "spo2_percentage.average", Metric::BloodOxygenSaturation, "%", How::AboveZero),
    row(DAILY_SPO2, "breathing_disturbance_index", Metric::OuraBreathingDisturbanceIndex, "count",
        How::Number),
    row(DAILY_STRESS, "stress_high", Metric::OuraStressHigh, "s", How::Number),
    row(DAILY_STRESS, "recovery_high", Metric::OuraRecoveryHigh, "s", How::Number),
    row(DAILY_RESILIENCE, "level", Metric::OuraResilience, "score",
        How::Place(&["limited", "adequate", "solid", "strong", "exceptional"])),
    row(DAILY_CARDIOVASCULAR_AGE, "vascular_age", Metric::OuraVascularAge, "years", How::AboveZero),
    row(VO2_MAX, "vo2_max", Metric::Vo2Max, "ml/kg/min", How::AboveZero),

    row(HEARTRATE, "bpm", Metric::HeartRate, "bpm", How::Points(&[])),
    row(HEARTRATE, "bpm", Metric::HeartRateAwake, "bpm", How::Points(&["awake"])),
    row(HEARTRATE, "bpm", Metric::HeartRateAsleep, "bpm", How::Points(&["sleep"])),
    row(HEARTRATE, "bpm", Metric::HeartRateWorkout, "bpm", How::Points(&["workout", "session"])),

    row(SESSION, "start_datetime", Metric::MindfulMinutes, "s",
        How::Lasted(&["breathing", "meditation"])),
    row(REST_MODE_PERIOD, "start_day", Metric::OuraRestMode, "score", How::Covered),
];

/// The rows of a collection.
pub(crate) fn rows(kind: &str) -> impl Iterator<Item = &'static Row> {
    TABLE.iter().filter(move |row| row.kind == kind)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use vitalog_core::unit::fold_unit;

    use super::*;
    use crate::{Connector, oura::Oura};

    #[test]
    fn every_unit_is_one_that_the_metric_accepts() {
        for row in TABLE {
            let folded = fold_unit(row.unit);
            let accepts = row.metric.row().accepts;
            assert!(
                accepts.iter().any(|unit| unit.name == folded),
                "{} of {}",
                row.unit,
                row.field
            );
        }
    }

    #[test]
    fn every_collection_of_the_table_is_declared() {
        for row in TABLE {
            assert!(Oura.collection(row.kind).is_some(), "{}", row.kind);
        }
    }

    #[test]
    fn two_rows_of_one_metric_do_not_exist() {
        let metrics: BTreeSet<Metric> = TABLE.iter().map(|row| row.metric).collect();
        assert_eq!(metrics.len(), TABLE.len());
        assert_eq!(Oura.covers(), metrics.into_iter().collect::<Vec<_>>());
    }
}
