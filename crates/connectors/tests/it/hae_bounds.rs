//! What a body cannot do, however it is made: cost more than it is long, or name a number that no
//! measurement has.

use jiff::tz::TimeZone;
use vitalog_connectors::hae::{DataType, Push, SampleSkip, WorkoutSkip, parse, redact};

/// What a list of names holds at most, its end mark included.
const MOST_NAMES: usize = 201;

fn read(body: &str) -> Push<'_> {
    parse(body.as_bytes(), &TimeZone::UTC).unwrap()
}

fn joined(count: usize, element: impl Fn(usize) -> String) -> String {
    let elements: Vec<String> = (0..count).map(element).collect();
    elements.join(",")
}

#[test]
fn names_without_number_end_in_short_lists() {
    let members = joined(40_000, |number| format!("\"m{number}\":1"));
    let metrics = joined(40_000, |number| {
        format!("{{\"name\":\"n{number}\",\"data\":[1]}}")
    });
    let body = format!(
        "{{{members},\"data\":{{{members},\"metrics\":[{metrics},{{\"name\":\"weight\",\"units\":\"kg\",
        \"data\":[{{{members}}}]}}],\"workouts\":[{{{members}}}]}}}}"
    );
    let push = read(&body);
    assert_eq!(push.sample_fields.names().len(), MOST_NAMES);
    assert_eq!(push.ignored_metrics.names().len(), MOST_NAMES);
    assert_eq!(push.workouts.fields.names().len(), MOST_NAMES);
    assert_eq!(push.ignored_data.len(), 101);
    assert_eq!(push.ignored_data.values().sum::<usize>(), 80_000);
    assert_eq!(push.metrics.len(), 300);
    assert_eq!(push.skipped[&SampleSkip::UnsupportedMetric], 40_000);
    assert_eq!(push.skipped[&SampleSkip::InvalidSample], 1);
    assert!(redact(body.as_bytes()).len() < 200_000);
}

#[test]
fn workouts_of_many_types_end_in_a_short_tally() {
    let workouts = joined(20_000, |number| format!("{{\"name\":\"type {number}\"}}"));
    let body = format!("{{\"data\":{{\"workouts\":[{workouts}]}}}}");
    let push = read(&body);
    assert_eq!(
        (push.workouts.received, push.workouts.types.len()),
        (20_000, 101)
    );
    assert_eq!(push.workouts.skipped[&WorkoutSkip::InvalidWorkout], 20_000);
}

#[test]
fn junk_is_counted_and_leaves_nothing_behind() {
    let junk = joined(100_000, |number| {
        ["1", "{}", "[]", "null"][number % 4].to_owned()
    });
    let body = format!(
        "{{\"x\":[{junk}],\"data\":{{\"metrics\":[{junk},{{\"name\":\"weight\",\"units\":\"kg\",
        \"data\":[{junk}]}}],\"workouts\":[{junk}]}}}}"
    );
    let push = read(&body);
    assert_eq!(push.skipped[&SampleSkip::InvalidMetric], 75_000);
    assert_eq!(push.skipped[&SampleSkip::InvalidSample], 100_000);
    assert_eq!(push.workouts.skipped[&WorkoutSkip::InvalidWorkout], 100_000);
    assert_eq!(push.ignored_data["x"], 100_000);
    assert_eq!(
        (push.samples.capacity(), push.workouts.accepted.capacity()),
        (0, 0)
    );
}

#[test]
fn what_is_not_read_is_kept_up_to_a_number_of_elements_kinds_and_bytes() {
    let point = |number| format!("{{\"date\":\"2026-09-27 07:30:00 -0700\",\"qty\":{number}}}");
    let points = joined(5_000, point);
    let metrics = joined(50, |number| {
        format!(
            "{{\"name\":\"odd {number}\",\"units\":\"x\",\"data\":[{}]}}",
            point(number)
        )
    });
    let lists = joined(50, |number| format!("\"list {number}\":[{number}]"));
    let long = format!("\"{}\"", "x".repeat(2_000_000));
    let body = format!(
        "{{\"data\":{{\"long\":[{long},1],{lists},\"many\":[{points}],\"metrics\":[{metrics},
        {{\"name\":\"new\",\"data\":[{points}]}},{{\"name\":\"odd 1\",\"data\":[{points}]}}]}}}}"
    );
    let push = read(&body);
    let kept = |kind: &str| {
        let of_kind = push.records.iter().filter(|record| record.kind == kind);
        of_kind.count()
    };
    assert_eq!((kept("unknown:long"), kept("unknown:list 18")), (1, 1));
    assert_eq!((kept("unknown:list 19"), kept("unknown:many")), (0, 0));
    assert_eq!((kept("metric:odd 19"), kept("metric:odd 20")), (1, 0));
    assert_eq!((kept("metric:new"), kept("metric:odd 1")), (0, 1_981));
    assert_eq!(push.ignored_data["many"], 5_000);
    assert_eq!(push.skipped[&SampleSkip::UnsupportedMetric], 10_050);
}

#[test]
fn elements_without_time_leave_nothing_behind_if_empty_and_else_no_more_than_a_number() {
    for (element, most) in [("{}", 0), ("[]", 0), ("null", 0), ("{\"start\":1}", 2_000)] {
        let junk = joined(100_000, |_| element.to_owned());
        let body = format!(
            "{{\"data\":{{\"symptoms\":[{junk}],\"ecg\":[{junk}],\"workouts\":[{junk}]}}}}"
        );
        let push = read(&body);
        for kind in [DataType::Symptoms, DataType::Ecg] {
            assert_eq!(push.records_received[&kind], 100_000);
            assert_eq!(push.records_skipped[&kind].values().sum::<usize>(), 100_000);
        }
        assert_eq!(push.records.len(), most, "{element}");
        assert_eq!(push.samples.capacity(), 0);
    }
}

#[test]
fn unit_that_is_stored_with_each_sample_is_short() {
    let point = "{\"date\":\"2026-09-27 07:30:00 -0700\",\"qty\":1}";
    for (spaces, stored) in [(0, 1), (70, 1), (100, 0), (100_000, 0)] {
        let unit = format!("k{}g", " ".repeat(spaces));
        let body = format!(
            "{{\"data\":{{\"metrics\":[{{\"name\":\"weight\",\"units\":\"{unit}\",\"data\":[{point}]}}]}}}}"
        );
        let push = read(&body);
        assert_eq!(push.samples.len(), stored, "{spaces}");
        let skipped = push.skipped.get(&SampleSkip::UnknownUnit).copied();
        assert_eq!(skipped.unwrap_or_default(), 1 - stored, "{spaces}");
    }
}

#[test]
fn number_that_no_measurement_has_is_no_sample() {
    for (metric, unit, value, stored) in [
        ("protein", "g", "1e9", 1),
        ("protein", "g", "1.1e9", 0),
        ("protein", "g", "1e308", 0),
        ("protein", "g", "\"1e308\"", 0),
        ("protein", "mg", "1e12", 1),
        ("protein", "mg", "1.1e12", 0),
        ("weight", "st", "1e8", 0),
    ] {
        let body = format!(
            "{{\"data\":{{\"metrics\":[{{\"name\":\"{metric}\",\"units\":\"{unit}\",\"data\":[{{\"date\":
            \"2026-09-27 07:30:00 -0700\",\"qty\":{value}}}]}}]}}}}"
        );
        let push = read(&body);
        assert_eq!(push.samples.len(), stored, "{value} {unit}");
        let skipped = push.skipped.get(&SampleSkip::InvalidSample).copied();
        assert_eq!(skipped.unwrap_or_default(), 1 - stored, "{value} {unit}");
    }
}

#[test]
fn workout_is_not_longer_than_a_month_nor_takes_more_than_anyone_has() {
    let start = "\"name\":\"Run\",\"start\":\"2026-09-27 07:00:00 +0000\"";
    let hour = "\"end\":\"2026-09-27 08:00:00 +0000\"";
    let year = "\"end\":\"2027-09-27 08:00:00 +0000\"";
    let month = 31.0 * 86_400.0;
    for (rest, duration, kcal) in [
        ("\"duration\":60".to_owned(), Some(60.0), None),
        (format!("\"duration\":{month}"), Some(month), None),
        (format!("\"duration\":{}", month + 1.0), None, None),
        ("\"duration\":1e308".to_owned(), None, None),
        (format!("{hour},\"duration\":1e308"), Some(3600.0), None),
        (year.to_owned(), None, None),
        (format!("{year},\"duration\":60"), Some(60.0), None),
        (
            format!("{hour},\"activeEnergyBurned\":{{\"qty\":1e308,\"units\":\"kcal\"}}"),
            Some(3600.0),
            None,
        ),
        (
            format!("{hour},\"activeEnergyBurned\":{{\"qty\":1e6,\"units\":\"kcal\"}}"),
            Some(3600.0),
            Some(1e6),
        ),
    ] {
        let body = format!("{{\"data\":{{\"workouts\":[{{{start},{rest}}}]}}}}");
        let push = read(&body);
        let found = push.workouts.accepted.first();
        assert_eq!(found.map(|workout| workout.duration_s), duration, "{rest}");
        assert_eq!(
            found.and_then(|workout| workout.active_kcal),
            kcal,
            "{rest}"
        );
        let skipped = push.workouts.skipped.get(&WorkoutSkip::InvalidWorkout);
        assert_eq!(skipped.is_some(), duration.is_none(), "{rest}");
    }
}
