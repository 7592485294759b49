//! What the writer writes can be read, by a parser of JSON and by our own connector.

use jiff::{
    civil::date,
    tz::{TimeZone, offset},
};
use serde_json::Value;
use vitalog_connectors::hae::{Push as Read, parse};
use vitalog_core::Grain;
use vitalog_synthetic::{
    Day, Density, Person,
    hae::{Hours, Kind, Options, Units, push},
};

fn zone() -> TimeZone {
    TimeZone::get("Europe/Berlin").unwrap()
}

fn month() -> Vec<Day> {
    let person = Person::new(1, zone(), date(2026, 4, 10), 40);
    person.record(person.days()).collect()
}

fn facts(days: &[Day]) -> usize {
    days.iter().map(|day| day.facts.len()).sum()
}

fn forms() -> Vec<Options> {
    let mut forms = Vec::new();
    for units in [Units::AsKept, Units::Us, Units::Metric, Units::Odd] {
        for hours in [Hours::TwentyFour, Hours::Twelve, Hours::TwelveNarrow] {
            forms.push(Options {
                units,
                hours,
                ..Options::default()
            });
        }
    }
    forms
}

#[test]
fn facts_are_read_in_every_form_with_none_skipped() {
    let days = month();
    for options in forms() {
        let pushes = push(&days, &options);
        let read: Read<'_> = parse(pushes[0].body.as_bytes(), &zone()).unwrap();
        assert!(read.skipped.is_empty(), "{options:?}: {:?}", read.skipped);
        assert_eq!(read.samples.len(), facts(&days), "{options:?}");
    }
}

#[test]
fn every_form_dates_samples_alike() {
    let days = month();
    let instants = |options: &Options| {
        let pushes = push(&days, options);
        let read = parse(pushes[0].body.as_bytes(), &zone()).unwrap();
        let mut instants: Vec<_> = read.samples.iter().map(|sample| sample.time.at).collect();
        instants.sort_unstable();
        instants
    };
    let mut sent: Vec<_> = days
        .iter()
        .flat_map(|day| &day.facts)
        .map(|fact| fact.start)
        .collect();
    sent.sort_unstable();
    for options in forms() {
        assert_eq!(instants(&options), sent, "{options:?}");
    }
    let elsewhere = Options {
        offset: Some(offset(-7)),
        ..Options::default()
    };
    assert_eq!(instants(&elsewhere), sent);
}

#[test]
fn workouts_are_read() {
    let days = month();
    let options = Options {
        kinds: vec![Kind::Workouts],
        ..Options::default()
    };
    let pushes = push(&days, &options);
    let read = parse(pushes[0].body.as_bytes(), &zone()).unwrap();
    let sent: usize = days.iter().map(|day| day.workouts.len()).sum();
    assert!(sent > 8);
    assert_eq!(read.workouts.accepted.len(), sent);
    for workout in &read.workouts.accepted {
        assert!(workout.source.contains("Watch"));
        assert!(workout.avg_hr_bpm.unwrap() < workout.max_hr_bpm.unwrap());
    }
}

#[test]
fn every_kind_is_a_list_with_elements() {
    let person = Person::new(1, zone(), date(2026, 4, 10), 200);
    let days: Vec<_> = person.record(person.days()).collect();
    let options = Options {
        kinds: Kind::ALL.to_vec(),
        voltages: 16,
        ..Options::default()
    };
    let body: Value = serde_json::from_str(&push(&days, &options)[0].body).unwrap();
    for kind in Kind::ALL {
        let list = body["data"][kind.key()].as_array().unwrap();
        assert!(!list.is_empty(), "{}", kind.key());
    }
    assert_eq!(
        body["data"]["ecg"][0]["voltageMeasurements"]
            .as_array()
            .unwrap()
            .len(),
        16
    );
}

#[test]
fn parts_hold_together_what_one_push_holds() {
    let days = month();
    let parts = Options {
        parts: 5,
        ..Options::default()
    };
    let pushes = push(&days, &parts);
    assert_eq!(pushes.len(), 5);
    let read = |body: &str| parse(body.as_bytes(), &zone()).unwrap().samples.len();
    assert_eq!(
        pushes.iter().map(|push| read(&push.body)).sum::<usize>(),
        facts(&days)
    );
    assert!(pushes.iter().all(|push| push.headers == pushes[0].headers));
}

#[test]
fn summaries_have_the_shapes_of_summaries() {
    let options = Options {
        summarised: Some(Grain::Day),
        ..Options::default()
    };
    let pushes = push(&month(), &options);
    let body: Value = serde_json::from_str(&pushes[0].body).unwrap();
    let metrics = body["data"]["metrics"].as_array().unwrap();
    let first = |name: &str| {
        let metric = metrics
            .iter()
            .find(|metric| metric["name"] == name)
            .unwrap();
        metric["data"][0].clone()
    };
    assert!(first("sleep_analysis")["totalSleep"].is_number());
    assert!(first("sleep_analysis")["date"].as_str().unwrap().len() == 10);
    assert!(first("heart_rate")["Avg"].is_number());
    assert!(
        first("step_count")["source"]
            .as_str()
            .unwrap()
            .contains('|')
    );
    assert!(first("step_count").get("end").is_none());
    let aggregation = pushes[0]
        .headers
        .iter()
        .find(|header| header.0 == "automation-aggregation");
    assert_eq!(aggregation.unwrap().1, "Days");
}

#[test]
fn dense_week_is_a_large_push() {
    let person = Person::new(1, zone(), date(2026, 4, 10), 7).with_density(Density::Dense);
    let days: Vec<_> = person.record(person.days()).collect();
    let body = &push(&days, &Options::default())[0].body;
    assert!(
        (2_000_000..8_000_000).contains(&body.len()),
        "{}",
        body.len()
    );
}
