//! What Oura says.

use std::{cmp::Reverse, collections::BTreeMap};

use jiff::{
    Timestamp, ToSpan,
    civil::Date,
    tz::{Offset, TimeZone},
};
use serde_json::Value;

use super::{Truth, instant, minutes, text};

const SOURCE: &str = "Oura";
const HOUR_S: f64 = 3600.0;
const MINUTE_S: f64 = 60.0;

/// All documents by collection, as in paths.
pub(in crate::month) type OuraSays = BTreeMap<&'static str, Vec<Value>>;

/// Metric, member, what one of its unit is, and whether 0 stands for nothing.
type Row = (&'static str, &'static str, f64, bool);

const OF_NIGHT: [Row; 12] = [
    ("sleep_total", "total_sleep_duration", HOUR_S, false),
    ("sleep_core", "light_sleep_duration", HOUR_S, false),
    ("sleep_deep", "deep_sleep_duration", HOUR_S, false),
    ("sleep_rem", "rem_sleep_duration", HOUR_S, false),
    ("sleep_awake", "awake_time", HOUR_S, false),
    ("sleep_in_bed", "time_in_bed", HOUR_S, false),
    ("sleep_efficiency", "efficiency", 1.0, false),
    ("sleep_latency", "latency", MINUTE_S, false),
    ("sleep_heart_rate", "average_heart_rate", 1.0, true),
    ("sleep_lowest_heart_rate", "lowest_heart_rate", 1.0, true),
    ("hrv_rmssd", "average_hrv", 1.0, true),
    ("respiratory_rate", "average_breath", 1.0, true),
];
const OF_DAY: [(&str, &[Row]); 5] = [
    ("daily_sleep", &[("oura_sleep_score", "score", 1.0, false)]),
    (
        "daily_readiness",
        &[
            ("oura_readiness_score", "score", 1.0, false),
            (
                "oura_temperature_deviation",
                "temperature_deviation",
                1.0,
                false,
            ),
        ],
    ),
    (
        "daily_activity",
        &[
            ("oura_activity_score", "score", 1.0, false),
            ("step_count", "steps", 1.0, false),
            ("active_energy", "active_calories", 1.0, false),
            ("total_energy", "total_calories", 1.0, false),
        ],
    ),
    (
        "daily_stress",
        &[
            ("oura_stress_high", "stress_high", MINUTE_S, false),
            ("oura_recovery_high", "recovery_high", MINUTE_S, false),
        ],
    ),
    (
        "daily_spo2",
        &[(
            "blood_oxygen_saturation",
            "spo2_percentage/average",
            1.0,
            true,
        )],
    ),
];
const LEVELS: [&str; 5] = ["limited", "adequate", "solid", "strong", "exceptional"];

fn day(document: &Value) -> Date {
    text(document, "day").parse().unwrap()
}

fn rows(rows: &[Row], document: &Value, truth: &mut Truth) {
    for (metric, path, unit, zero_is_none) in rows {
        let value = document
            .pointer(&format!("/{path}"))
            .and_then(Value::as_f64);
        if let Some(value) = value.filter(|value| !zero_is_none || *value > 0.0) {
            truth.set(metric, day(document), SOURCE, value / unit);
        }
    }
}

fn offset(text: &str) -> Offset {
    let at = text.len() - 6;
    let number = |range: std::ops::Range<usize>| text.get(range).unwrap().parse::<i32>().unwrap();
    let minutes = number(at + 1..at + 3) * 60 + number(at + 4..at + 6);
    let sign = if &text[at..=at] == "-" { -1 } else { 1 };
    Offset::from_seconds(sign * minutes * 60).unwrap()
}

pub(super) fn tell(says: &OuraSays, home: &TimeZone, truth: &mut Truth) {
    sleeps(&says["sleep"], truth);
    for (kind, its_rows) in OF_DAY {
        for document in &says[kind] {
            rows(its_rows, document, truth);
        }
    }
    for document in &says["daily_resilience"] {
        let level = text(document, "level");
        if let Some(place) = LEVELS.iter().position(|known| *known == level) {
            let place = f64::from(u8::try_from(place + 1).unwrap());
            truth.set("oura_resilience", day(document), SOURCE, place);
        }
    }
    for document in &says["rest_mode_period"] {
        let mut day: Date = text(document, "start_day").parse().unwrap();
        let end: Date = text(document, "end_day").parse().unwrap();
        while day <= end {
            truth.set("oura_rest_mode", day, SOURCE, 1.0);
            day += 1.day();
        }
    }
    let local = |at: Timestamp| home.to_datetime(at).date();
    for session in &says["session"] {
        if ["breathing", "meditation"].contains(&text(session, "type")) {
            let (start, end) = (
                instant(session, "start_datetime"),
                instant(session, "end_datetime"),
            );
            let lasts = start.duration_until(end).as_secs_f64() / MINUTE_S;
            truth.add("mindful_minutes", local(start), SOURCE, lasts);
        }
    }
    for workout in &says["workout"] {
        let (start, end) = (
            instant(workout, "start_datetime"),
            instant(workout, "end_datetime"),
        );
        truth.workout(SOURCE, start, end, text(workout, "activity"));
    }
    let mut hearts: BTreeMap<Date, Vec<f64>> = BTreeMap::new();
    for point in &says["heartrate"] {
        let of_day = hearts
            .entry(local(instant(point, "timestamp")))
            .or_default();
        of_day.push(point["bpm"].as_f64().unwrap());
    }
    for (day, beats) in hearts {
        let count = f64::from(u32::try_from(beats.len()).unwrap());
        truth.set("heart_rate", day, SOURCE, beats.iter().sum::<f64>() / count);
    }
}

fn sleeps(documents: &[Value], truth: &mut Truth) {
    let mut days: BTreeMap<Date, Vec<&Value>> = BTreeMap::new();
    for sleep in documents {
        if !["rest", "deleted"].contains(&text(sleep, "type")) {
            days.entry(day(sleep)).or_default().push(sleep);
        }
    }
    for (day, mut sleeps) in days {
        let asleep = |sleep: &Value| sleep["total_sleep_duration"].as_i64().unwrap();
        sleeps.sort_by_key(|sleep| {
            let is_long = text(sleep, "type") == "long_sleep";
            let start = instant(sleep, "bedtime_start");
            (Reverse((is_long, asleep(sleep))), start)
        });
        let night = sleeps.remove(0);
        rows(&OF_NIGHT, night, truth);
        for (metric, name) in [("bedtime", "bedtime_start"), ("wake_time", "bedtime_end")] {
            let offset = offset(text(night, name));
            let shown = minutes(instant(night, name), offset, day);
            truth.set(metric, day, SOURCE, shown.floor());
        }
        let beats = night["heart_rate"]["items"].as_array().unwrap();
        let beats = beats.iter().filter_map(Value::as_f64);
        let lowest = beats.filter(|beat| *beat > 0.0).reduce(f64::min);
        let lowest = lowest.or(night["lowest_heart_rate"].as_f64()).unwrap();
        truth.set("resting_heart_rate", day, SOURCE, lowest.round());
        for nap in sleeps {
            #[expect(clippy::cast_precision_loss, reason = "they are small")]
            let hours = asleep(nap) as f64 / HOUR_S;
            truth.add("sleep_nap", day, SOURCE, hours);
        }
    }
}
