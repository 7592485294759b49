//! Nights whose day a vendor names. The account is one of Los Angeles.

use vitalog_core::{
    Metric, Quantity, Reading, SourcePriority, Via,
    daily::daily_values,
    night::{main_source, sleep_of_day},
};

use crate::{
    moments::{day, instant, zone},
    named_day::of_vendor,
    readings::phone,
};

use Metric::{SleepAwake, SleepCore, SleepDeep, SleepInBed, SleepRem, SleepTotal};

/// The rows of a night of a vendor: from, until, and the hours of some stages.
fn night(via: Via, of: &str, from: &str, until: &str, hours: &[(Metric, f64)]) -> Vec<Reading> {
    let rows = hours.iter().map(|(stage, hours)| Reading {
        until: Some(instant(until)),
        ..of_vendor(via, *stage, from, of, *hours)
    });
    rows.collect()
}

/// A stretch of one stage as a phone sends it.
fn segment(stage: Metric, from: &str, until: &str, source: &str) -> Reading {
    let (from, until) = (instant(from), instant(until));
    let hours = from.duration_until(until).as_secs_f64() / 3600.0;
    Reading {
        until: Some(until),
        ..phone(stage, from, Quantity::Single(hours), source)
    }
}

/// The night that counts, then each source with its total and the hours of deep sleep.
fn line(of: &str, rows: &[Reading], sources: &[&str]) -> String {
    let zone = zone("America/Los_Angeles");
    let told = sleep_of_day(day(of), &zone, rows);
    let priority = SourcePriority::new(sources);
    let show = |hours: Option<f64>| hours.map_or("-".to_owned(), |hours| hours.to_string());
    let mut parts: Vec<String> = Vec::new();
    parts.extend(main_source(&told, &priority).map(|sleep| format!("[{}]", sleep.source)));
    for sleep in &told {
        let hours = sleep.night.as_ref().map(|night| night.hours);
        let total = show(hours.and_then(|hours| hours.total));
        let deep = show(hours.and_then(|hours| hours.deep));
        let naps = "+nap".repeat(sleep.naps.len());
        parts.push(format!("{} {total} {deep}{naps}", sleep.source));
    }
    parts.join(" ")
}

/// The night of the seventh of May, as the watch tells it.
fn of_watch() -> Vec<Reading> {
    vec![
        segment(
            SleepCore,
            "2026-05-06T23:00:00-07:00",
            "2026-05-07T04:00:00-07:00",
            "Watch",
        ),
        segment(
            SleepDeep,
            "2026-05-07T04:00:00-07:00",
            "2026-05-07T06:00:00-07:00",
            "Watch",
        ),
    ]
}

#[test]
fn night_is_as_the_vendor_says() {
    let oura = |from: &str, until: &str, hours: &[(Metric, f64)]| {
        night(Via::Oura, "2026-05-07", from, until, hours)
    };
    let usual = [(SleepTotal, 6.5), (SleepDeep, 1.25)];
    let cases: Vec<(&str, Vec<Reading>, &str)> = vec![
        (
            "a night",
            oura(
                "2026-05-06T23:00:00-07:00",
                "2026-05-07T06:30:00-07:00",
                &usual,
            ),
            "[Oura] Oura 6.5 1.25",
        ),
        (
            "a night in Tokyo, which is the day before in Los Angeles",
            oura(
                "2026-05-06T23:00:00+09:00",
                "2026-05-07T06:30:00+09:00",
                &usual,
            ),
            "[Oura] Oura 6.5 1.25",
        ),
        (
            "a short sleep in broad daylight, after a night shift",
            oura(
                "2026-05-07T10:00:00-07:00",
                "2026-05-07T12:00:00-07:00",
                &[(SleepTotal, 1.9)],
            ),
            "[Oura] Oura 1.9 -",
        ),
        (
            "stages without a total, and none of what is not told",
            oura(
                "2026-05-06T23:00:00-07:00",
                "2026-05-07T06:30:00-07:00",
                &[
                    (SleepCore, 4.0),
                    (SleepRem, 1.5),
                    (SleepAwake, 0.5),
                    (SleepInBed, 7.5),
                ],
            ),
            "[Oura] Oura 5.5 -",
        ),
        (
            "of a stage that is told twice the longer stands",
            oura(
                "2026-05-06T23:00:00-07:00",
                "2026-05-07T06:30:00-07:00",
                &[(SleepTotal, 6.0), (SleepDeep, 1.0), (SleepDeep, 1.25)],
            ),
            "[Oura] Oura 6 1.25",
        ),
        (
            "hours that no night has",
            oura(
                "2026-05-06T23:00:00-07:00",
                "2026-05-07T06:30:00-07:00",
                &[(SleepTotal, 600.0)],
            ),
            "",
        ),
        (
            "the next sleep begins within two hours and is of the next day",
            [
                oura(
                    "2026-05-06T23:00:00-07:00",
                    "2026-05-07T06:30:00-07:00",
                    &usual,
                ),
                night(
                    Via::Oura,
                    "2026-05-08",
                    "2026-05-07T08:00:00-07:00",
                    "2026-05-07T09:00:00-07:00",
                    &[(SleepTotal, 1.0)],
                ),
            ]
            .concat(),
            "[Oura] Oura 6.5 1.25",
        ),
    ];
    for (case, rows, expected) in cases {
        assert_eq!(line("2026-05-07", &rows, &[]), expected, "{case}");
        assert_eq!(line("2026-05-06", &rows, &[]), "", "{case}");
    }
}

#[test]
fn of_several_that_tell_a_night_one_is_believed() {
    let told = (SleepTotal, 6.5);
    let at = ("2026-05-06T23:00:00-07:00", "2026-05-07T06:00:00-07:00");
    let oura = night(Via::Oura, "2026-05-07", at.0, at.1, &[told]);
    let whoop = night(Via::Whoop, "2026-05-07", at.0, at.1, &[(SleepTotal, 6.25)]);
    let cases: Vec<(&str, Vec<Reading>, &[&str], &str)> = vec![
        ("the watch alone", of_watch(), &[], "[Watch] Watch 7 2"),
        (
            "a ring without stages before a watch with them",
            [of_watch(), oura.clone()].concat(),
            &[],
            "[Oura] Oura 6.5 - Watch 7 2",
        ),
        (
            "unless the person names the watch",
            [of_watch(), oura.clone()].concat(),
            &["watch", "oura"],
            "[Watch] Oura 6.5 - Watch 7 2",
        ),
        (
            "Oura before WHOOP",
            [whoop.clone(), oura.clone()].concat(),
            &[],
            "[Oura] Oura 6.5 - WHOOP 6.25 -",
        ),
        (
            "WHOOP before the watch",
            [whoop, of_watch()].concat(),
            &[],
            "[WHOOP] WHOOP 6.25 - Watch 7 2",
        ),
        (
            "a ring's segments in Apple Health say nothing where Oura itself does",
            [
                oura.clone(),
                vec![segment(
                    SleepCore,
                    "2026-05-06T20:00:00-07:00",
                    "2026-05-07T07:00:00-07:00",
                    "Oura",
                )],
            ]
            .concat(),
            &[],
            "[Oura] Oura 6.5 -",
        ),
    ];
    for (case, rows, sources, expected) in cases {
        assert_eq!(line("2026-05-07", &rows, sources), expected, "{case}");
    }
}

#[test]
fn stages_of_another_source_fill_no_gap() {
    let oura = night(
        Via::Oura,
        "2026-05-07",
        "2026-05-06T23:00:00-07:00",
        "2026-05-07T06:00:00-07:00",
        &[(SleepTotal, 6.5)],
    );
    let rows = [of_watch(), oura].concat();
    let zone = zone("America/Los_Angeles");
    let sources = |stage: Metric| {
        let values = daily_values(
            stage,
            day("2026-05-07"),
            &zone,
            &rows,
            &SourcePriority::default(),
        );
        let sources = values.into_iter().map(|value| value.source);
        sources.map(Option::unwrap_or_default).collect::<Vec<_>>()
    };
    assert_eq!(sources(SleepTotal), ["", "Oura", "Watch"]);
    assert_eq!(sources(SleepDeep), ["Watch"]);
}
