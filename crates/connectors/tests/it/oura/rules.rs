//! The rules by which documents become values, a table of cases for each.

use serde_json::{Value, json};
use vitalog_connectors::{Connector, SentDocument, oura::Oura};
use vitalog_core::{Grain, Metric};

use super::{documents, values};

fn period(id: &str, kind: &str, asleep_s: u32, more: &Value) -> Value {
    let mut period = json!({
        "id": id,
        "day": "2026-09-20",
        "type": kind,
        "bedtime_start": "2026-09-19T23:00:00+02:00",
        "bedtime_end": "2026-09-20T07:00:00+02:00",
        "total_sleep_duration": asleep_s,
    });
    for (name, value) in more.as_object().unwrap() {
        period[name] = value.clone();
    }
    period
}

fn sleep(periods: &[Value]) -> Vec<SentDocument> {
    documents("sleep", &json!({ "data": periods }))
}

fn only(documents: &[SentDocument], metric: Metric) -> Option<f64> {
    let values = values(documents, metric);
    assert!(values.len() <= 1, "{values:?}");
    values.first().map(|(_, value)| *value)
}

#[test]
fn main_sleep_is_the_longest_night_or_else_the_longest_sleep_and_the_rest_are_naps() {
    let check = |periods: &[(&str, u32)], main: Option<f64>, naps: f64| {
        let periods: Vec<Value> = periods
            .iter()
            .enumerate()
            .map(|(place, (kind, asleep_s))| {
                let start = format!("2026-09-19T2{place}:00:00+02:00");
                period(
                    &place.to_string(),
                    kind,
                    *asleep_s,
                    &json!({"bedtime_start": start}),
                )
            })
            .collect();
        let documents = sleep(&periods);
        assert_eq!(only(&documents, Metric::SleepTotal), main, "{periods:?}");
        let nap_values = values(&documents, Metric::SleepNap);
        let sum: f64 = nap_values.iter().map(|(_, seconds)| seconds).sum();
        assert!((sum - naps).abs() < 1e-9, "{periods:?}");
        assert!(nap_values.iter().all(|(_, seconds)| *seconds > 0.0));
    };
    check(&[("long_sleep", 25_000)], Some(25_000.0), 0.0);
    check(
        &[("long_sleep", 11_000), ("long_sleep", 12_000)],
        Some(12_000.0),
        11_000.0,
    );
    check(
        &[("long_sleep", 12_000), ("sleep", 13_000)],
        Some(12_000.0),
        13_000.0,
    );
    check(&[("sleep", 1500), ("late_nap", 1200)], Some(1500.0), 1200.0);
    check(
        &[("sleep", 1500), ("word_from_the_future", 1600)],
        Some(1600.0),
        1500.0,
    );
    check(
        &[("long_sleep", 25_000), ("rest", 9000), ("deleted", 30_000)],
        Some(25_000.0),
        0.0,
    );
    check(&[("long_sleep", 25_000), ("sleep", 0)], Some(25_000.0), 0.0);
    check(&[("rest", 9000)], None, 0.0);
    check(&[("deleted", 9000)], None, 0.0);
    check(&[], None, 0.0);
}

#[test]
fn of_two_nights_of_one_length_the_earlier_is_the_main_one() {
    let later = period(
        "a",
        "long_sleep",
        12_000,
        &json!({"bedtime_start": "2026-09-20T03:00:00+02:00", "average_hrv": 40}),
    );
    let earlier = period("b", "long_sleep", 12_000, &json!({"average_hrv": 50}));
    for periods in [[later.clone(), earlier.clone()], [earlier, later]] {
        assert_eq!(only(&sleep(&periods), Metric::HrvRmssd), Some(50.0));
    }
}

#[test]
fn resting_heart_rate_is_the_lowest_five_minutes_or_else_what_the_vendor_calls_lowest() {
    let check = |items: &Value, lowest: &Value, expected: Option<f64>| {
        let more = json!({"heart_rate": items, "lowest_heart_rate": lowest});
        let documents = sleep(&[period("n", "long_sleep", 25_000, &more)]);
        assert_eq!(
            only(&documents, Metric::RestingHeartRate),
            expected,
            "{more}"
        );
        let as_sent = lowest.as_f64().filter(|bpm| *bpm > 0.0);
        assert_eq!(
            only(&documents, Metric::SleepLowestHeartRate),
            as_sent,
            "{more}"
        );
    };
    check(
        &json!({"items": [null, 0, 55, 52, 60]}),
        &json!(49),
        Some(52.0),
    );
    check(&json!({"items": [52.5, 53]}), &json!(49), Some(53.0));
    check(&json!({"items": [52.4, 53]}), &json!(49), Some(52.0));
    check(
        &json!({"items": [null, 0, -3, "51"]}),
        &json!(49),
        Some(49.0),
    );
    check(&json!({"items": []}), &json!(49.6), Some(50.0));
    check(&json!(null), &json!(49), Some(49.0));
    check(&json!(null), &json!(0), None);
    check(&json!(null), &json!(null), None);
}

#[test]
fn bedtime_and_wake_time_are_what_the_clock_showed_there() {
    let check = |start: &str, end: &str, bedtime: f64, wake_time: f64| {
        let more = json!({"bedtime_start": start, "bedtime_end": end});
        let documents = sleep(&[period("n", "long_sleep", 25_000, &more)]);
        assert_eq!(only(&documents, Metric::Bedtime), Some(bedtime), "{more}");
        assert_eq!(
            only(&documents, Metric::WakeTime),
            Some(wake_time),
            "{more}"
        );
    };
    check(
        "2026-09-19T23:01:00.000+02:00",
        "2026-09-20T06:41:00.000+02:00",
        -59.0,
        401.0,
    );
    check(
        "2026-09-20T00:30:59+02:00",
        "2026-09-20T08:00:59+02:00",
        30.0,
        480.0,
    );
    check(
        "2026-09-19T23:00:30-07:00",
        "2026-09-20T07:00:30-07:00",
        -60.0,
        420.0,
    );
    // Asleep over Berlin, awake over Greenland: each by the clock of its place.
    check(
        "2026-09-19T22:00:00+02:00",
        "2026-09-20T05:00:00-02:00",
        -120.0,
        300.0,
    );
    // The clocks went back during the night.
    check(
        "2026-09-19T23:00:00+02:00",
        "2026-09-20T07:00:00+01:00",
        -60.0,
        420.0,
    );
    check(
        "2026-09-19T23:00:00+05:45",
        "2026-09-20T07:00:00+05:45",
        -60.0,
        420.0,
    );
    check("2026-09-19T23:00:00Z", "2026-09-20T12:10:00Z", -60.0, 730.0);
}

#[test]
fn night_belongs_to_the_day_that_the_vendor_says() {
    let more = json!({"day": "2026-09-21", "type": "late_nap"});
    let documents = sleep(&[
        period("night", "long_sleep", 25_000, &json!({"day": "2026-09-21"})),
        period("nap", "late_nap", 1500, &more),
    ]);
    let day = "2026-09-21".to_owned();
    assert_eq!(
        values(&documents, Metric::SleepTotal),
        [(day.clone(), 25_000.0)]
    );
    assert_eq!(values(&documents, Metric::SleepNap), [(day, 1500.0)]);
}

#[test]
fn blood_oxygen_of_zero_is_no_measurement_and_no_disturbance_is_one() {
    let check = |spo2: &Value, index: &Value, expected: (Option<f64>, Option<f64>)| {
        let page = json!({"data": [{
            "id": "a", "day": "2026-09-20", "spo2_percentage": spo2,
            "breathing_disturbance_index": index,
        }]});
        let documents = documents("daily_spo2", &page);
        let read = (
            only(&documents, Metric::BloodOxygenSaturation),
            only(&documents, Metric::OuraBreathingDisturbanceIndex),
        );
        assert_eq!(read, expected, "{page}");
    };
    check(
        &json!({"average": 97.182}),
        &json!(6),
        (Some(97.182), Some(6.0)),
    );
    check(&json!({"average": 0}), &json!(0), (None, Some(0.0)));
    check(&json!({"average": null}), &json!(null), (None, None));
    check(&json!(null), &json!(-1), (None, None));
}

#[test]
fn heart_rate_is_sorted_by_what_the_person_was_doing() {
    let check = |source: &Value, of: &[Metric]| {
        let page = json!({"data": [
            {"timestamp": "2026-09-20T10:00:00Z", "bpm": 61, "source": source},
        ]});
        let documents = documents("heartrate", &page);
        let metrics: Vec<Metric> = Oura
            .map(&documents)
            .samples
            .iter()
            .map(|one| one.metric)
            .collect();
        assert_eq!(metrics, of, "{source}");
    };
    check(
        &json!("awake"),
        &[Metric::HeartRate, Metric::HeartRateAwake],
    );
    check(
        &json!("sleep"),
        &[Metric::HeartRate, Metric::HeartRateAsleep],
    );
    check(
        &json!("workout"),
        &[Metric::HeartRate, Metric::HeartRateWorkout],
    );
    check(
        &json!("session"),
        &[Metric::HeartRate, Metric::HeartRateWorkout],
    );
    for source in [
        json!("rest"),
        json!("live"),
        json!("word_from_the_future"),
        json!(null),
    ] {
        check(&source, &[Metric::HeartRate]);
    }
}

#[test]
fn only_breathing_and_meditation_are_mindful() {
    let check = |kind: &str, expected: Option<f64>| {
        let page = json!({"data": [{
            "id": "a", "day": "2026-09-20", "type": kind,
            "start_datetime": "2026-09-20T21:10:00+02:00",
            "end_datetime": "2026-09-20T21:20:00+02:00",
        }]});
        assert_eq!(
            only(&documents("session", &page), Metric::MindfulMinutes),
            expected,
            "{kind}"
        );
    };
    check("breathing", Some(600.0));
    check("meditation", Some(600.0));
    for other in [
        "nap",
        "relaxation",
        "rest",
        "body_status",
        "word_from_the_future",
    ] {
        check(other, None);
    }
}

#[test]
fn rest_mode_covers_its_days_and_without_an_end_those_of_which_something_is_told() {
    let rest_mode = |end: &Value| {
        let page = json!({"data": [{"id": "r", "start_day": "2026-09-18", "end_day": end}]});
        documents("rest_mode_period", &page)
    };
    let scores = documents(
        "daily_readiness",
        &json!({"data": [
            {"id": "a", "day": "2026-09-17", "score": 70},
            {"id": "b", "day": "2026-09-20", "score": 71},
        ]}),
    );
    let days = |end: &Value| {
        let all = [rest_mode(end), scores.clone()].concat();
        let days = values(&all, Metric::OuraRestMode);
        days.into_iter().map(|(day, _)| day).collect::<Vec<_>>()
    };
    assert_eq!(days(&json!("2026-09-19")), ["2026-09-18", "2026-09-19"]);
    assert_eq!(days(&json!("2026-09-18")), ["2026-09-18"]);
    assert_eq!(days(&json!(null)), ["2026-09-18", "2026-09-20"]);
    assert_eq!(
        rest_mode(&json!(null))[0].last_day.to_string(),
        "2026-12-17"
    );
}

#[test]
fn sums_of_a_day_are_of_the_day_that_the_vendor_says_wherever_it_was() {
    let page = json!({"data": [{
        "id": "a", "day": "2026-09-20", "timestamp": "2026-09-20T04:00:00+12:00",
        "steps": 10_233, "active_calories": 512, "total_calories": 2410,
    }]});
    let mapped = Oura.map(&documents("daily_activity", &page));
    assert_eq!(mapped.samples.len(), 3);
    for sample in mapped.samples {
        assert_eq!(sample.day.unwrap().to_string(), "2026-09-20");
        assert_eq!(sample.start.to_string(), "2026-09-19T16:00:00Z");
        assert_eq!(sample.grain, Some(Grain::Day));
        assert_eq!(sample.until, None);
    }
}

#[test]
fn of_two_documents_of_a_day_the_one_changed_last_counts() {
    let age = |id: &Value, updated_at: &Value, years: u32| {
        json!({"id": id, "day": "2026-09-20", "vascular_age": years,
            "meta": {"updated_at": updated_at}})
    };
    let check = |data: &[Value], expected: f64| {
        let documents = documents("daily_cardiovascular_age", &json!({ "data": data }));
        assert_eq!(documents.len(), 2);
        assert_eq!(only(&documents, Metric::OuraVascularAge), Some(expected));
    };
    let without_id = age(&json!(null), &json!(null), 38);
    let with_id = age(&json!("a"), &json!("2026-09-21T08:00:00Z"), 39);
    check(&[without_id.clone(), with_id.clone()], 39.0);
    check(&[with_id, without_id], 39.0);
}

#[test]
fn temperature_may_be_lower_than_usual_and_nothing_else_is_below_zero() {
    let page = json!({"data": [{
        "id": "a", "day": "2026-09-20", "score": -1, "temperature_deviation": -0.31,
        "temperature_trend_deviation": -0.0,
    }]});
    let documents = documents("daily_readiness", &page);
    assert_eq!(only(&documents, Metric::OuraReadinessScore), None);
    assert_eq!(
        only(&documents, Metric::OuraTemperatureDeviation),
        Some(-0.31)
    );
    assert_eq!(
        only(&documents, Metric::OuraTemperatureTrendDeviation),
        Some(0.0)
    );
}

#[test]
fn workout_told_twice_is_there_once() {
    let workout = |id: &str, updated_at: &str, activity: &str| {
        json!({"id": id, "meta": {"updated_at": updated_at}, "day": "2026-09-20",
            "activity": activity, "calories": 80.04,
            "start_datetime": "2026-09-20T09:00:00+02:00",
            "end_datetime": "2026-09-20T09:30:00+02:00"})
    };
    let check = |data: &[Value], expected: &[&str]| {
        let mapped = Oura.map(&documents("workout", &json!({ "data": data })));
        let ids: Vec<&str> = mapped
            .workouts
            .iter()
            .map(|one| one.source_id.as_str())
            .collect();
        assert_eq!(ids, expected);
        assert!(mapped.samples.is_empty());
    };
    let found = workout("found", "2026-09-20T08:00:00Z", "walking");
    let confirmed = workout("confirmed", "2026-09-20T09:00:00Z", "walking");
    check(&[found.clone(), confirmed.clone()], &["confirmed"]);
    check(&[confirmed.clone(), found.clone()], &["confirmed"]);
    check(&[found.clone(), found.clone()], &["found"]);
    let another = workout("another", "2026-09-20T08:00:00Z", "yoga");
    check(&[found, another], &["found", "another"]);
}

#[test]
fn what_is_deleted_or_newer_elsewhere_yields_nothing() {
    let night = |updated_at: &str, kind: &str, asleep_s: u32| {
        let more = json!({"meta": {"updated_at": updated_at}});
        sleep(&[period("n", kind, asleep_s, &more)])
    };
    let old = night("2026-09-20T08:00:00Z", "long_sleep", 25_000);
    let new = night("2026-09-20T08:00:00.5Z", "long_sleep", 26_000);
    let gone = night("2026-09-20T09:00:00Z", "deleted", 26_000);
    assert!(gone[0].gone);
    let check = |versions: &[&[SentDocument]], expected: Option<f64>| {
        assert_eq!(only(&versions.concat(), Metric::SleepTotal), expected);
    };
    check(&[&old, &new], Some(26_000.0));
    check(&[&new, &old], Some(26_000.0));
    check(&[&gone, &new, &old], None);
}
