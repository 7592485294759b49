//! Which of several sources' workouts count.

use jiff::SignedDuration;
use vitalog_core::{
    Fingerprint, Marks, SourcePriority, Superseded, SupersededBy, Via, Workout, workouts_once,
};

use crate::moments::instant;

/// A workout of an evening, from one minute after six to another.
pub(crate) fn workout(via: Via, source: &str, from: i64, until: i64) -> Workout {
    let six = instant("2026-05-06T18:00:00-07:00");
    let after = |minutes| six + SignedDuration::from_mins(minutes);
    let label = format!("{from} {until} {source}");
    let key = label.bytes().fold(7_i64, |key, byte| {
        key.wrapping_mul(31).wrapping_add(i64::from(byte))
    });
    Workout {
        start: after(from),
        fingerprint: Fingerprint::from_i64(key),
        end: after(until),
        name: "Running".to_owned(),
        duration_s: after(until).duration_since(after(from)).as_secs_f64(),
        active_kcal: None,
        avg_hr_bpm: None,
        max_hr_bpm: None,
        source: source.to_owned(),
        via,
        source_id: None,
        recorded_at: after(from).to_string(),
        recorded_end: after(until).to_string(),
        day: None,
        ingested_at: six,
        marks: Marks::default(),
    }
}

type Row = (Via, &'static str, i64, i64);

/// Checks which of some workouts count, by source and first minute, in the order of their start.
fn check(why: &str, priority: &[&str], rows: &[Row], counting: &[(&str, i64)]) {
    let rows: Vec<Workout> = rows
        .iter()
        .map(|(via, source, from, until)| workout(*via, source, *from, *until))
        .collect();
    let once = workouts_once(&rows, &SourcePriority::new(priority));
    let six = workout(Via::Hae, "", 0, 0).start;
    let told: Vec<(&str, i64)> = once
        .counting
        .iter()
        .map(|row| (row.source.as_str(), row.start.duration_since(six).as_mins()))
        .collect();
    assert_eq!(told, counting, "{why}");
    assert_eq!(once.hidden.len(), rows.len() - counting.len(), "{why}");
}

const OURA: Via = Via::Oura;
const WHOOP: Via = Via::Whoop;
const HAE: Via = Via::Hae;
const WATCH: &str = "Anna's Apple Watch";

#[test]
fn half_of_the_shorter_is_enough() {
    let check = |why: &str, watch: (i64, i64), counts_twice: bool| {
        let rows = [(OURA, "Oura", 0, 60), (HAE, WATCH, watch.0, watch.1)];
        let mut counting = vec![("Oura", 0)];
        if counts_twice {
            counting.push((WATCH, watch.0));
            counting.sort_by_key(|(_, from)| *from);
        }
        crate::workouts_once::check(why, &[], &rows, &counting);
    };
    check("the same", (0, 60), false);
    check("within it", (20, 30), false);
    check("all around it", (-30, 120), false);
    check("half of as long a one", (30, 90), false);
    check("a minute less", (31, 91), true);
    check("half of a shorter one", (50, 70), false);
    check("a minute less of a shorter one", (51, 70), true);
    check("half of it, at its start", (-30, 30), false);
    check("half of it in one that is longer", (30, 200), false);
    check("less of it in one that is longer", (31, 200), true);
    check("one after the other", (60, 120), true);
    check("one before the other", (-60, 0), true);
    check("far away", (600, 660), true);
    check("an instant at its start", (0, 0), false);
    check("an instant within", (30, 30), false);
    check("an instant at its end", (60, 60), true);
}

#[test]
fn source_believed_first_stands() {
    let all = [
        (HAE, "Strava", 0, 60),
        (HAE, "Anna's iPhone", 0, 61),
        (HAE, WATCH, 0, 62),
        (WHOOP, "WHOOP", 0, 63),
        (OURA, "Oura", 0, 64),
    ];
    let without_vendors = &all[..3];
    check("Oura first", &[], &all, &[("Oura", 0)]);
    check("then WHOOP", &[], &all[..4], &[("WHOOP", 0)]);
    check("then a watch", &[], without_vendors, &[(WATCH, 0)]);
    check("then a phone", &[], &all[..2], &[("Anna's iPhone", 0)]);
    check("as named", &["whoop"], &all, &[("WHOOP", 0)]);
    check("Apple Health as named", &["apple"], &all, &[(WATCH, 0)]);
    let strava = &["Strava", "oura"];
    check("an app as named", strava, &all, &[("Strava", 0)]);
    check(
        "an app of the one named",
        &["apple", "strava"],
        &all[..2],
        &[("Strava", 0)],
    );
}

#[test]
fn two_of_one_source_are_two() {
    let twice = [(HAE, WATCH, 0, 60), (HAE, WATCH, 10, 20)];
    check("one in another", &[], &twice, &[(WATCH, 0), (WATCH, 10)]);
    let spelled = [
        (HAE, "Anna\u{2019}s Watch", 0, 60),
        (HAE, "anna's watch", 10, 20),
    ];
    let both = [("Anna\u{2019}s Watch", 0), ("anna's watch", 10)];
    check("however it is spelled", &[], &spelled, &both);
    let unknown = [(HAE, "unknown", 0, 60), (HAE, "unknown", 10, 20)];
    check("unknown", &[], &unknown, &[("unknown", 0), ("unknown", 10)]);
    let copied = [(HAE, "Oura", 0, 60), (OURA, "Oura", 0, 60)];
    check(
        "what Oura wrote into Apple Health is another's word",
        &[],
        &copied,
        &[("Oura", 0)],
    );
    let all_day = [
        (OURA, "Oura", 0, 60),
        (OURA, "Oura", 90, 150),
        (HAE, WATCH, 0, 150),
    ];
    check(
        "two in one of another's",
        &[],
        &all_day,
        &[("Oura", 0), ("Oura", 90)],
    );
}

#[test]
fn only_what_counts_hides() {
    let chain = [
        (OURA, "Oura", 0, 40),
        (WHOOP, "WHOOP", 20, 60),
        (HAE, WATCH, 40, 80),
    ];
    check(
        "WHOOP's is hidden and hides nothing",
        &[],
        &chain,
        &[("Oura", 0), (WATCH, 40)],
    );
    check(
        "WHOOP's counts and hides both",
        &["whoop"],
        &chain,
        &[("WHOOP", 20)],
    );

    let gone = Workout {
        marks: Marks {
            missing_since: None,
            superseded: Some(Superseded {
                at: instant("2026-05-07T00:00:00Z"),
                by: SupersededBy::Vendor,
            }),
        },
        ..workout(OURA, "Oura", 0, 60)
    };
    let rows = [gone, workout(HAE, WATCH, 0, 60)];
    let once = workouts_once(&rows, &SourcePriority::default());
    assert_eq!(once.counting, [&rows[1]], "what is superseded hides none");
    assert!(once.hidden.is_empty(), "and is hidden by none");
}
