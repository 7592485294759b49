//! What the record has to say in the end: a plain list, worked out from what the vendors and the phone
//! have at the end of the month.
//!
//! It knows nothing of the code that it judges: the vendors' records are read here once more,
//! by the vendors' words alone.

mod oura;
mod phone;
mod whoop;

use std::collections::{BTreeMap, BTreeSet};

use jiff::{
    Timestamp,
    civil::{Date, Time},
    tz::{Offset, TimeZone},
};
use serde_json::Value;

pub(super) use oura::OuraSays;
pub(super) use phone::PhoneSample;
pub(super) use whoop::WhoopSays;

/// The metrics that the list tells everything of.
pub(super) const METRICS: [&str; 41] = [
    "sleep_total",
    "sleep_core",
    "sleep_deep",
    "sleep_rem",
    "sleep_awake",
    "sleep_in_bed",
    "sleep_nap",
    "bedtime",
    "wake_time",
    "sleep_efficiency",
    "sleep_latency",
    "sleep_heart_rate",
    "sleep_lowest_heart_rate",
    "sleep_need",
    "sleep_disturbances",
    "sleep_cycles",
    "resting_heart_rate",
    "hrv_rmssd",
    "respiratory_rate",
    "skin_temperature",
    "blood_oxygen_saturation",
    "whoop_sleep_performance",
    "whoop_sleep_consistency",
    "whoop_recovery_score",
    "whoop_calibrating",
    "whoop_strain",
    "whoop_energy",
    "oura_sleep_score",
    "oura_readiness_score",
    "oura_activity_score",
    "oura_temperature_deviation",
    "oura_stress_high",
    "oura_recovery_high",
    "oura_resilience",
    "oura_rest_mode",
    "total_energy",
    "step_count",
    "active_energy",
    "mindful_minutes",
    "heart_rate",
    "protein",
];

/// The list.
#[derive(Clone, Debug, Default)]
pub(super) struct Truth {
    /// Metric, day and source, with the value.
    pub(super) values: BTreeMap<(String, String, String), f64>,
    /// Source, start, end and name.
    pub(super) workouts: BTreeSet<(String, Timestamp, Timestamp, String)>,
}

impl Truth {
    fn set(&mut self, metric: &str, day: Date, source: &str, value: f64) {
        let place = (metric.to_owned(), day.to_string(), source.to_owned());
        self.values.insert(place, value);
    }

    fn add(&mut self, metric: &str, day: Date, source: &str, value: f64) {
        let place = (metric.to_owned(), day.to_string(), source.to_owned());
        *self.values.entry(place).or_default() += value;
    }

    fn workout(&mut self, source: &str, start: Timestamp, end: Timestamp, name: &str) {
        let second = |at: Timestamp| Timestamp::from_second(at.as_second()).unwrap();
        let workout = (
            source.to_owned(),
            second(start),
            second(end),
            name.to_owned(),
        );
        self.workouts.insert(workout);
    }

    /// What `found` lacks or says otherwise.
    pub(super) fn lacking_in(&self, found: &Self) -> Vec<String> {
        /// No value is kept more coarsely.
        const FINE: f64 = 0.006;
        let values = self.values.iter().filter_map(|(place, value)| {
            let other = found.values.get(place);
            let is_same = other.is_some_and(|other| (other - value).abs() < FINE);
            (!is_same).then(|| format!("{place:?} is {value}, and not {other:?}"))
        });
        let workouts = self.workouts.difference(&found.workouts);
        values
            .chain(workouts.map(|workout| format!("{workout:?}")))
            .collect()
    }
}

/// Everything that the list is made of.
pub(super) struct Says<'w> {
    pub(super) whoop: WhoopSays,
    pub(super) oura: OuraSays,
    pub(super) phone: &'w [PhoneSample],
    /// Where the person lives.
    pub(super) home: &'w TimeZone,
}

/// Works the list out.
pub(super) fn tell(says: &Says<'_>) -> Truth {
    let mut truth = Truth::default();
    whoop::tell(&says.whoop, &mut truth);
    oura::tell(&says.oura, says.home, &mut truth);
    phone::tell(says.phone, says.home, &mut truth);
    truth
}

fn text<'v>(record: &'v Value, name: &str) -> &'v str {
    record[name].as_str().unwrap_or_default()
}

fn instant(record: &Value, name: &str) -> Timestamp {
    text(record, name).parse().unwrap()
}

/// Minutes that a clock has to show after the midnight that begins a day.
fn minutes(at: Timestamp, offset: Offset, day: Date) -> f64 {
    let second = Timestamp::from_second(at.as_second()).unwrap();
    let midnight = day.to_datetime(Time::midnight());
    let shown = offset.to_datetime(second);
    midnight.duration_until(shown).as_secs_f64() / 60.0
}
