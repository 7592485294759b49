//! A stretch of an invented life: one night, cycle and recovery a day but for missed nights, naps
//! and workouts on some, with journeys across offsets, and the vendor's odd ends.

use jiff::{
    SignedDuration, Timestamp, ToSpan,
    civil::{Date, Time},
    tz::Offset,
};
use serde_json::{Value, json};

use super::world::written;
use crate::vendors::numbers::Numbers;

/// Where the person is, as the vendor writes it; one after another, some days each.
const OFFSETS: [(&str, i32); 5] = [
    ("+02:00", 120),
    ("-05:00", -300),
    ("+05:30", 330),
    ("Z", 0),
    ("-08:00", -480),
];
/// Days that the person stays.
const STAY_DAYS: u32 = 17;
const SPORTS: [&str; 5] = ["running", "cycling", "weightlifting", "sauna", "yoga"];
const MINUTE_MS: i64 = 60_000;
/// The identifier of the first day's cycle.
const FIRST_CYCLE: i64 = 900_000_000;

/// A stretch of days, the same for the same seed.
#[derive(Clone, Debug)]
pub struct Life {
    seed: u64,
    first: Date,
    days: u32,
}

/// A night, as far as other records need it.
struct Night {
    id: String,
    start: Timestamp,
    end: Timestamp,
    record: Value,
}

impl Life {
    /// `days` days of waking, from `first` on.
    #[must_use]
    pub fn new(seed: u64, first: &str, days: u32) -> Self {
        let first = first.parse().expect("a day");
        Self { seed, first, days }
    }

    /// Every record: collection and record, those of a day together and days in their order. The
    /// last cycle goes on.
    #[must_use]
    pub fn records(&self) -> Vec<(&'static str, Value)> {
        (0..self.days).flat_map(|day| self.day(day)).collect()
    }

    /// The records of one day, counted from 0. The cycle ends where the next night begins, if there
    /// is one.
    #[must_use]
    pub fn day(&self, day: u32) -> Vec<(&'static str, Value)> {
        let mut records = Vec::new();
        if let Some(night) = self.night(day) {
            let next = (day + 1..self.days).find_map(|next| self.night(next));
            let cycle = self.cycle(day, &night, next.map(|next| next.start));
            records.push(("cycle", cycle));
            records.push(("recovery", self.recovery(day, &night)));
            records.push(("sleep", night.record));
        }
        let nap = self.nap(day).map(|nap| ("sleep", nap));
        let workout = self.workout(day).map(|workout| ("workout", workout));
        records.extend(nap.into_iter().chain(workout));
        records
    }

    fn numbers(&self, topic: &str, day: u32) -> Numbers {
        Numbers::new(self.seed, topic, day)
    }

    fn offset(day: u32) -> (&'static str, i32) {
        let place = usize::try_from(day / STAY_DAYS).expect("few days");
        OFFSETS[place % OFFSETS.len()]
    }

    /// Minutes from the local midnight at which a day begins, as an instant.
    fn at(&self, day: u32, minutes: i32) -> Timestamp {
        let date = self.first.saturating_add(i64::from(day).days());
        let midnight = date.to_datetime(Time::midnight());
        let utc = Offset::UTC.to_timestamp(midnight).expect("a time");
        utc + SignedDuration::from_mins(i64::from(minutes - Self::offset(day).1))
    }

    /// The identifier of a record: of the form of the vendor's, and no other record's.
    fn uuid(&self, topic: u8, day: u32) -> String {
        let seed = self.seed & 0xffff_ffff;
        format!("{seed:08x}-{topic:04x}-4000-8000-{day:012x}")
    }

    fn cycle_id(&self, day: u32) -> i64 {
        let seed = i64::try_from(self.seed & 0xffff).expect("a small number");
        FIRST_CYCLE + seed * 10_000 + i64::from(day)
    }

    /// The cycle that a day belongs to: the one that its night opened, or the last before it.
    fn cycle_of(&self, day: u32) -> i64 {
        let opened = (0..=day).rev().find(|day| self.night(*day).is_some());
        self.cycle_id(opened.unwrap_or(day))
    }

    fn night(&self, day: u32) -> Option<Night> {
        let mut numbers = self.numbers("night", day);
        // The first night is never missed, so that every day has a cycle.
        if numbers.happens(3) && day > 0 {
            return None;
        }
        let start = self.at(day, numbers.between(-150, 90));
        let light = i64::from(numbers.between(180, 300));
        let slow_wave = i64::from(numbers.between(50, 120));
        let rem = i64::from(numbers.between(60, 130));
        let awake = i64::from(numbers.between(5, 60));
        let in_bed = light + slow_wave + rem + awake;
        let end = start + SignedDuration::from_mins(in_bed);
        let id = self.uuid(1, day);
        let missing = numbers.happens(5);
        let mut record = json!({
            "id": id,
            "cycle_id": self.cycle_id(day),
            "created_at": written(end + SignedDuration::from_mins(9)),
            "updated_at": written(end + SignedDuration::from_mins(9)),
            "start": written(start),
            "end": written(end),
            "timezone_offset": Self::offset(day).0,
            "nap": false,
            "score_state": "SCORED",
            "score": {
                "stage_summary": {
                    "total_in_bed_time_milli": in_bed * MINUTE_MS,
                    "total_awake_time_milli": awake * MINUTE_MS,
                    "total_no_data_time_milli": 0,
                    "total_light_sleep_time_milli": light * MINUTE_MS,
                    "total_slow_wave_sleep_time_milli": slow_wave * MINUTE_MS,
                    "total_rem_sleep_time_milli": rem * MINUTE_MS,
                    "sleep_cycle_count": numbers.between(3, 6),
                    "disturbance_count": numbers.between(0, 20),
                },
                "sleep_needed": {
                    "baseline_milli": 27_395_716,
                    "need_from_sleep_debt_milli": i64::from(numbers.between(0, 60)) * MINUTE_MS,
                    "need_from_recent_strain_milli": i64::from(numbers.between(0, 30)) * MINUTE_MS,
                    "need_from_recent_nap_milli": -i64::from(numbers.between(0, 20)) * MINUTE_MS,
                },
                "respiratory_rate": f64::from(numbers.between(13_000, 17_000)) / 1000.0,
                "sleep_performance_percentage": numbers.between(60, 100),
                "sleep_consistency_percentage": (!missing).then(|| numbers.between(50, 100)),
                "sleep_efficiency_percentage": f64::from(numbers.between(8500, 9900)) / 100.0,
            },
        });
        if numbers.happens(2) {
            record["score_state"] = json!("UNSCORABLE");
            record.as_object_mut().expect("a record").remove("score");
        }
        Some(Night {
            id,
            start,
            end,
            record,
        })
    }

    fn cycle(&self, day: u32, night: &Night, end: Option<Timestamp>) -> Value {
        let mut numbers = self.numbers("cycle", day);
        let updated = end.unwrap_or(night.end) + SignedDuration::from_mins(10);
        let mut record = json!({
            "id": self.cycle_id(day),
            "created_at": written(night.end + SignedDuration::from_mins(8)),
            "updated_at": written(updated),
            "start": written(night.start),
            "timezone_offset": Self::offset(day).0,
            "score_state": "SCORED",
            "score": {
                "strain": f64::from(numbers.between(20_000, 199_999)) / 10_000.0,
                "kilojoule": f64::from(numbers.between(60_000, 160_000)) / 10.0,
                "average_heart_rate": numbers.between(55, 85),
                "max_heart_rate": numbers.between(110, 190),
            },
        });
        if let Some(end) = end {
            record["end"] = json!(written(end));
        }
        record
    }

    fn recovery(&self, day: u32, night: &Night) -> Value {
        let mut numbers = self.numbers("recovery", day);
        // Some straps are without their phone for days.
        let late = if numbers.happens(4) { 3 * 24 * 60 } else { 12 };
        let made = written(night.end + SignedDuration::from_mins(late));
        let missing = numbers.happens(3);
        json!({
            "cycle_id": self.cycle_id(day),
            "sleep_id": night.id,
            "created_at": made,
            "updated_at": made,
            "score_state": "SCORED",
            "score": {
                "user_calibrating": day < 4,
                "recovery_score": numbers.between(1, 99),
                "resting_heart_rate": numbers.between(45, 62),
                "hrv_rmssd_milli": (!missing).then(|| f64::from(numbers.between(20_000, 120_000)) / 1000.0),
                "spo2_percentage": f64::from(numbers.between(930, 990)) / 10.0,
                "skin_temp_celsius": f64::from(numbers.between(325, 348)) / 10.0,
            },
        })
    }

    fn nap(&self, day: u32) -> Option<Value> {
        let mut numbers = self.numbers("nap", day);
        if !numbers.happens(15) {
            return None;
        }
        let start = self.at(day, numbers.between(13 * 60, 16 * 60));
        let light = i64::from(numbers.between(10, 40));
        let end = written(start + SignedDuration::from_mins(light + 5));
        Some(json!({
            "id": self.uuid(2, day),
            "cycle_id": self.cycle_of(day),
            "created_at": end,
            "updated_at": end,
            "start": written(start),
            "end": end,
            "timezone_offset": Self::offset(day).0,
            "nap": true,
            "score_state": "SCORED",
            "score": {
                "stage_summary": {
                    "total_in_bed_time_milli": (light + 5) * MINUTE_MS,
                    "total_awake_time_milli": 5 * MINUTE_MS,
                    "total_no_data_time_milli": 0,
                    "total_light_sleep_time_milli": light * MINUTE_MS,
                    "total_slow_wave_sleep_time_milli": 0,
                    "total_rem_sleep_time_milli": 0,
                    "sleep_cycle_count": 0,
                    "disturbance_count": 0,
                },
                "sleep_needed": {
                    "baseline_milli": 27_395_716,
                    "need_from_sleep_debt_milli": 0,
                    "need_from_recent_strain_milli": 0,
                    "need_from_recent_nap_milli": 0,
                },
            },
        }))
    }

    fn workout(&self, day: u32) -> Option<Value> {
        let mut numbers = self.numbers("workout", day);
        if !numbers.happens(45) {
            return None;
        }
        let start = self.at(day, numbers.between(16 * 60, 23 * 60));
        let seconds = i64::from(numbers.between(900, 7200));
        let end = start + SignedDuration::from_secs(seconds);
        let made = written(end + SignedDuration::from_mins(2));
        let average = numbers.between(95, 160);
        Some(json!({
            "id": self.uuid(3, day),
            "created_at": made,
            "updated_at": made,
            "start": written(start),
            "end": written(end),
            "timezone_offset": Self::offset(day).0,
            "sport_name": numbers.one_of(&SPORTS),
            "score_state": "SCORED",
            "score": {
                "strain": f64::from(numbers.between(30_000, 180_000)) / 10_000.0,
                "average_heart_rate": average,
                "max_heart_rate": average + numbers.between(5, 35),
                "kilojoule": f64::from(numbers.between(3000, 40_000)) / 10.0,
                "percent_recorded": 100.0,
                "zone_durations": {
                    "zone_zero_milli": 0, "zone_one_milli": seconds * 1000, "zone_two_milli": 0,
                    "zone_three_milli": 0, "zone_four_milli": 0, "zone_five_milli": 0,
                },
            },
        }))
    }
}
