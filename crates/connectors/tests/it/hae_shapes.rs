//! The shapes in which points come.

use jiff::tz::TimeZone;
use serde_json::{Value, json};
use vitalog_connectors::hae::{Bucket, Push, Sample, SampleSkip, parse};
use vitalog_core::Quantity;

const AT: &str = "2026-09-14 08:00:00 +0200";

fn read(name: &str, unit: &str, points: &[Value], check: impl FnOnce(&Push<'_>)) {
    let metric = json!({"name": name, "units": unit, "data": points});
    let body = json!({"data": {"metrics": [metric]}}).to_string();
    check(&parse(body.as_bytes(), &TimeZone::UTC).unwrap());
}

/// A sample in short: `heart_rate 50<60<70`, `sleep_rem 1.5 Robin`.
fn short(sample: &Sample<'_>) -> String {
    let numbers = match sample.quantity {
        Quantity::Single(value) => value.to_string(),
        Quantity::Spread { min, mean, max } => format!("{min}<{mean}<{max}"),
        Quantity::Pressure {
            systolic,
            diastolic,
        } => format!("{systolic}/{diastolic}"),
    };
    let label = sample.label.as_deref().unwrap_or_default();
    format!("{} {numbers} {label}", sample.metric.slug())
        .trim()
        .to_owned()
}

fn check(name: &str, unit: &str, point: Value, expected: &[&str]) {
    let shown = point.to_string();
    read(name, unit, &[point], |push| {
        let samples: Vec<String> = push.samples.iter().map(short).collect();
        assert_eq!(samples, expected, "{name} {shown}");
        assert_eq!(
            (push.accepted, push.skipped.len()),
            (1, 0),
            "{name} {shown}"
        );
    });
}

fn check_invalid(name: &str, unit: &str, point: Value) {
    let shown = point.to_string();
    read(name, unit, &[point], |push| {
        let skipped: Vec<_> = push.skipped.iter().map(|(k, n)| (k.as_str(), *n)).collect();
        assert_eq!(skipped, [("invalid_sample", 1)], "{name} {shown}");
        assert!(push.samples.is_empty(), "{name} {shown}");
    });
}

fn with(mut point: Value) -> Value {
    if point.get("date").is_none() {
        point["date"] = AT.into();
    }
    point
}

#[test]
fn heart_rate_is_a_spread_or_one_number() {
    let name = "heart_rate";
    for (point, expected) in [
        (
            json!({"Min": 50, "Avg": 60.04, "Max": 70}),
            "heart_rate 50<60<70",
        ),
        (
            json!({"min": 50, "avg": 60, "max": "70"}),
            "heart_rate 50<60<70",
        ),
        (
            json!({"Min": 61, "Avg": 61, "Max": 61, "context": "Sedentary"}),
            "heart_rate 61<61<61",
        ),
        (json!({"qty": 80}), "heart_rate 80<80<80"),
        (json!({"Avg": 80}), "heart_rate 80<80<80"),
        (
            json!({"Min": 50, "qty": 60, "Max": 70}),
            "heart_rate 50<60<70",
        ),
    ] {
        check(name, "bpm", with(point), &[expected]);
    }
    for point in [
        json!({"Min": 70, "Avg": 60, "Max": 80}),
        json!({"Min": 50, "Avg": 90, "Max": 80}),
        json!({"Min": 50, "Max": 80}),
        json!({"Min": 50, "Avg": 60}),
        json!({"Min": -5, "Avg": 60, "Max": 80}),
        json!({"Min": null, "Avg": 60, "Max": 80}),
        json!({}),
    ] {
        check_invalid(name, "bpm", with(point));
    }
}

#[test]
fn words_that_tell_samples_apart_are_labels() {
    for (name, unit, point, expected) in [
        (
            "insulin_delivery",
            "IU",
            json!({"qty": 4, "reason": "Bolus"}),
            "insulin_delivery 4 Bolus",
        ),
        (
            "insulin_delivery",
            "IU",
            json!({"qty": 4}),
            "insulin_delivery 4",
        ),
        (
            "handwashing",
            "s",
            json!({"qty": 21, "value": " Complete "}),
            "handwashing 21 Complete",
        ),
        (
            "toothbrushing",
            "s",
            json!({"qty": 95, "value": "Unvollständig"}),
            "toothbrushing 95 Unvollständig",
        ),
        // A reason of another metric is no label.
        (
            "protein",
            "g",
            json!({"qty": 4, "reason": "Bolus"}),
            "protein 4",
        ),
        (
            "high_heart_rate_notifications",
            "count",
            json!({"qty": 2}),
            "heart_notifications 2 high_heart_rate_notification",
        ),
        (
            "irregular_heart_rate_notifications",
            "count",
            json!({}),
            "heart_notifications 1 irregular_heart_rate_notification",
        ),
    ] {
        check(name, unit, with(point), &[expected]);
    }
}

#[test]
fn sexual_activity_is_a_sample_for_each_way_that_counts() {
    let name = "sexual_activity";
    let counts = |unspecified: u32, used: u32, not_used: u32| {
        with(json!({
            "Unspecified": unspecified, "Protection Used": used, "Protection Not Used": not_used,
        }))
    };
    check(name, "times", counts(0, 0, 0), &[]);
    check(
        name,
        "times",
        counts(0, 1, 0),
        &["sexual_activity 1 Protection Used"],
    );
    check(
        name,
        "times",
        counts(1, 0, 2),
        &[
            "sexual_activity 1 Unspecified",
            "sexual_activity 2 Protection Not Used",
        ],
    );
    check(
        name,
        "times",
        with(json!({"qty": 1})),
        &["sexual_activity 1"],
    );
    check_invalid(name, "times", with(json!({"Unspecified": "x"})));
    check_invalid(name, "times", with(json!({})));
}

fn segment(word: &str) -> Value {
    json!({"startDate": "2026-09-14 00:00:00 +0200", "endDate": "2026-09-14 01:30:00 +0200",
        "qty": 1.5, "value": word, "source": "Watch"})
}

#[test]
fn segments_of_sleep_go_by_every_word_that_has_been_seen() {
    for (word, expected) in [
        ("Awake", "sleep_awake"),
        ("Asleep", "sleep_unspecified"),
        ("Unspecified", "sleep_unspecified"),
        ("In Bed", "sleep_in_bed"),
        ("InBed", "sleep_in_bed"),
        ("Core", "sleep_core"),
        ("AsleepCore", "sleep_core"),
        ("Deep", "sleep_deep"),
        ("AsleepDeep", "sleep_deep"),
        ("REM", "sleep_rem"),
        ("HKCategoryValueSleepAnalysisInBed", "sleep_in_bed"),
        ("HKCategoryValueSleepAnalysisAwake", "sleep_awake"),
        ("HKCategoryValueSleepAnalysisAsleepREM", "sleep_rem"),
        (
            "HKCategoryValueSleepAnalysisAsleepUnspecified",
            "sleep_unspecified",
        ),
    ] {
        check(
            "sleep_analysis",
            "hr",
            segment(word),
            &[&format!("{expected} 1.5")],
        );
    }
    read("sleep_analysis", "hr", &[segment("Core")], |push| {
        let sample = &push.samples[0];
        assert_eq!(sample.bucket, Bucket::Never);
        assert_eq!(sample.time.at, "2026-09-13T22:00:00Z".parse().unwrap());
        assert_eq!(sample.until, Some("2026-09-13T23:30:00Z".parse().unwrap()));
    });
}

#[test]
fn segments_have_the_length_of_a_night_at_most() {
    let changed = |key: &str, value: Value| {
        let mut segment = segment("Core");
        segment[key] = value;
        segment
    };
    for point in [
        changed("qty", json!(8e14)),
        changed("qty", json!(24.1)),
        changed("qty", json!(-1)),
        changed("endDate", json!("2026-09-15 00:30:00 +0200")),
        changed("endDate", json!("2026-09-13 23:30:00 +0200")),
        changed("startDate", json!("x")),
        changed("value", json!("Tief")),
        changed("value", json!(3)),
    ] {
        check_invalid("sleep_analysis", "hr", point);
    }
    // A word that we do not know may be of another language: the segment is kept as it is.
    read("sleep_analysis", "hr", &[segment("Tief")], |push| {
        assert_eq!(push.records[0].kind, "metric:sleep_analysis");
        assert!(push.records[0].body.contains("Tief"));
    });
    let mut without = segment("Deep");
    without.as_object_mut().unwrap().remove("qty");
    check("sleep_analysis", "hr", without, &["sleep_deep 1.5"]);
}

#[test]
fn nights_tell_what_their_version_and_device_know() {
    let night = |hours: Value| {
        let mut night = json!({
            "date": "2026-09-14", "source": "Watch",
            "sleepStart": "2026-09-13 23:00:00 +0200", "sleepEnd": "2026-09-14 06:30:00 +0200",
        });
        let members = night.as_object_mut().unwrap();
        members.extend(hours.as_object().unwrap().clone());
        night
    };
    for (hours, expected) in [
        // As newer versions send it, from a watch alone.
        (
            json!({"totalSleep": 7, "asleep": 0, "core": 4, "deep": 1, "rem": 2, "awake": 0, "inBed": 0}),
            vec![
                "sleep_total 7",
                "sleep_core 4",
                "sleep_deep 1",
                "sleep_rem 2",
                "sleep_awake 0",
            ],
        ),
        // Without a total.
        (
            json!({"asleep": 0.5, "core": 4, "deep": 1, "rem": 0, "awake": 0.25, "inBed": 8}),
            vec![
                "sleep_total 5.5",
                "sleep_core 4",
                "sleep_deep 1",
                "sleep_rem 0",
                "sleep_unspecified 0.5",
                "sleep_awake 0.25",
                "sleep_in_bed 8",
            ],
        ),
        // A device without stages.
        (
            json!({"totalSleep": 6.5, "asleep": 6.5, "core": 0, "deep": 0, "rem": 0, "awake": 0, "inBed": 0}),
            vec!["sleep_total 6.5", "sleep_unspecified 6.5"],
        ),
        // Before there were stages.
        (
            json!({"asleep": 6.5, "inBed": 7}),
            vec!["sleep_total 6.5", "sleep_unspecified 6.5", "sleep_in_bed 7"],
        ),
        // A number that was grouped by a locale.
        (
            json!({"asleep": 6.5, "inBed": 8e14}),
            vec!["sleep_total 6.5", "sleep_unspecified 6.5"],
        ),
        // Nothing.
        (json!({"totalSleep": 0, "asleep": 0, "inBed": 0}), vec![]),
    ] {
        check("sleep_analysis", "hr", night(hours), &expected);
    }
    for hours in [
        json!({"asleep": "x"}),
        json!({"totalSleep": 0, "asleep": 0, "core": 0, "deep": 0, "rem": 0, "inBed": 8e14}),
        json!({"asleep": 0, "inBed": "8e14"}),
        json!({"totalSleep": 0, "deep": -1}),
        json!({"core": 14, "deep": 6, "rem": 4.5}),
        json!({"totalSleep": 8, "asleep": 12.5, "core": 12.5}),
        json!({"totalSleep": 25}),
        json!({"asleep": 7, "sleepEnd": "2026-09-15 06:30:00 +0200"}),
        json!({"asleep": 7, "sleepStart": null, "date": null, "sleepEnd": null}),
    ] {
        check_invalid("sleep_analysis", "hr", night(hours));
    }
}

#[test]
fn night_lies_where_it_is_said_to_and_is_summed_up_whatever_the_automation_says() {
    let night = json!({
        "date": "2026-09-14", "asleep": 6.5, "inBed": 7.5, "sleepSource": "Watch", "inBedSource": "iPhone",
        "sleepStart": "2026-09-13 23:00:00 +0200", "sleepEnd": "2026-09-14 06:30:00 +0200",
        "inBedStart": "2026-09-13 22:30:00 +0200", "inBedEnd": "2026-09-14 06:40:00 +0200",
    });
    read("sleep_analysis", "hr", &[night], |push| {
        let told: Vec<String> = push
            .samples
            .iter()
            .map(|sample| {
                let until = sample.until.unwrap();
                assert_eq!(sample.bucket, Bucket::Day);
                format!(
                    "{} {}..{until} {}",
                    sample.metric.slug(),
                    sample.time.at,
                    sample.source
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                "sleep_total 2026-09-13T21:00:00Z..2026-09-14T04:30:00Z Watch",
                "sleep_unspecified 2026-09-13T21:00:00Z..2026-09-14T04:30:00Z Watch",
                "sleep_in_bed 2026-09-13T20:30:00Z..2026-09-14T04:40:00Z iPhone",
            ]
        );
    });
    // Two versions forgot when the night in bed was, and the day alone says at least the day.
    let bare = json!({"date": "2026-09-14", "asleep": 6.5, "inBed": 7.5});
    read("sleep_analysis", "hr", &[bare], |push| {
        let midnight = "2026-09-14T00:00:00Z".parse().unwrap();
        for sample in &push.samples {
            assert_eq!((sample.time.at, sample.until), (midnight, None));
        }
    });
}

#[test]
fn each_source_of_a_night_tells_its_own_and_a_ring_nothing() {
    const ASLEEP: &[&str] = &["sleep_total 6.5 Watch", "sleep_unspecified 6.5 Watch"];
    const IN_BED: &str = "sleep_in_bed 7.5 iPhone";
    let night = |sources: Value, in_bed: f64| {
        let mut night = json!({"date": "2026-09-14", "asleep": 6.5, "inBed": in_bed});
        for (name, source) in sources.as_object().unwrap() {
            night[name] = source.clone();
        }
        night
    };
    for (sources, in_bed, expected) in [
        (
            json!({"sleepSource": "Watch", "inBedSource": "iPhone"}),
            7.5,
            Some([ASLEEP, &[IN_BED]].concat()),
        ),
        (
            json!({"sleepSource": "Oura", "inBedSource": "iPhone"}),
            7.5,
            Some(vec![IN_BED]),
        ),
        (
            json!({"sleepSource": "Watch", "inBedSource": "Oura"}),
            7.5,
            Some(ASLEEP.to_vec()),
        ),
        (
            json!({"sleepSource": "Oura", "inBedSource": "iPhone"}),
            0.0,
            None,
        ),
        (
            json!({"sleepSource": "Oura", "inBedSource": "Oura"}),
            7.5,
            None,
        ),
        (json!({"sleepSource": "Oura"}), 7.5, None),
        (
            json!({"source": "Oura", "sleepSource": "Oura", "inBedSource": "iPhone"}),
            7.5,
            None,
        ),
    ] {
        let shown = sources.to_string();
        read("sleep_analysis", "hr", &[night(sources, in_bed)], |push| {
            let told: Vec<String> = push
                .samples
                .iter()
                .map(|sample| format!("{} {}", short(sample), sample.source))
                .collect();
            assert_eq!(told, expected.clone().unwrap_or_default(), "{shown}");
            let by_ring = push.skipped.get(&SampleSkip::OuraSource).copied();
            assert_eq!(by_ring, expected.is_none().then_some(1), "{shown}");
            assert!(push.records.is_empty(), "{shown}");
        });
    }
}

#[test]
fn shapes_may_be_mixed_within_one_metric() {
    let points = [
        segment("Core"),
        json!({"date": "2026-09-14", "totalSleep": 7}),
        with(json!({"qty": 6.5})),
        json!(7),
    ];
    read("sleep_analysis", "hr", &points, |push| {
        let samples: Vec<String> = push.samples.iter().map(short).collect();
        assert_eq!(
            samples,
            ["sleep_core 1.5", "sleep_total 7", "sleep_total 6.5"]
        );
        let buckets: Vec<Bucket> = push.samples.iter().map(|sample| sample.bucket).collect();
        assert_eq!(buckets, [Bucket::Never, Bucket::Day, Bucket::OfPush]);
        assert_eq!(push.skipped.values().sum::<usize>(), 1);
    });
}

#[test]
fn sample_starts_where_it_says() {
    let start = "2026-09-14 07:55:00 +0200";
    for (point, at, until) in [
        (json!({"date": AT}), "2026-09-14T06:00:00Z", None),
        (
            json!({"date": AT, "start": start}),
            "2026-09-14T05:55:00Z",
            None,
        ),
        (
            json!({"start": start, "end": AT}),
            "2026-09-14T05:55:00Z",
            Some("2026-09-14T06:00:00Z"),
        ),
        (
            json!({"date": AT, "start": "x", "end": start}),
            "2026-09-14T06:00:00Z",
            None,
        ),
        (
            json!({"date": AT, "start": null, "end": AT}),
            "2026-09-14T06:00:00Z",
            None,
        ),
    ] {
        let mut point = point;
        point["qty"] = 12.into();
        let shown = point.to_string();
        read("step_count", "count", &[point], |push| {
            let sample = &push.samples[0];
            assert_eq!(sample.time.at, at.parse().unwrap(), "{shown}");
            let until = until.map(|until| until.parse().unwrap());
            assert_eq!(sample.until, until, "{shown}");
        });
    }
}
