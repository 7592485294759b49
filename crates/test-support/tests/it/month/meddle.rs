//! What people and vendors change afterwards.

use jiff::{SignedDuration, Timestamp, ToSpan, civil::Date};
use serde_json::{Value, json};
use vitalog_test_support::vendors::{Fault, oura::FakeOura, whoop::FakeWhoop};

use super::{chance::Chance, machine::Wire};

/// The person, as Oura and WHOOP know them.
pub(super) const RING: &str = "person-1";
pub(super) const STRAP: i64 = 1_000_001;

/// Changes something at the vendors.
pub(super) fn meddle(wire: &Wire, chance: &mut Chance, number: u32) {
    wire.tell_time();
    ring(&wire.oura, chance);
    strap(&wire.whoop, chance);
    if chance.happens(40) {
        while_listed(wire, chance, number);
    }
}

fn any<'v>(records: &'v [Value], chance: &mut Chance) -> Option<&'v str> {
    let records: Vec<&str> = records
        .iter()
        .filter_map(|record| record["id"].as_str())
        // Those are for changes while something is listed.
        .filter(|id| !id.starts_with("sudden"))
        .collect();
    (!records.is_empty()).then(|| *chance.one_of(&records))
}

fn ring(oura: &FakeOura, chance: &mut Chance) {
    let kind = *chance.one_of(&[
        "sleep",
        "sleep",
        "workout",
        "session",
        "daily_sleep",
        "daily_stress",
    ]);
    let documents = oura.documents(RING, kind);
    let Some(id) = any(&documents, chance) else {
        return;
    };
    if chance.happens(15) && kind != "daily_sleep" {
        oura.delete(RING, kind, id);
        return;
    }
    let what = chance.between(0, 5);
    let number = chance.between(60, 90);
    oura.edit(RING, kind, id, |document| match (kind, what) {
        ("sleep", 0) => document["type"] = json!("deleted"),
        ("sleep", 1) => document["type"] = json!("rest"),
        ("sleep", 2) => document["type"] = json!("long_sleep"),
        // What began late in the day the vendor files under the next one.
        ("sleep", 3) => {
            let woke: Date = document["bedtime_end"].as_str().unwrap()[..10]
                .parse()
                .unwrap();
            let days = i64::from(document["type"] != "long_sleep");
            document["day"] = json!((woke + days.days()).to_string());
        }
        ("sleep", _) => document["total_sleep_duration"] = json!(number * 300),
        ("workout", _) => document["activity"] = json!("swimming"),
        ("session", _) => document["type"] = json!("meditation"),
        ("daily_stress", _) => document["stress_high"] = json!(number * 60),
        _ => document["score"] = json!(number),
    });
}

fn strap(whoop: &FakeWhoop, chance: &mut Chance) {
    let kind = if chance.happens(70) {
        "sleep"
    } else {
        "workout"
    };
    let records = whoop.records(STRAP, kind);
    let Some(id) = any(&records, chance) else {
        return;
    };
    if chance.happens(15) {
        whoop.delete(STRAP, kind, id);
        return;
    }
    let (what, number) = (chance.between(0, 2), chance.between(30, 150));
    whoop.edit(STRAP, kind, id, |record| match (kind, what) {
        // It ends at another time, maybe on another day.
        ("sleep", 0) => {
            let start: Timestamp = record["start"].as_str().unwrap().parse().unwrap();
            let end = start + SignedDuration::from_mins(number * 8);
            record["end"] = json!(end.strftime("%Y-%m-%dT%H:%M:%S.%3fZ").to_string());
        }
        // A night may be said to be a nap, and a night again.
        ("sleep", 1) if id.contains("-0001-") => record["nap"] = json!(number < 50),
        ("sleep", _) => {
            if record.get("score").is_some() {
                let rem = &mut record["score"]["stage_summary"]["total_rem_sleep_time_milli"];
                *rem = json!(number * 60_000);
            }
        }
        _ => record["sport_name"] = json!("rowing"),
    });
}

/// A workout appears, and another goes, between two pages of a list.
fn while_listed(wire: &Wire, chance: &mut Chance, number: u32) {
    let start = wire.clock.true_now() - SignedDuration::from_hours(chance.between(2, 100));
    let end = start + SignedDuration::from_mins(30);
    let text = |at: Timestamp| at.strftime("%Y-%m-%dT%H:%M:%S.000Z").to_string();
    let workout = |name: &str| {
        json!({
            "id": format!("sudden-{number}-{name}"), "start": text(start), "end": text(end),
            "timezone_offset": "-03:30", "sport_name": name, "score_state": "PENDING_SCORE",
        })
    };
    let whoop = &wire.whoop;
    whoop.put(STRAP, "workout", workout("gone"));
    let going = format!("sudden-{number}-gone");
    let pages = usize::try_from(chance.between(1, 4)).unwrap();
    whoop.delete_after_pages(pages, STRAP, "workout", &going);
    whoop.put_after_pages(pages, STRAP, "workout", workout("come"));
}

/// Whether a change still waits for a list.
pub(super) fn is_to_come(wire: &Wire) -> bool {
    let workouts = wire.whoop.records(STRAP, "workout");
    workouts
        .iter()
        .any(|workout| workout["sport_name"] == "gone")
}

/// Lets something go wrong at the vendors; says how often it will.
pub(super) fn fail(wire: &Wire, chance: &mut Chance) -> u32 {
    let faults = [
        Fault::Status(500),
        Fault::Status(503),
        Fault::Status(401),
        Fault::Status(403),
        Fault::Status(404),
        Fault::TooMany(None),
        Fault::TooMany(Some(40)),
        Fault::Hang,
        Fault::NotJson,
        Fault::AnswerLost,
        Fault::Circle,
    ];
    let times = u32::try_from(chance.between(1, 3)).unwrap();
    let fault = chance.one_of(&faults).clone();
    let paths = [
        "/v2/usercollection/sleep",
        "/v2/usercollection/daily_",
        "/v2",
        "/oauth/v2",
    ];
    let path = *chance.one_of(&paths);
    wire.oura.fail(path, fault, times);
    let fault = chance.one_of(&faults).clone();
    let paths = [
        "/developer/v2/activity/sleep",
        "/developer/v2/recovery",
        "/developer",
        "/oauth",
    ];
    let path = *chance.one_of(&paths);
    wire.whoop.fail(path, fault, times);
    2 * times
}
