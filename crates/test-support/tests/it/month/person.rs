//! What happens to a person in a month, and when it is heard of.

use jiff::{
    SignedDuration, Timestamp, ToSpan,
    civil::{Date, date},
    tz::TimeZone,
};
use serde_json::{Value, json};
use vitalog_test_support::vendors::{
    oura::{self, FakeOura},
    whoop,
};

use super::{chance::Chance, truth::PhoneSample};

/// Days that are lived.
pub(super) const DAYS: u32 = 27;

/// A month somewhere. In most of them the clock changes.
pub(super) struct Month {
    pub(super) home: TimeZone,
    zone: &'static str,
    /// Where the person travels.
    away: &'static str,
    pub(super) first: Date,
}

impl Month {
    pub(super) fn of(chance: &mut Chance) -> Self {
        let months = [
            ("Europe/Berlin", "America/New_York", date(2026, 3, 8)),
            ("America/Los_Angeles", "Asia/Tokyo", date(2026, 10, 12)),
            ("Australia/Sydney", "Europe/London", date(2026, 9, 16)),
            ("America/St_Johns", "Pacific/Auckland", date(2026, 2, 20)),
            ("Asia/Kolkata", "Pacific/Honolulu", date(2026, 12, 20)),
        ];
        let (zone, away, first) = *chance.one_of(&months);
        Self {
            home: TimeZone::get(zone).unwrap(),
            zone,
            away,
            first,
        }
    }

    /// Where the person is on a day.
    fn place(&self, day: u32) -> &'static str {
        if (11..=15).contains(&day) || day == 20 {
            self.away
        } else {
            self.zone
        }
    }

    fn day(&self, day: u32) -> Date {
        self.first + i64::from(day).days()
    }
}

/// Something that somebody gets to know.
pub(super) enum Happening {
    /// WHOOP has a record.
    Whoop(&'static str, Value),
    /// WHOOP has a record whose score is not known yet.
    WhoopPending(&'static str, Value),
    /// WHOOP knows the score.
    WhoopScored(&'static str, String),
    /// Oura has a document.
    Oura(&'static str, Value),
    /// Oura has a point of the heart rate.
    OuraPoint(Value),
    /// The phone has a sample.
    Phone(PhoneSample),
}

type Happenings = Vec<(Timestamp, Happening)>;

/// The month, in the order in which it is heard of.
pub(super) fn happenings(
    seed: u64,
    month: &Month,
    maker: &FakeOura,
    chance: &mut Chance,
) -> Happenings {
    let mut all = Vec::new();
    let strap = whoop::Life::new(seed, &month.first.to_string(), DAYS);
    for day in 0..DAYS {
        strap_day(&strap, month, day, chance, &mut all);
        ring_day(seed, maker, month, day, chance, &mut all);
        phone_day(month, day, chance, &mut all);
    }
    all.sort_by_key(|(at, _)| *at);
    all
}

/// How late the vendor hears of a day: mostly at once.
fn delay(chance: &mut Chance) -> SignedDuration {
    let hours = if chance.happens(12) {
        chance.between(1, 60)
    } else {
        0
    };
    SignedDuration::from_hours(hours)
}

fn minutes(minutes: i64) -> SignedDuration {
    SignedDuration::from_mins(minutes)
}

fn instant(record: &Value, name: &str) -> Timestamp {
    record[name].as_str().unwrap().parse().unwrap()
}

fn strap_day(
    life: &whoop::Life,
    month: &Month,
    day: u32,
    chance: &mut Chance,
    all: &mut Happenings,
) {
    let late = delay(chance);
    let zone = TimeZone::get(month.place(day)).unwrap();
    for (kind, mut record) in life.day(day) {
        let made = instant(&record, "created_at") + late;
        if kind != "recovery" {
            let seconds = zone.to_offset(instant(&record, "start")).seconds();
            record["timezone_offset"] = json!(written(seconds));
        }
        if kind == "cycle" {
            let mut open = record.clone();
            open.as_object_mut().unwrap().remove("end");
            open["score"]["strain"] = json!(4.25);
            all.push((made, Happening::Whoop(kind, open)));
            if record.get("end").is_some() {
                let closed = instant(&record, "end") + minutes(10) + late;
                all.push((closed, Happening::Whoop(kind, record)));
            }
        } else if chance.happens(40) && record.get("score").is_some() {
            let name = if kind == "recovery" { "cycle_id" } else { "id" };
            let id = &record[name];
            let id = id.as_str().map_or_else(|| id.to_string(), str::to_owned);
            let scored = made + minutes(chance.between(5, 600));
            all.push((made, Happening::WhoopPending(kind, record)));
            all.push((scored, Happening::WhoopScored(kind, id)));
        } else {
            all.push((made, Happening::Whoop(kind, record)));
        }
    }
}

fn written(offset_s: i32) -> String {
    if offset_s == 0 {
        return "Z".to_owned();
    }
    let minutes = offset_s.abs() / 60;
    let sign = if offset_s < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}

fn ring_day(
    seed: u64,
    maker: &FakeOura,
    month: &Month,
    day: u32,
    chance: &mut Chance,
    all: &mut Happenings,
) {
    let (late, zone, date) = (delay(chance), month.place(day), month.day(day));
    let life = oura::Life::new(seed * 1000 + u64::from(day), zone, &date.to_string(), 1);
    let somebody = format!("maker-{day}");
    maker.add_person(&somebody);
    maker.live(&somebody, &life.without_heart_rate());
    let zone = TimeZone::get(zone).unwrap();
    let at = |hour: i8, minute: i8| {
        let shown = date.at(hour, minute, 0, 0);
        zone.to_timestamp(shown).unwrap() + late
    };
    let moment =
        |name: &'static str| move |document: &Value| instant(document, name) + minutes(40) + late;
    let mut add = |kind: &'static str, known: &dyn Fn(&Value) -> Timestamp| {
        for mut document in maker.documents(&somebody, kind) {
            if let Some(beats) = document.pointer_mut("/heart_rate/items") {
                // As many as are needed.
                beats.as_array_mut().unwrap().truncate(5);
            }
            all.push((known(&document), Happening::Oura(kind, document)));
        }
    };
    add("sleep", &moment("bedtime_end"));
    add("workout", &moment("end_datetime"));
    add("session", &moment("end_datetime"));
    for kind in [
        "daily_sleep",
        "daily_readiness",
        "daily_spo2",
        "daily_stress",
        "daily_resilience",
    ] {
        add(kind, &|_: &Value| at(10, 31));
    }
    add("daily_activity", &|_: &Value| at(23, 55));
    for mut activity in maker.documents(&somebody, "daily_activity") {
        activity["steps"] = json!(1234);
        all.push((at(12, 10), Happening::Oura("daily_activity", activity)));
    }
    if day == 12 {
        let end = date + 3.days();
        let rest = json!({
            "id": "rest-1", "start_day": date.to_string(), "start_time": null,
            "end_day": end.to_string(), "end_time": null, "episodes": [],
        });
        all.push((at(9, 0), Happening::Oura("rest_mode_period", rest)));
    }
    for quarter in 0..4 {
        // No two at one time, also where days overlap because of a journey.
        let minute = quarter * 360 + chance.between(0, 60) * 5 + i64::from(day % 5);
        let measured = at(0, 0) - late + minutes(minute);
        let point = json!({
            "timestamp": measured.strftime("%Y-%m-%dT%H:%M:%S.000Z").to_string(),
            "bpm": chance.between(45, 160),
            "source": "awake",
        });
        all.push((measured + minutes(9) + late, Happening::OuraPoint(point)));
    }
}

fn phone_day(month: &Month, day: u32, chance: &mut Chance, all: &mut Happenings) {
    for (metric, count, most) in [("step_count", 9, 900), ("protein", 3, 60)] {
        for number in 0..count {
            let hour = i8::try_from(7 + number).unwrap();
            let shown = month.day(day).at(hour, 0, 0, 0);
            let at = month.home.to_timestamp(shown).unwrap() + minutes(chance.between(0, 59));
            let sample = PhoneSample {
                metric,
                at,
                quantity: chance.between(1, most),
            };
            all.push((at + minutes(1), Happening::Phone(sample)));
        }
    }
}
