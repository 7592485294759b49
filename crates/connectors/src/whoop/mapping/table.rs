//! The mapping table: one row for each thing that WHOOP says and we keep.
//!
//! What the connector covers derives from it. A field without a row is in the raw document only.

use vitalog_core::Metric;

use crate::whoop::collections::{CYCLE, RECOVERY, SLEEP, WORKOUT};

/// From a field to a metric.
pub(super) struct Row {
    /// The collection.
    pub(super) kind: &'static str,
    /// Whose row it is among the records of the collection.
    pub(super) of: Of,
    /// What it measures.
    pub(super) metric: Metric,
    /// Its unit: one that the metric accepts.
    pub(super) unit: &'static str,
    /// Where it is, and how it is read.
    pub(super) how: How,
}

/// Which records of a collection a row is of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    /// Each that is scored.
    Scored,
    /// The scored main sleep of a day.
    Night,
    /// The main sleep of a day, scored or not: when it was is no score.
    AnyNight,
    /// Every other scored sleep.
    Nap,
}

/// How a value is read. Members are named by their path within `score`.
pub(super) enum How {
    /// The number it is.
    Number(&'static str),
    /// The number it is; 0 stands for no measurement.
    AboveZero(&'static str),
    /// Milliseconds, all of them told, added up and shown in seconds.
    Milliseconds(&'static [&'static str]),
    /// Minutes from the midnight at which the day of waking begins to the begin, by the clock of
    /// where the person was.
    Begin,
    /// The same, to the end.
    End,
}

const fn row(kind: &'static str, of: Of, metric: Metric, unit: &'static str, how: How) -> Row {
    Row {
        kind,
        of,
        metric,
        unit,
        how,
    }
}

const LIGHT: &str = "stage_summary.total_light_sleep_time_milli";
const SLOW_WAVE: &str = "stage_summary.total_slow_wave_sleep_time_milli";
const REM: &str = "stage_summary.total_rem_sleep_time_milli";
const ASLEEP: How = How::Milliseconds(&[LIGHT, SLOW_WAVE, REM]);

/// Every row.
pub(super) static TABLE: &[Row] = &[
    row(SLEEP, Of::AnyNight, Metric::Bedtime, "min", How::Begin),
    row(SLEEP, Of::AnyNight, Metric::WakeTime, "min", How::End),
    row(SLEEP, Of::Night, Metric::SleepTotal, "s", ASLEEP),
    row(
        SLEEP,
        Of::Night,
        Metric::SleepCore,
        "s",
        How::Milliseconds(&[LIGHT]),
    ),
    row(
        SLEEP,
        Of::Night,
        Metric::SleepDeep,
        "s",
        How::Milliseconds(&[SLOW_WAVE]),
    ),
    row(
        SLEEP,
        Of::Night,
        Metric::SleepRem,
        "s",
        How::Milliseconds(&[REM]),
    ),
    row(
        SLEEP,
        Of::Night,
        Metric::SleepAwake,
        "s",
        How::Milliseconds(&["stage_summary.total_awake_time_milli"]),
    ),
    row(
        SLEEP,
        Of::Night,
        Metric::SleepInBed,
        "s",
        How::Milliseconds(&["stage_summary.total_in_bed_time_milli"]),
    ),
    row(
        SLEEP,
        Of::Night,
        Metric::SleepNeed,
        "s",
        How::Milliseconds(&[
            "sleep_needed.baseline_milli",
            "sleep_needed.need_from_sleep_debt_milli",
            "sleep_needed.need_from_recent_strain_milli",
            "sleep_needed.need_from_recent_nap_milli",
        ]),
    ),
    row(
        SLEEP,
        Of::Night,
        Metric::SleepCycles,
        "count",
        How::Number("stage_summary.sleep_cycle_count"),
    ),
    row(
        SLEEP,
        Of::Night,
        Metric::SleepDisturbances,
        "count",
        How::Number("stage_summary.disturbance_count"),
    ),
    row(
        SLEEP,
        Of::Night,
        Metric::RespiratoryRate,
        "count/min",
        How::AboveZero("respiratory_rate"),
    ),
    row(
        SLEEP,
        Of::Night,
        Metric::SleepEfficiency,
        "%",
        How::Number("sleep_efficiency_percentage"),
    ),
    row(
        SLEEP,
        Of::Night,
        Metric::WhoopSleepPerformance,
        "%",
        How::Number("sleep_performance_percentage"),
    ),
    row(
        SLEEP,
        Of::Night,
        Metric::WhoopSleepConsistency,
        "%",
        How::Number("sleep_consistency_percentage"),
    ),
    row(SLEEP, Of::Nap, Metric::SleepNap, "s", ASLEEP),
    row(
        RECOVERY,
        Of::Scored,
        Metric::WhoopRecoveryScore,
        "%",
        How::Number("recovery_score"),
    ),
    row(
        RECOVERY,
        Of::Scored,
        Metric::WhoopCalibrating,
        "score",
        How::Number("user_calibrating"),
    ),
    row(
        RECOVERY,
        Of::Scored,
        Metric::RestingHeartRate,
        "count/min",
        How::AboveZero("resting_heart_rate"),
    ),
    // "milli" is the unit: milliseconds, not thousandths of one.
    row(
        RECOVERY,
        Of::Scored,
        Metric::HrvRmssd,
        "ms",
        How::AboveZero("hrv_rmssd_milli"),
    ),
    row(
        RECOVERY,
        Of::Scored,
        Metric::BloodOxygenSaturation,
        "%",
        How::AboveZero("spo2_percentage"),
    ),
    row(
        RECOVERY,
        Of::Scored,
        Metric::SkinTemperature,
        "degC",
        How::AboveZero("skin_temp_celsius"),
    ),
    row(
        CYCLE,
        Of::Scored,
        Metric::WhoopStrain,
        "score",
        How::Number("strain"),
    ),
    row(
        CYCLE,
        Of::Scored,
        Metric::WhoopEnergy,
        "kJ",
        How::Number("kilojoule"),
    ),
    row(
        CYCLE,
        Of::Scored,
        Metric::TotalEnergy,
        "kJ",
        How::Number("kilojoule"),
    ),
    row(
        CYCLE,
        Of::Scored,
        Metric::WhoopAverageHeartRate,
        "count/min",
        How::AboveZero("average_heart_rate"),
    ),
    row(
        CYCLE,
        Of::Scored,
        Metric::WhoopMaxHeartRate,
        "count/min",
        How::AboveZero("max_heart_rate"),
    ),
    row(
        WORKOUT,
        Of::Scored,
        Metric::HeartRateWorkout,
        "count/min",
        How::AboveZero("max_heart_rate"),
    ),
];

/// The rows of a collection's records.
pub(super) fn rows(kind: &str, of: &[Of]) -> impl Iterator<Item = &'static Row> {
    TABLE
        .iter()
        .filter(move |row| row.kind == kind && of.contains(&row.of))
}
