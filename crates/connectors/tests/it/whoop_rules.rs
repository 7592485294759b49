//! The rules by which WHOOP's records become days, one by one.

use proptest::prelude::*;
use serde_json::{Value, json};
use vitalog_connectors::{Connector, Mapped, SentDocument, whoop::Whoop};

fn document(kind: &str, record: &Value) -> SentDocument {
    let collection = Whoop.collection(kind).unwrap();
    let body = record.to_string();
    Whoop.read_one(collection, body.as_bytes()).unwrap()
}

fn sleep(id: &str, cycle: i64, start: &str, end: &str, offset: &str) -> Value {
    json!({
        "id": id, "cycle_id": cycle, "nap": false, "start": start, "end": end,
        "timezone_offset": offset, "updated_at": end, "score_state": "SCORED",
        "score": {
            "stage_summary": {
                "total_in_bed_time_milli": 27_600_000, "total_awake_time_milli": 1_500_000,
                "total_light_sleep_time_milli": 14_400_000,
                "total_slow_wave_sleep_time_milli": 5_400_000,
                "total_rem_sleep_time_milli": 6_300_000,
                "sleep_cycle_count": 4, "disturbance_count": 9
            },
            "sleep_needed": {
                "baseline_milli": 27_900_000, "need_from_sleep_debt_milli": 900_000,
                "need_from_recent_strain_milli": 420_000, "need_from_recent_nap_milli": -120_000
            },
        },
    })
}

fn cycle(id: i64, start: &str, offset: &str) -> Value {
    json!({
        "id": id, "start": start, "timezone_offset": offset, "updated_at": start,
        "score_state": "SCORED", "score": {"strain": 10.5, "kilojoule": 8368.0},
    })
}

fn recovery(cycle: i64, sleep: &str, created: &str) -> Value {
    json!({
        "cycle_id": cycle, "sleep_id": sleep, "created_at": created, "updated_at": created,
        "score_state": "SCORED",
        "score": {"recovery_score": 66.0, "hrv_rmssd_milli": 31.8, "user_calibrating": false},
    })
}

fn workout(start: &str, end: &str, offset: &str) -> Value {
    json!({
        "id": "w1", "start": start, "end": end, "timezone_offset": offset, "updated_at": end,
        "sport_name": "running", "score_state": "SCORED",
        "score": {"kilojoule": 1380.7, "average_heart_rate": 150, "max_heart_rate": 171},
    })
}

/// The values of a metric, as `day value`.
fn values(mapped: &Mapped, slug: &str) -> Vec<String> {
    let samples = mapped
        .samples
        .iter()
        .filter(|it| it.metric.row().slug == slug);
    samples
        .map(|it| format!("{} {}", it.day.unwrap(), it.quantity.first()))
        .collect()
}

#[test]
fn a_night_its_recovery_and_its_cycle_belong_to_the_day_of_waking_by_their_own_offset() {
    for (start, end, offset, expected) in [
        (
            "2026-09-12T21:03:00Z",
            "2026-09-13T04:43:00Z",
            "+02:00",
            "2026-09-13",
        ),
        (
            "2026-09-12T05:10:00Z",
            "2026-09-12T12:50:00Z",
            "-05:00",
            "2026-09-12",
        ),
        // Where the day has begun, and where it has not, at one and the same time.
        (
            "2026-09-12T15:00:00Z",
            "2026-09-12T22:30:00Z",
            "+05:30",
            "2026-09-13",
        ),
        (
            "2026-09-12T20:00:00Z",
            "2026-09-13T04:30:00Z",
            "-05:00",
            "2026-09-12",
        ),
        (
            "2026-09-12T10:00:00Z",
            "2026-09-12T17:00:00Z",
            "+13:00",
            "2026-09-13",
        ),
        (
            "2026-09-12T23:00:00Z",
            "2026-09-13T06:00:00Z",
            "Z",
            "2026-09-13",
        ),
        // To sleep after midnight, and at noon.
        (
            "2026-09-12T23:30:00Z",
            "2026-09-13T05:00:00Z",
            "+02:00",
            "2026-09-13",
        ),
        (
            "2026-09-12T10:00:00Z",
            "2026-09-12T17:00:00Z",
            "+02:00",
            "2026-09-12",
        ),
    ] {
        let documents = [
            document("sleep", &sleep("s", 1, start, end, offset)),
            document("cycle", &cycle(1, start, offset)),
            document("recovery", &recovery(1, "s", end)),
        ];
        let mapped = Whoop.map(&documents);
        for (slug, value) in [
            ("sleep_total", "26100"),
            ("whoop_recovery_score", "66"),
            ("hrv_rmssd", "31.8"),
            ("whoop_calibrating", "0"),
            ("whoop_strain", "10.5"),
        ] {
            let expected = format!("{expected} {value}");
            assert_eq!(
                values(&mapped, slug),
                [expected],
                "{end} at {offset}: {slug}"
            );
        }
        assert_eq!(documents[0].day.to_string(), expected);
    }
}

#[test]
fn a_cycle_without_a_night_belongs_to_where_most_of_its_waking_hours_are() {
    for (start, offset, expected) in [
        ("2026-09-12T21:00:00Z", "+02:00", "2026-09-13 10.5"),
        ("2026-09-12T23:30:00Z", "+02:00", "2026-09-13 10.5"),
        ("2026-09-12T05:10:00Z", "-05:00", "2026-09-12 10.5"),
        ("2026-09-12T15:00:00Z", "-05:00", "2026-09-12 10.5"),
    ] {
        // The nap in it does not open it.
        let mut nap = sleep(
            "n",
            1,
            "2026-09-14T15:00:00Z",
            "2026-09-14T15:30:00Z",
            offset,
        );
        nap["nap"] = json!(true);
        let documents = [
            document("sleep", &nap),
            document("cycle", &cycle(1, start, offset)),
        ];
        assert_eq!(values(&Whoop.map(&documents), "whoop_strain"), [expected]);
    }
}

#[test]
fn a_cycle_over_a_missed_night_counts_once_on_the_day_it_was_opened() {
    let mut long = cycle(1, "2026-09-12T21:00:00Z", "+02:00");
    long["end"] = json!("2026-09-14T20:00:00Z");
    let documents = [
        document(
            "sleep",
            &sleep(
                "s",
                1,
                "2026-09-12T21:00:00Z",
                "2026-09-13T05:00:00Z",
                "+02:00",
            ),
        ),
        document("cycle", &long),
    ];
    let mapped = Whoop.map(&documents);
    assert_eq!(values(&mapped, "whoop_strain"), ["2026-09-13 10.5"]);
}

#[test]
fn the_longest_sleep_that_is_no_nap_is_the_night_and_the_others_are_naps() {
    let mut nap = sleep("n", 1, "2026-09-13T12:00:00Z", "2026-09-13T22:00:00Z", "Z");
    nap["nap"] = json!(true);
    let documents = [
        sleep("a", 1, "2026-09-12T22:00:00Z", "2026-09-13T02:00:00Z", "Z"),
        sleep("b", 2, "2026-09-13T03:00:00Z", "2026-09-13T08:00:00Z", "Z"),
        nap,
    ]
    .map(|record| document("sleep", &record));
    let others = [
        document("cycle", &cycle(1, "2026-09-12T22:00:00Z", "Z")),
        document("cycle", &cycle(2, "2026-09-13T03:00:00Z", "Z")),
        document("recovery", &recovery(1, "a", "2026-09-13T02:10:00Z")),
        document("recovery", &recovery(2, "b", "2026-09-13T08:10:00Z")),
    ];
    let mapped = Whoop.map(&[&documents[..], &others[..]].concat());
    assert_eq!(values(&mapped, "bedtime"), ["2026-09-13 180"]);
    assert_eq!(values(&mapped, "wake_time"), ["2026-09-13 480"]);
    let naps = ["2026-09-13 26100", "2026-09-13 26100"];
    assert_eq!(values(&mapped, "sleep_nap"), naps);
    let strain = mapped
        .samples
        .iter()
        .filter(|it| it.metric.row().slug == "whoop_strain");
    let starts: Vec<_> = strain.map(|it| it.start.to_string()).collect();
    assert_eq!(starts, ["2026-09-13T03:00:00Z"]);
    assert_eq!(values(&mapped, "whoop_recovery_score").len(), 1);
}

#[test]
fn a_score_counts_only_when_it_is_said_to_be_one() {
    for (state, counts) in [
        ("SCORED", true),
        ("PENDING_SCORE", false),
        ("UNSCORABLE", false),
    ] {
        let mut records = [
            (
                "sleep",
                sleep("s", 1, "2026-09-12T21:00:00Z", "2026-09-13T05:00:00Z", "Z"),
            ),
            ("cycle", cycle(1, "2026-09-12T21:00:00Z", "Z")),
            ("recovery", recovery(1, "s", "2026-09-13T05:10:00Z")),
            (
                "workout",
                workout("2026-09-13T15:00:00Z", "2026-09-13T15:32:30Z", "Z"),
            ),
        ];
        for (_, record) in &mut records {
            record["score_state"] = json!(state);
        }
        let documents = records.map(|(kind, record)| document(kind, &record));
        let mapped = Whoop.map(&documents);
        for slug in [
            "sleep_total",
            "whoop_strain",
            "whoop_recovery_score",
            "heart_rate_workout",
        ] {
            assert_eq!(!values(&mapped, slug).is_empty(), counts, "{state} {slug}");
        }
        // When it was is no score.
        assert_eq!(values(&mapped, "bedtime").len(), 1);
        let run = &mapped.workouts[0];
        assert_eq!(run.active_kcal, counts.then_some(330.0));
        assert_eq!(run.avg_hr_bpm, counts.then_some(150));
        assert!((run.duration_s - 1950.0).abs() < f64::EPSILON);
    }
}

#[test]
fn a_sum_of_which_a_part_is_missing_is_not_known() {
    let check = |path: &[&str], slug: &str| {
        let mut record = sleep("s", 1, "2026-09-12T21:00:00Z", "2026-09-13T05:00:00Z", "Z");
        let whole = Whoop.map(&[document("sleep", &record)]);
        assert_eq!(values(&whole, slug).len(), 1);
        record["score"][path[0]][path[1]] = Value::Null;
        let mapped = Whoop.map(&[document("sleep", &record)]);
        assert!(values(&mapped, slug).is_empty(), "{path:?}");
    };
    check(
        &["stage_summary", "total_rem_sleep_time_milli"],
        "sleep_total",
    );
    check(
        &["sleep_needed", "need_from_recent_nap_milli"],
        "sleep_need",
    );
    let record = sleep("s", 1, "2026-09-12T21:00:00Z", "2026-09-13T05:00:00Z", "Z");
    // 27,900 + 900 + 420 - 120 seconds.
    let need = values(&Whoop.map(&[document("sleep", &record)]), "sleep_need");
    assert_eq!(need, ["2026-09-13 29100"]);
}

#[test]
fn a_deleted_sleep_takes_its_recovery_with_it_and_leaves_its_cycle() {
    let mut gone = document(
        "sleep",
        &sleep(
            "s",
            1,
            "2026-09-12T21:00:00Z",
            "2026-09-13T05:00:00Z",
            "+02:00",
        ),
    );
    gone.gone = true;
    let documents = [
        gone,
        document("cycle", &cycle(1, "2026-09-12T21:00:00Z", "+02:00")),
        document("recovery", &recovery(1, "s", "2026-09-13T05:10:00Z")),
    ];
    let mapped = Whoop.map(&documents);
    assert_eq!(values(&mapped, "whoop_strain"), ["2026-09-13 10.5"]);
    for slug in ["sleep_total", "bedtime", "hrv_rmssd"] {
        assert!(values(&mapped, slug).is_empty(), "{slug}");
    }
    assert_eq!(mapped.unreadable, 0);
}

#[test]
fn a_workout_belongs_to_its_start_by_its_own_offset() {
    for (start, end, offset, day, sent) in [
        (
            "2026-09-13T22:30:00.123Z",
            "2026-09-13T23:30:00.999Z",
            "+02:00",
            "2026-09-14",
            "2026-09-14T00:30:00+02:00",
        ),
        (
            "2026-09-13T22:30:00Z",
            "2026-09-14T08:30:00Z",
            "-08:00",
            "2026-09-13",
            "2026-09-13T14:30:00-08:00",
        ),
    ] {
        let mapped = Whoop.map(&[document("workout", &workout(start, end, offset))]);
        let run = &mapped.workouts[0];
        assert_eq!(run.day.unwrap().to_string(), day);
        assert_eq!(run.recorded_at, sent);
        assert_eq!(run.active_kcal, Some(330.0));
        assert_eq!(
            values(&mapped, "heart_rate_workout"),
            [format!("{day} 171")]
        );
    }
}

#[test]
fn an_end_moved_by_a_minute_moves_the_wake_time_alone() {
    let map = |end: &str| {
        let record = sleep("s", 1, "2026-09-12T21:00:00Z", end, "+02:00");
        let documents = [
            document("sleep", &record),
            document("recovery", &recovery(1, "s", "2026-09-13T05:10:00Z")),
        ];
        Whoop.map(&documents)
    };
    let (before, after) = (map("2026-09-13T05:00:00Z"), map("2026-09-13T05:01:00Z"));
    assert_eq!(values(&before, "wake_time"), ["2026-09-13 420"]);
    assert_eq!(values(&after, "wake_time"), ["2026-09-13 421"]);
    assert_eq!(values(&before, "bedtime"), values(&after, "bedtime"));
    // The recovery is of the same night, and so of its new time as well.
    let until = |mapped: &Mapped| {
        let of = |it: &&vitalog_connectors::MappedSample| it.metric.row().slug == "hrv_rmssd";
        mapped.samples.iter().find(of).unwrap().until.unwrap()
    };
    assert_eq!(until(&after).as_second() - until(&before).as_second(), 60);
}

fn stretch() -> Vec<SentDocument> {
    let mut documents = Vec::new();
    for day in 10..20_i64 {
        let [start, end] = [
            format!("2026-09-{:02}T22:{:02}:00Z", day - 1, day),
            format!("2026-09-{day:02}T05:{:02}:00Z", day + 20),
        ];
        let offset = ["+02:00", "-05:00", "Z"][usize::try_from(day).unwrap() % 3];
        let id = format!("s{day}");
        let night = sleep(&id, day, &start, &end, offset);
        let mut older = night.clone();
        older["updated_at"] = json!(start);
        older["score"]["stage_summary"]["disturbance_count"] = json!(1);
        // Of one version, as the vendor says, there may be two texts.
        let mut twin = night.clone();
        twin["score"]["stage_summary"]["disturbance_count"] = json!(2);
        let mut second = sleep(&format!("t{day}"), day, &end, &end, offset);
        second["end"] = json!(format!("2026-09-{day:02}T12:{:02}:00Z", day + 20));
        for record in [night, older, twin, second] {
            documents.push(document("sleep", &record));
        }
        documents.push(document("cycle", &cycle(day, &start, offset)));
        documents.push(document("recovery", &recovery(day, &id, &end)));
        let mut run = workout(&end, &end, offset);
        run["id"] = json!(format!("w{day}"));
        documents.push(document("workout", &run));
    }
    documents
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_order_of_documents_does_not_matter(
        order in Just((0..stretch().len()).collect::<Vec<_>>()).prop_shuffle()
    ) {
        let documents = stretch();
        let shuffled: Vec<_> = order.iter().map(|&at| documents[at].clone()).collect();
        prop_assert_eq!(Whoop.map(&shuffled), Whoop.map(&documents));
    }
}
