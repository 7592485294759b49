//! Documents of a life, made up: the same for the same seed, each day by itself.

mod day;
mod night;

use jiff::{
    Timestamp, ToSpan,
    civil::{Date, DateTime},
    tz::TimeZone,
};
use serde_json::{Value, json};

use crate::vendors::numbers::Numbers;

/// A stretch of a life with a ring.
#[derive(Clone, Debug)]
pub struct Life {
    seed: u64,
    zone: TimeZone,
    first: Date,
    days: u32,
    workout_every_day: bool,
    heart_rate: bool,
}

impl Life {
    /// A life of so many days from `first` on, in a zone.
    #[must_use]
    pub fn new(seed: u64, zone: &str, first: &str, days: u32) -> Self {
        Self {
            seed,
            zone: TimeZone::get(zone).expect("a zone"),
            first: first.parse().expect("a date"),
            days,
            workout_every_day: false,
            heart_rate: true,
        }
    }

    /// With a workout on each day.
    #[must_use]
    pub fn with_workouts(mut self) -> Self {
        self.workout_every_day = true;
        self
    }

    /// Without the points of the heart rate, which are most of what there is.
    #[must_use]
    pub fn without_heart_rate(mut self) -> Self {
        self.heart_rate = false;
        self
    }

    /// All documents: collection, as in paths, and document.
    pub(super) fn documents(&self) -> Vec<(&'static str, Value)> {
        let mut documents = vec![("ring_configuration", self.ring())];
        for number in 0..self.days {
            let day = Day {
                life: self,
                date: self.first + i64::from(number).days(),
                number,
            };
            day.add_night(&mut documents);
            day.add_scores(&mut documents);
            day.add_activity(&mut documents);
            day.add_moments(&mut documents);
            if self.heart_rate {
                day.add_heart_rate(&mut documents);
            }
        }
        documents
    }

    fn ring(&self) -> Value {
        json!({
            "id": format!("ring-{}", self.seed),
            "meta": {"updated_at": "2025-11-02T10:00:00.000000Z", "version": 1},
            "color": "a_colour_from_the_future",
            "design": "horizon",
            "firmware_version": "3.2.11",
            "hardware_type": "gen4",
            "set_up_at": "2025-11-02T10:00:00.000Z",
            "size": 10,
        })
    }
}

/// A day of a life.
struct Day<'l> {
    life: &'l Life,
    date: Date,
    number: u32,
}

impl Day<'_> {
    fn numbers(&self, topic: &str) -> Numbers {
        Numbers::new(self.life.seed, topic, self.number)
    }

    fn id(&self, kind: &str) -> String {
        format!("{kind}-{}-{}", self.life.seed, self.date)
    }

    /// A clock time of the day, in minutes after its midnight; negative before it.
    fn at(&self, minutes: i64) -> DateTime {
        self.date.at(0, 0, 0, 0) + minutes.minutes()
    }

    fn instant(&self, shown: DateTime) -> Timestamp {
        self.life
            .zone
            .to_timestamp(shown)
            .expect("a time of that day")
    }

    /// As the vendor writes local times.
    fn local(&self, shown: DateTime) -> String {
        let at = self.instant(shown);
        let offset = self.life.zone.to_offset(at);
        let shown = offset.to_datetime(at).strftime("%Y-%m-%dT%H:%M:%S.000");
        let minutes = offset.seconds() / 60;
        let sign = if minutes < 0 { '-' } else { '+' };
        let (hours, minutes) = (minutes.abs() / 60, minutes.abs() % 60);
        format!("{shown}{sign}{hours:02}:{minutes:02}")
    }

    /// Last changed in the late morning.
    fn meta(&self) -> Value {
        let changed = self.instant(self.at(10 * 60 + 31));
        let updated_at = changed.strftime("%Y-%m-%dT%H:%M:%S.120000Z").to_string();
        json!({"updated_at": updated_at, "version": 1})
    }
}
