//! A night, its naps, and the points of the heart rate.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::Day;

impl Day<'_> {
    /// When the night begins and ends, in minutes after the midnight of the day of waking.
    fn night(&self) -> (i32, i32) {
        let mut numbers = self.numbers("night");
        (numbers.between(-120, 30), numbers.between(380, 500))
    }

    pub(super) fn add_night(&self, documents: &mut Vec<(&'static str, Value)>) {
        let mut numbers = self.numbers("sleep");
        // Every so often the ring is not worn.
        if numbers.happens(4) {
            return;
        }
        let (start, end) = self.night();
        documents.push(("sleep", self.period("long_sleep", "night", start, end)));
        for (kind, percent, least) in [("sleep", 15, 780), ("rest", 5, 1000), ("deleted", 5, 650)] {
            if numbers.happens(percent) {
                let start = numbers.between(least, least + 100);
                documents.push(("sleep", self.period(kind, kind, start, start + 30)));
            }
        }
    }

    fn period(&self, kind: &str, name: &str, start: i32, end: i32) -> Value {
        let mut numbers = self.numbers(name);
        let in_bed = (end - start) * 60;
        let awake = in_bed / 100 * numbers.between(3, 12);
        let asleep = in_bed - awake;
        let deep = asleep / 100 * numbers.between(12, 25);
        let rem = asleep / 100 * numbers.between(15, 28);
        let lowest = numbers.between(44, 58);
        let beats: Vec<Value> = (0..(end - start) / 5)
            .map(|place| match place {
                0 | 1 => Value::Null,
                _ => (lowest + 1 + numbers.between(0, 12)).into(),
            })
            .collect();
        let timestamp = self.local(self.at(start.into()));
        json!({
            "id": self.id(name), "meta": self.meta(), "day": self.date.to_string(), "type": kind,
            "period": 0, "bedtime_start": timestamp, "bedtime_end": self.local(self.at(end.into())),
            "time_in_bed": in_bed, "total_sleep_duration": asleep, "awake_time": awake,
            "deep_sleep_duration": deep, "rem_sleep_duration": rem,
            "light_sleep_duration": asleep - deep - rem, "latency": numbers.between(60, 1800),
            "efficiency": asleep * 100 / in_bed, "restless_periods": numbers.between(50, 300),
            "average_heart_rate": f64::from(lowest) + 6.25, "lowest_heart_rate": lowest,
            "average_hrv": numbers.between(20, 90),
            "average_breath": f64::from(numbers.between(96, 136)) / 8.0,
            "heart_rate": {"interval": 300.0, "items": beats, "timestamp": timestamp},
            "hrv": null, "low_battery_alert": false, "readiness": null, "ring_id": null,
            "readiness_score_delta": null, "sleep_score_delta": null, "movement_30_sec": null,
            "sleep_phase_5_min": null, "sleep_phase_30_sec": null, "app_sleep_phase_5_min": null,
            "sleep_algorithm_version": "v2", "sleep_analysis_reason": "foreground_sleep_analysis",
        })
    }

    /// A point every five minutes from midnight to midnight by the clock of the place.
    pub(super) fn add_heart_rate(&self, documents: &mut Vec<(&'static str, Value)>) {
        let mut numbers = self.numbers("heartrate");
        let (_, end) = self.night();
        let begin = self.instant(self.at(0));
        let end_of_day = self.instant(self.at(24 * 60));
        let mut at = begin;
        while at < end_of_day {
            let minute = begin.duration_until(at).as_mins();
            let (source, least, most) = match minute {
                _ if minute < end.into() => ("sleep", 44, 66),
                1020..1065 => ("workout", 95, 168),
                _ if numbers.happens(10) => ("rest", 55, 70),
                _ => ("awake", 60, 110),
            };
            let point = json!({
                "timestamp": at.strftime("%Y-%m-%dT%H:%M:%S.000Z").to_string(),
                "timestamp_unix": at.as_millisecond(),
                "bpm": numbers.between(least, most),
                "source": source,
            });
            documents.push(("heartrate", point));
            at += SignedDuration::from_mins(5);
        }
    }
}
