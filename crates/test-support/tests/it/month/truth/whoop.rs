//! What WHOOP says.

use std::{cmp::Reverse, collections::BTreeMap};

use jiff::{Timestamp, civil::Date, tz::Offset};
use serde_json::Value;

use super::{Truth, instant, minutes, text};

const SOURCE: &str = "WHOOP";
const HOUR_MS: f64 = 3_600_000.0;

/// All records, as shown at the end.
pub(in crate::month) struct WhoopSays {
    pub(in crate::month) sleeps: Vec<Value>,
    pub(in crate::month) recoveries: Vec<Value>,
    pub(in crate::month) cycles: Vec<Value>,
    pub(in crate::month) workouts: Vec<Value>,
}

/// Metric, place in the score, what one of its unit is.
type Row = (&'static str, &'static str, f64);

const OF_NIGHT: [Row; 11] = [
    (
        "sleep_core",
        "stage_summary/total_light_sleep_time_milli",
        HOUR_MS,
    ),
    (
        "sleep_deep",
        "stage_summary/total_slow_wave_sleep_time_milli",
        HOUR_MS,
    ),
    (
        "sleep_rem",
        "stage_summary/total_rem_sleep_time_milli",
        HOUR_MS,
    ),
    (
        "sleep_awake",
        "stage_summary/total_awake_time_milli",
        HOUR_MS,
    ),
    (
        "sleep_in_bed",
        "stage_summary/total_in_bed_time_milli",
        HOUR_MS,
    ),
    ("sleep_cycles", "stage_summary/sleep_cycle_count", 1.0),
    ("sleep_disturbances", "stage_summary/disturbance_count", 1.0),
    ("respiratory_rate", "respiratory_rate", 1.0),
    ("sleep_efficiency", "sleep_efficiency_percentage", 1.0),
    (
        "whoop_sleep_performance",
        "sleep_performance_percentage",
        1.0,
    ),
    (
        "whoop_sleep_consistency",
        "sleep_consistency_percentage",
        1.0,
    ),
];
const OF_RECOVERY: [Row; 5] = [
    ("whoop_recovery_score", "recovery_score", 1.0),
    ("resting_heart_rate", "resting_heart_rate", 1.0),
    ("hrv_rmssd", "hrv_rmssd_milli", 1.0),
    ("blood_oxygen_saturation", "spo2_percentage", 1.0),
    ("skin_temperature", "skin_temp_celsius", 1.0),
];
const OF_CYCLE: [Row; 3] = [
    ("total_energy", "kilojoule", 4.184),
    ("whoop_strain", "strain", 1.0),
    ("whoop_energy", "kilojoule", 1.0),
];
const ASLEEP: [&str; 3] = [
    "stage_summary/total_light_sleep_time_milli",
    "stage_summary/total_slow_wave_sleep_time_milli",
    "stage_summary/total_rem_sleep_time_milli",
];
const NEED: [&str; 4] = [
    "sleep_needed/baseline_milli",
    "sleep_needed/need_from_sleep_debt_milli",
    "sleep_needed/need_from_recent_strain_milli",
    "sleep_needed/need_from_recent_nap_milli",
];

struct Sleep<'v> {
    record: &'v Value,
    offset: Offset,
    start: Timestamp,
    end: Timestamp,
    /// Of waking.
    day: Date,
    is_nap: bool,
}

impl<'v> Sleep<'v> {
    fn read(record: &'v Value) -> Self {
        let (start, end) = (instant(record, "start"), instant(record, "end"));
        let offset = offset(record);
        Self {
            record,
            offset,
            start,
            end,
            day: offset.to_datetime(end).date(),
            is_nap: record["nap"] == true,
        }
    }
}

fn offset(record: &Value) -> Offset {
    let written = text(record, "timezone_offset");
    if written == "Z" {
        return Offset::UTC;
    }
    let number =
        |range: std::ops::Range<usize>| written.get(range).unwrap().parse::<i32>().unwrap();
    let minutes = number(1..3) * 60 + number(4..6);
    let sign = if written.starts_with('-') { -1 } else { 1 };
    Offset::from_seconds(sign * minutes * 60).unwrap()
}

fn scored(record: &Value) -> Option<&Value> {
    (text(record, "score_state") == "SCORED").then(|| &record["score"])
}

fn number(score: &Value, path: &str) -> Option<f64> {
    score.pointer(&format!("/{path}"))?.as_f64()
}

fn rows(rows: &[Row], score: &Value, day: Date, truth: &mut Truth) {
    for (metric, path, unit) in rows {
        if let Some(value) = number(score, path) {
            truth.set(metric, day, SOURCE, value / unit);
        }
    }
}

fn total(score: &Value, paths: &[&str]) -> f64 {
    paths.iter().filter_map(|path| number(score, path)).sum()
}

pub(super) fn tell(says: &WhoopSays, truth: &mut Truth) {
    let sleeps: Vec<Sleep<'_>> = says.sleeps.iter().map(Sleep::read).collect();
    // The longest that is no nap is the night of the day on which the person woke.
    let mut nights: BTreeMap<Date, &Sleep<'_>> = BTreeMap::new();
    let long = sleeps.iter().filter(|sleep| !sleep.is_nap);
    for sleep in long.clone() {
        let rank = |sleep: &Sleep<'_>| {
            let lasts = sleep.end.as_second() - sleep.start.as_second();
            (lasts, Reverse(sleep.start))
        };
        let night = nights.entry(sleep.day).or_insert(sleep);
        if rank(sleep) > rank(night) {
            *night = sleep;
        }
    }
    let is_night = |sleep: &Sleep<'_>| std::ptr::eq(nights[&sleep.day].record, sleep.record);
    for sleep in &sleeps {
        let (day, score) = (sleep.day, scored(sleep.record));
        if !nights.contains_key(&day) || !is_night(sleep) {
            if let Some(score) = score {
                truth.add("sleep_nap", day, SOURCE, total(score, &ASLEEP) / HOUR_MS);
            }
            continue;
        }
        let clock = |at| minutes(at, sleep.offset, day);
        truth.set("bedtime", day, SOURCE, clock(sleep.start));
        truth.set("wake_time", day, SOURCE, clock(sleep.end));
        if let Some(score) = score {
            rows(&OF_NIGHT, score, day, truth);
            truth.set("sleep_total", day, SOURCE, total(score, &ASLEEP) / HOUR_MS);
            truth.set("sleep_need", day, SOURCE, total(score, &NEED) / HOUR_MS);
        }
    }

    // A recovery is of its sleep's day, and of two that of the night counts.
    let mut recoveries: BTreeMap<Date, (bool, Timestamp, &Value)> = BTreeMap::new();
    for recovery in &says.recoveries {
        let its = |sleep: &&Sleep<'_>| sleep.record["id"] == recovery["sleep_id"];
        if let Some(sleep) = sleeps.iter().find(its) {
            let rank = (sleep.is_nap || !is_night(sleep), sleep.start, recovery);
            let best = recoveries.entry(sleep.day).or_insert(rank);
            if (rank.0, rank.1) < (best.0, best.1) {
                *best = rank;
            }
        }
    }
    for (day, (_, _, recovery)) in recoveries {
        if let Some(score) = scored(recovery) {
            rows(&OF_RECOVERY, score, day, truth);
            let calibrating = score["user_calibrating"] == true;
            let calibrating = f64::from(u8::from(calibrating));
            truth.set("whoop_calibrating", day, SOURCE, calibrating);
        }
    }

    // A cycle is of the day on which the sleep ended that opened it.
    let mut cycles: BTreeMap<Date, (bool, Timestamp, &Value)> = BTreeMap::new();
    for cycle in &says.cycles {
        let opened_by = long
            .clone()
            .filter(|sleep| sleep.record["cycle_id"] == cycle["id"])
            .min_by_key(|sleep| sleep.start);
        let start = instant(cycle, "start");
        let half_a_day_later =
            offset(cycle).to_datetime(start) + jiff::SignedDuration::from_hours(12);
        let day = opened_by.map_or(half_a_day_later.date(), |sleep| sleep.day);
        let rank = (!opened_by.is_some_and(is_night), start, cycle);
        let best = cycles.entry(day).or_insert(rank);
        if (rank.0, rank.1) < (best.0, best.1) {
            *best = rank;
        }
    }
    for (day, (_, _, cycle)) in cycles {
        if let Some(score) = scored(cycle) {
            rows(&OF_CYCLE, score, day, truth);
        }
    }

    for workout in &says.workouts {
        let (start, end) = (instant(workout, "start"), instant(workout, "end"));
        truth.workout(SOURCE, start, end, text(workout, "sport_name"));
    }
}
