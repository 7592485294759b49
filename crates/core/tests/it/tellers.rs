//! One of several tells a day: a vendor, or Apple Health. The account is one of Los Angeles.

use vitalog_core::{
    Grain, Marks, Metric, Quantity, Reading, SourcePriority, Superseded, SupersededBy, Teller, Via,
    daily::daily_values,
};

use crate::{
    moments::{day, instant, zone},
    named_day::{of_vendor, oura},
    readings::{chat, phone},
};

use Metric::{
    BloodOxygenSaturation, HeartRate, OuraStressHigh, RestingHeartRate, SleepNap, Weight,
};

const LOS_ANGELES: &str = "America/Los_Angeles";
const DAY: &str = "2026-05-07";
const EVENING: &str = "2026-05-06T23:30:00-07:00";
const MORNING: &str = "2026-05-07T06:30:00-07:00";

fn whoop(metric: Metric, at: &str, of: &str, value: f64) -> Reading {
    of_vendor(Via::Whoop, metric, at, of, value)
}

fn watch(metric: Metric, at: &str, value: f64) -> Reading {
    phone(metric, instant(at), Quantity::Single(value), "Watch")
}

fn undated(row: Reading) -> Reading {
    Reading { day: None, ..row }
}

/// The values of a day in Los Angeles on one line: the one that counts, then each source's own.
fn line(metric: Metric, of: &str, rows: &[Reading], sources: &[&str]) -> String {
    let zone = zone(LOS_ANGELES);
    let priority = SourcePriority::new(sources);
    let values = daily_values(metric, day(of), &zone, rows, &priority);
    let shown = values.iter().map(|value| match &value.source {
        None => format!("{}", value.value()),
        Some(source) => format!("{source} {}", value.value()),
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// One row of each of three that tell a day.
fn all_three(metric: Metric) -> Vec<Reading> {
    vec![
        oura(metric, EVENING, DAY, 48.0),
        whoop(metric, EVENING, DAY, 50.0),
        watch(metric, MORNING, 55.0),
    ]
}

#[test]
fn vendor_is_believed_before_apple_health_unless_the_person_says_otherwise() {
    let check = |metric: Metric, sources: &[&str], counts: &str| {
        let told = line(metric, DAY, &all_three(metric), sources);
        assert_eq!(
            told,
            format!("{counts}, Oura 48, WHOOP 50, Watch 55"),
            "{sources:?}"
        );
    };
    check(RestingHeartRate, &[], "48");
    // A mean is that of one as well.
    check(BloodOxygenSaturation, &[], "48");
    check(RestingHeartRate, &["watch"], "55");
    check(RestingHeartRate, &["apple"], "55");
    check(RestingHeartRate, &["whoop", "oura"], "50");
    check(RestingHeartRate, &["scale"], "48");
}

#[test]
fn day_is_told_by_one_and_never_put_together() {
    let check = |case: &str, metric: Metric, rows: Vec<Reading>, expected: &str| {
        assert_eq!(line(metric, DAY, &rows, &[]), expected, "{case}");
    };
    let without_oura = all_three(RestingHeartRate)[1..].to_vec();
    check(
        "no Oura",
        RestingHeartRate,
        without_oura,
        "50, WHOOP 50, Watch 55",
    );
    let rows = vec![
        taken_back(oura(RestingHeartRate, EVENING, DAY, 48.0)),
        watch(RestingHeartRate, MORNING, 55.0),
    ];
    check(
        "what the vendor took back",
        RestingHeartRate,
        rows,
        "55, Watch 55",
    );
    // Of the sources in Apple Health, of which the first is of the day before, nothing changes.
    let finger = instant(MORNING);
    let rows = vec![
        watch(BloodOxygenSaturation, EVENING, 90.0),
        watch(BloodOxygenSaturation, MORNING, 95.0),
        phone(
            BloodOxygenSaturation,
            finger,
            Quantity::Single(97.0),
            "Finger",
        ),
    ];
    check(
        "Apple Health",
        BloodOxygenSaturation,
        rows,
        "96, Finger 97, Watch 95",
    );
    // A pulse names no day, and is told by one all the same.
    let rows = vec![
        undated(oura(HeartRate, MORNING, DAY, 60.0)),
        undated(oura(HeartRate, "2026-05-07T06:35:00-07:00", DAY, 64.0)),
        watch(HeartRate, MORNING, 90.0),
    ];
    check("a pulse", HeartRate, rows, "62, Oura 62, Watch 90");
    // A scale and what is said in chat are facts.
    let rows = vec![
        undated(whoop(Weight, "2026-05-07T06:00:00-07:00", DAY, 160.0)),
        chat(Weight, instant(MORNING), Quantity::Single(180.0)),
    ];
    check("a fact", Weight, rows, "180, WHOOP 160, claude-log 180");
}

fn taken_back(row: Reading) -> Reading {
    Reading {
        marks: Marks {
            missing_since: None,
            superseded: Some(Superseded {
                at: row.at,
                by: SupersededBy::Vendor,
            }),
        },
        ..row
    }
}

#[test]
fn sums_are_those_of_apple_health_where_it_has_any() {
    let steps = |from: &str, until: &str, value, source: &str| Reading {
        until: Some(instant(until)),
        ..phone(
            Metric::StepCount,
            instant(from),
            Quantity::Single(value),
            source,
        )
    };
    // One sum for the day, put at its first instant in the zone of the account.
    let ring = Reading {
        day: None,
        grain: Some(Grain::Day),
        ..oura(
            Metric::StepCount,
            "2026-05-07T00:00:00-07:00",
            "2026-05-07",
            9000.0,
        )
    };
    let phone_rows = [
        steps(
            "2026-05-07T08:00:00-07:00",
            "2026-05-07T09:00:00-07:00",
            1000.0,
            "iPhone",
        ),
        steps(
            "2026-05-07T23:30:00-07:00",
            "2026-05-08T00:30:00-07:00",
            200.0,
            "iPhone",
        ),
    ];
    let both = [vec![ring.clone()], phone_rows.to_vec()].concat();
    let line =
        |rows: &[Reading], sources: &[&str]| line(Metric::StepCount, "2026-05-07", rows, sources);
    assert_eq!(line(std::slice::from_ref(&ring), &[]), "9000, Oura 9000");
    assert_eq!(line(&phone_rows, &[]), "1100, iPhone 1100");
    assert_eq!(line(&both, &[]), "1100, Oura 9000, iPhone 1100");
    assert_eq!(line(&both, &["oura"]), "9000, Oura 9000, iPhone 1100");
    // Steps of the evening before, which end on the day before, are none of the day.
    let before = steps(
        "2026-05-06T22:00:00-07:00",
        "2026-05-06T23:45:00-07:00",
        700.0,
        "iPhone",
    );
    assert_eq!(line(&[ring, before], &[]), "9000, Oura 9000");
}

#[test]
fn what_a_vendor_adds_up_is_whole_on_its_day_wherever_it_was() {
    // Two naps in Tokyo: for Los Angeles, one lies across midnight and one on the day before.
    let nap = |from: &str, until: &str, hours| Reading {
        until: Some(instant(until)),
        ..oura(SleepNap, from, "2026-05-07", hours)
    };
    let naps = [
        nap(
            "2026-05-07T12:30:00+09:00",
            "2026-05-07T13:00:00+09:00",
            0.5,
        ),
        nap(
            "2026-05-07T15:45:00+09:00",
            "2026-05-07T16:45:00+09:00",
            1.0,
        ),
    ];
    assert_eq!(line(SleepNap, "2026-05-07", &naps, &[]), "1.5, Oura 1.5");
    assert_eq!(line(SleepNap, "2026-05-06", &naps, &[]), "");

    // A day is a day where clocks change, too.
    for (of, at) in [
        ("2026-03-08", "2026-03-08T00:00:00-08:00"),
        ("2026-11-01", "2026-11-01T00:00:00-07:00"),
    ] {
        let row = Reading {
            grain: Some(Grain::Day),
            ..oura(OuraStressHigh, at, of, 45.0)
        };
        assert_eq!(line(OuraStressHigh, of, &[row], &[]), "45, Oura 45", "{of}");
    }
}

#[test]
fn whose_word_it_is_follows_from_the_route() {
    for (via, teller) in [
        (Via::Oura, Teller::Oura),
        (Via::Whoop, Teller::Whoop),
        (Via::Hae, Teller::Apple),
        (Via::AppleExport, Teller::Apple),
        (Via::Chat, Teller::Apple),
        (Via::Weather, Teller::Apple),
        (Via::Calendar, Teller::Apple),
    ] {
        assert_eq!(Teller::by(via), teller, "{via:?}");
    }
    for teller in Teller::ALL {
        assert_eq!(Teller::parse(teller.as_str()), Some(*teller));
    }
    assert_eq!(SourcePriority::default().teller([], false), None);
}
