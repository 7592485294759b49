//! What a vendor's app wrote into Apple Health of what the vendor tells itself. Los Angeles.

use jiff::SignedDuration;
use proptest::prelude::*;
use vitalog_core::{
    Grain, Marks, Metric, Quantity, Reading, SourcePriority, Superseded, SupersededBy, Via,
    daily::daily_values,
};

use crate::{
    moments::{day, instant, zone},
    named_day::{of_vendor, oura},
    readings::{lasting, phone},
};

use Metric::{BloodOxygenSaturation, HeartRate, SleepCore, SleepTotal, StepCount, Weight};

const DAY: &str = "2026-05-07";
const MIDNIGHT: &str = "2026-05-07T00:00:00-07:00";
const MORNING: &str = "2026-05-07T06:30:00-07:00";
const NOON: &str = "2026-05-07T12:00:00-07:00";
const ONE: &str = "2026-05-07T13:00:00-07:00";

fn by(source: &str, metric: Metric, value: f64) -> Reading {
    phone(metric, instant(MORNING), Quantity::Single(value), source)
}

fn whoop(metric: Metric, value: f64) -> Reading {
    of_vendor(Via::Whoop, metric, MORNING, DAY, value)
}

/// Oura's steps of the day.
fn steps_of_oura(value: f64) -> Reading {
    Reading {
        day: None,
        grain: Some(Grain::Day),
        ..oura(StepCount, MIDNIGHT, DAY, value)
    }
}

fn steps(source: &str, from: &str, until: &str, value: f64) -> Reading {
    lasting(StepCount, instant(from), instant(until), value, source)
}

fn taken_back(row: Reading) -> Reading {
    let superseded = Superseded {
        at: row.at,
        by: SupersededBy::Vendor,
    };
    Reading {
        marks: Marks {
            missing_since: None,
            superseded: Some(superseded),
        },
        ..row
    }
}

/// Checks the values of the day: the one that counts, then each source's own.
fn check(why: &str, metric: Metric, sources: &[&str], rows: &[Reading], expected: &str) {
    let zone = zone("America/Los_Angeles");
    let priority = SourcePriority::new(sources);
    let values = daily_values(metric, day(DAY), &zone, rows, &priority);
    let shown = values.iter().map(|value| match &value.source {
        None => format!("{}", value.value()),
        Some(source) => format!("{source} {}", value.value()),
    });
    assert_eq!(shown.collect::<Vec<_>>().join(", "), expected, "{why}");
}

#[test]
fn copy_is_unseen_where_the_vendor_tells_the_day_itself() {
    let direct = oura(BloodOxygenSaturation, MORNING, DAY, 48.0);
    let of = |first: &Reading, others: &[(&str, f64)]| {
        let others = others.iter();
        let others = others.map(|(source, value)| by(source, BloodOxygenSaturation, *value));
        [first.clone()]
            .into_iter()
            .chain(others)
            .collect::<Vec<_>>()
    };
    let copied = of(&direct, &[("Oura", 60.0), ("Watch", 55.0)]);
    let expected = "48, Oura 48, Watch 55";
    check(
        "the same name",
        BloodOxygenSaturation,
        &[],
        &copied,
        expected,
    );
    let copied = of(
        &direct,
        &[("Anna\u{2019}s OURA Ring", 60.0), ("Watch", 55.0)],
    );
    let expected = "55, Oura 48, Watch 55";
    check(
        "Apple Health first",
        BloodOxygenSaturation,
        &["apple"],
        &copied,
        expected,
    );
    let gone = of(&taken_back(direct.clone()), &[("Oura", 60.0)]);
    check(
        "taken back",
        BloodOxygenSaturation,
        &[],
        &gone,
        "60, Oura 60",
    );
    let of_another = of(&whoop(BloodOxygenSaturation, 50.0), &[("Oura", 60.0)]);
    let expected = "50, Oura 60, WHOOP 50";
    check(
        "of another",
        BloodOxygenSaturation,
        &[],
        &of_another,
        expected,
    );
    let of_whoop = of(&whoop(BloodOxygenSaturation, 50.0), &[("Whoop 4.0", 60.0)]);
    check(
        "of WHOOP's",
        BloodOxygenSaturation,
        &[],
        &of_whoop,
        "50, WHOOP 50",
    );
    let alone = &copied[1..];
    let expected = "57.5, Anna\u{2019}s OURA Ring 60, Watch 55";
    check("nobody else", BloodOxygenSaturation, &[], alone, expected);
    let before = of(
        &oura(
            BloodOxygenSaturation,
            "2026-05-06T06:30:00-07:00",
            "2026-05-06",
            48.0,
        ),
        &[("Oura", 60.0)],
    );
    check(
        "the day before",
        BloodOxygenSaturation,
        &[],
        &before,
        "60, Oura 60",
    );
}

#[test]
fn copied_steps_fill_no_gaps() {
    let watch = steps("Watch", MORNING, NOON, 200.0);
    let copy = steps("Oura", NOON, ONE, 100.0);
    let rows = [steps_of_oura(9000.0), copy.clone(), watch.clone()];
    check(
        "covered",
        StepCount,
        &[],
        &rows,
        "200, Oura 9000, Watch 200",
    );
    let rows = [copy, watch.clone()];
    check(
        "not covered",
        StepCount,
        &[],
        &rows,
        "300, Oura 100, Watch 200",
    );
    let both = steps("Oura|Watch", NOON, ONE, 100.0);
    let rows = [steps_of_oura(9000.0), both, watch];
    let expected = "300, Oura 9000, Oura|Watch 100, Watch 200";
    check("with a part of the watch", StepCount, &[], &rows, expected);
}

#[test]
fn facts_and_nights_have_their_own_ways() {
    let rows = [whoop(Weight, 160.0), by("WHOOP", Weight, 161.0)];
    let rows = rows.map(|row| Reading { day: None, ..row });
    let zone = zone("America/Los_Angeles");
    let values = daily_values(Weight, day(DAY), &zone, &rows, &SourcePriority::default());
    assert_eq!(values[0].n, 2, "a fact is no part of this");

    let night = |row: Reading| Reading {
        until: Some(instant(MORNING)),
        ..row
    };
    let core = |source: &str, value: f64| {
        let at = instant("2026-05-06T23:30:00-07:00");
        night(phone(SleepCore, at, Quantity::Single(value), source))
    };
    let rows = [
        night(oura(SleepTotal, "2026-05-06T23:00:00-07:00", DAY, 7.5)),
        core("My Oura Ring", 7.0),
    ];
    check("a night", SleepTotal, &["apple"], &rows, "7.5, Oura 7.5");
    check(
        "a night of a copy",
        SleepTotal,
        &[],
        &rows[1..],
        "7, My Oura Ring 7",
    );
}

proptest! {
    #[test]
    fn copies_change_nothing_where_the_vendor_tells(
        own in prop::collection::vec((0_i64..1440, 40_u8..200), 1..4),
        watch in prop::collection::vec((0_i64..1440, 40_u8..200), 0..4),
        copies in prop::collection::vec((0_i64..1440, 40_u8..200), 0..8),
        is_apple_first: bool,
    ) {
        let row = |source: &str, (minute, value): &(i64, u8)| {
            let at = instant(MIDNIGHT) + SignedDuration::from_mins(*minute);
            phone(HeartRate, at, Quantity::Single(f64::from(*value)), source)
        };
        let own = own.iter().map(|sample| Reading { via: Via::Oura, ..row("Oura", sample) });
        let told: Vec<Reading> = own.chain(watch.iter().map(|sample| row("Watch", sample))).collect();
        let mut copied = told.clone();
        copied.extend(copies.iter().map(|sample| row("Oura", sample)));

        let named: &[&str] = if is_apple_first { &["apple"] } else { &[] };
        let priority = SourcePriority::new(named);
        let zone = zone("America/Los_Angeles");
        let values = |rows: &[Reading]| daily_values(HeartRate, day(DAY), &zone, rows, &priority);
        prop_assert_eq!(values(&told), values(&copied));
    }
}
