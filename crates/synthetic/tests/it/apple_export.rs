//! What the writer of exports writes is read by our own connector, and holds what pushes hold.

use std::{collections::BTreeMap, io::Write};

use jiff::{civil::date, tz::TimeZone};
use vitalog_connectors::{
    apple_export::{Export, Found, Item, Skip},
    hae::{Sample, parse},
};
use vitalog_core::Metric;
use vitalog_synthetic::{
    Day, Person,
    apple_export::{Options, Units, generate, write},
    hae,
};

fn days(count: u16) -> Vec<Day> {
    let zone = TimeZone::get("Europe/Berlin").unwrap();
    let person = Person::new(3, zone, date(2026, 4, 20), count);
    person.record(person.days()).collect()
}

fn read(xml: &[u8]) -> Vec<Item> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(xml).unwrap();
    let export = Export::open(file.path()).unwrap();
    let mut reader = export.read(0).unwrap();
    std::iter::from_fn(|| reader.next().unwrap()).collect()
}

fn written(days: &[Day], units: Units, zone: &str) -> Vec<u8> {
    let options = Options {
        units,
        zone: TimeZone::get(zone).unwrap(),
        repeats: false,
        ..Options::default()
    };
    let mut xml = Vec::new();
    write(days, &options, &mut xml).unwrap();
    xml
}

/// Values by metric, second and source.
type Values = BTreeMap<(Metric, i64, String), Vec<f64>>;

fn of_export(items: &[Item]) -> Values {
    let mut values = Values::new();
    for item in items {
        if let Found::Sample(sample) = &item.found {
            add(&mut values, sample);
        }
    }
    values
}

fn add(values: &mut Values, sample: &Sample<'_>) {
    // Pushes do not say who recorded this one.
    let is_named = sample.metric != Metric::SexualActivity;
    let source = if is_named {
        sample.source.to_string()
    } else {
        String::new()
    };
    let key = (sample.metric, sample.time.at.as_second(), source);
    values
        .entry(key)
        .or_default()
        .extend(sample.quantity.numbers());
}

/// What a phone would push of the same days.
fn of_pushes(days: &[Day]) -> Values {
    let options = hae::Options {
        kinds: vec![
            hae::Kind::Metrics,
            hae::Kind::Symptoms,
            hae::Kind::CycleTracking,
            hae::Kind::HeartRateNotifications,
        ],
        ..hae::Options::default()
    };
    let mut values = Values::new();
    for push in hae::push(days, &options) {
        let read = parse(push.body.as_bytes(), &TimeZone::UTC).unwrap();
        for sample in read.samples {
            // An hour without standing is none in an export.
            if sample.metric == Metric::AppleStandHour && sample.quantity.first() < 1.0 {
                continue;
            }
            add(&mut values, &sample);
        }
    }
    values
}

#[test]
fn export_holds_what_pushes_hold() {
    let days = days(60);
    let expected = of_pushes(&days);
    for (units, zone) in [
        (Units::Metric, "Europe/Berlin"),
        (Units::Us, "America/New_York"),
    ] {
        let found = of_export(&read(&written(&days, units, zone)));
        let missing: Vec<_> = expected
            .keys()
            .filter(|key| !found.contains_key(*key))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert_eq!(found.len(), expected.len());
        for (key, values) in &found {
            let (mut values, mut expected) = (values.clone(), expected[key].clone());
            values.sort_by(f64::total_cmp);
            expected.sort_by(f64::total_cmp);
            assert_eq!(values.len(), expected.len(), "{key:?}");
            // Units differ, and with them what rounding leaves of the last digit.
            let digit = 10_f64.powi(-i32::from(key.0.row().decimals));
            for (value, expected) in values.iter().zip(&expected) {
                assert!(
                    (value - expected).abs() <= digit * 1.01,
                    "{key:?} {value} {expected}"
                );
            }
        }
    }
}

#[test]
fn every_workout_is_read_in_either_style() {
    let days = days(60);
    let items = read(&written(&days, Units::Us, "Europe/Berlin"));
    let found: Vec<_> = items
        .iter()
        .filter_map(|item| match &item.found {
            Found::Workout(workout) => Some(workout),
            Found::Sample(_)
            | Found::Document(_)
            | Found::Lines
            | Found::ToldElsewhere(_)
            | Found::Skipped(_) => None,
        })
        .collect();
    let expected: Vec<_> = days.iter().flat_map(|day| &day.workouts).collect();
    assert!(expected.len() > 20);
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found.name, expected.sport.name());
        assert_eq!(
            (found.start.at, found.end.at),
            (expected.start, expected.end)
        );
        assert!((found.duration_s - expected.duration_s).abs() < 1e-3);
        assert!((found.active_kcal.unwrap() - expected.active_kcal).abs() < 0.06);
    }
}

#[test]
fn nothing_is_skipped_but_what_is_none_of_ours() {
    let items = read(&written(&days(60), Units::Metric, "Europe/Berlin"));
    for item in items {
        if let Found::Skipped(skip) = item.found {
            let is_known = matches!(skip, Skip::NotHappened | Skip::Personal | Skip::CountedOnly)
                || (skip == Skip::UnsupportedType && item.lines[0].kind.contains("Ovulation"));
            assert!(is_known, "{skip:?} {:?}", item.lines);
        }
    }
}

#[test]
fn generated_export_has_its_size_and_is_the_same_again() {
    let mut once = Vec::new();
    let size = generate(7, 2_000_000, &mut once).unwrap();
    assert_eq!(size, once.len() as u64);
    assert!((2_000_000..60_000_000).contains(&size), "{size}");
    let mut again = Vec::new();
    generate(7, 2_000_000, &mut again).unwrap();
    assert!(once == again);
    assert!(read(&once).len() > 4_000);
}
