//! The same by a push and by an export is one row, whichever comes first.

use serde_json::{Value, json};
use vitalog_core::{Metric, Via};

use super::{Told, labelled, sample, until, workout};
use crate::world::{World, at, envelope, metric, period, point};

/// A case: what a push says, what an export says, and how many rows both are.
struct Case {
    what: &'static str,
    metric: Metric,
    pushed: Value,
    exported: Vec<vitalog_connectors::apple_export::Item>,
    /// The values that count afterwards.
    rows: &'static [&'static str],
}

fn steps(start: &str, end: Option<&str>, count: f64, source: &str) -> Value {
    let mut point = point(start, count, source);
    point["start"] = point["date"].clone();
    if let Some(end) = end {
        point["end"] = format!("{end} -0700").into();
    }
    metric("step_count", "count", &[point])
}

fn food(grams: &[f64], source: &str) -> Value {
    let points = grams.iter();
    let points: Vec<Value> = points
        .map(|grams| point("2026-10-10 08:15:00", *grams, source))
        .collect();
    metric("protein", "g", &points)
}

fn protein(sent: f64, unit: &str, source: &str) -> vitalog_connectors::apple_export::Item {
    sample(
        Metric::Protein,
        "2026-10-10 17:15:00 +0200",
        sent,
        unit,
        source,
    )
}

fn cases_of_facts() -> Vec<Case> {
    vec![
        Case {
            what: "a fact in another unit, at another offset",
            metric: Metric::Protein,
            pushed: food(&[12.5], "Food"),
            exported: vec![protein(12_500.0, "mg", "Food")],
            rows: &["12.5"],
        },
        Case {
            what: "facts of two values",
            metric: Metric::Protein,
            pushed: food(&[12.5], "Food"),
            exported: vec![protein(40.0, "g", "Food")],
            rows: &["12.5", "40"],
        },
        Case {
            what: "facts of two sources",
            metric: Metric::Protein,
            pushed: food(&[12.5], "Food"),
            exported: vec![protein(12.5, "g", "Other")],
            rows: &["12.5", "12.5"],
        },
        Case {
            what: "two repeats in a push, one in an export",
            metric: Metric::Protein,
            pushed: food(&[12.5, 12.5], "Food"),
            exported: vec![protein(12_500.0, "mg", "Food")],
            rows: &["12.5", "12.5"],
        },
    ]
}

fn cases_of_sources_and_labels() -> Vec<Case> {
    let watch = "Robin\u{2019}s Apple\u{a0}Watch";
    let dose = |unit: f64, reason: &str| json!({"date": "2026-10-10 08:15:00 -0700", "qty": unit, "reason": reason, "source": "Pen"});
    let exported_dose = |units: f64, reason: &str| {
        let start = "2026-10-10 08:15:00 -0700";
        labelled(
            sample(Metric::InsulinDelivery, start, units, "IU", "Pen"),
            reason,
        )
    };
    vec![
        Case {
            what: "a slot whose source is spelt in another way",
            metric: Metric::StepCount,
            pushed: steps("2026-10-10 08:00:00", None, 612.0, "Robin's Apple Watch"),
            exported: vec![until(
                sample(
                    Metric::StepCount,
                    "2026-10-10 15:00:00 +0000",
                    612.0,
                    "count",
                    watch,
                ),
                "2026-10-10 15:09:41 +0000",
            )],
            rows: &["612"],
        },
        Case {
            what: "the names of several sources in another order",
            metric: Metric::StepCount,
            pushed: steps("2026-10-10 08:00:00", None, 612.0, "Watch|iPhone"),
            exported: vec![sample(
                Metric::StepCount,
                "2026-10-10 15:00:00 +0000",
                612.0,
                "count",
                "iPhone|Watch",
            )],
            rows: &["612"],
        },
        Case {
            what: "a bolus and a basal dose of one second",
            metric: Metric::InsulinDelivery,
            pushed: metric("insulin_delivery", "IU", &[dose(4.0, "Bolus")]),
            exported: vec![exported_dose(4.0, "bolus"), exported_dose(4.0, "basal")],
            rows: &["4", "4"],
        },
        Case {
            what: "a label that one of them leaves out",
            metric: Metric::Handwashing,
            pushed: metric(
                "handwashing",
                "s",
                &[
                    json!({"date": "2026-10-10 08:15:00 -0700", "qty": 21, "value": "Complete", "source": "Watch"}),
                ],
            ),
            exported: vec![sample(
                Metric::Handwashing,
                "2026-10-10 08:15:00 -0700",
                21.0,
                "s",
                "Watch",
            )],
            rows: &["21"],
        },
        Case {
            what: "pounds and kilograms",
            metric: Metric::Weight,
            pushed: metric(
                "weight_body_mass",
                "lb",
                &[point("2026-10-10 07:12:04", 163.9, "Scale")],
            ),
            exported: vec![sample(
                Metric::Weight,
                "2026-10-10 16:12:04 +0200",
                74.343_789,
                "kg",
                "Scale",
            )],
            rows: &["163.9"],
        },
    ]
}

#[tokio::test]
async fn same_sample_by_both_routes_is_one_row_in_both_orders() {
    for case in cases_of_facts()
        .into_iter()
        .chain(cases_of_sources_and_labels())
    {
        for export_first in [false, true] {
            let world = World::new("2026-10-10T20:00");
            let body = envelope(&json!([case.pushed]));
            if export_first {
                world.import(Told::new(case.exported.clone())).await;
                world.push_plain(&body).await;
            } else {
                world.push_plain(&body).await;
                world.import(Told::new(case.exported.clone())).await;
            }
            let what = format!("{}, export first: {export_first}", case.what);
            let mut states = world.states(case.metric).await;
            states.sort();
            assert_eq!(states, case.rows, "{what}");

            // Nothing changes when both come again.
            let before = world.record().await;
            world.pass_minutes(20);
            world.push_plain(&body).await;
            let report = world.import(Told::new(case.exported.clone())).await;
            assert_eq!(world.record().await, before, "{what}");
            let counts = &report.tally.by_metric[case.metric.slug()];
            assert_eq!(counts.unchanged, case.exported.len() as u64, "{what}");
        }
    }
}

#[tokio::test]
async fn stored_row_keeps_its_key_and_learns_its_end() {
    let pushed = envelope(&json!([steps("2026-10-10 08:00:00", None, 612.0, "Watch")]));
    let exported = until(
        sample(
            Metric::StepCount,
            "2026-10-10 15:00:00 +0000",
            612.0,
            "count",
            "watch",
        ),
        "2026-10-10 15:09:41 +0000",
    );
    let world = World::new("2026-10-10T20:00");
    world.push_plain(&pushed).await;
    let before = world.rows(Metric::StepCount).await.remove(0);
    let report = world.import(Told::new(vec![exported])).await;
    let after = world.rows(Metric::StepCount).await.remove(0);
    assert_eq!(report.tally.by_metric["step_count"].changed, 1);
    assert_eq!(after.fingerprint, before.fingerprint);
    assert_eq!(after.via, Via::Hae);
    assert_eq!(after.source, "Watch");
    assert_eq!(after.until, Some(at("2026-10-10T08:09:41")));
}

#[tokio::test]
async fn value_of_a_slot_is_the_later_word() {
    let pushed = envelope(&json!([steps("2026-10-10 08:00:00", None, 700.0, "Watch")]));
    let exported = sample(
        Metric::StepCount,
        "2026-10-10 15:00:00 +0000",
        612.0,
        "count",
        "watch",
    );
    for (made, value) in [("2026-10-10T19:00", "700"), ("2026-10-10T20:30", "612")] {
        let world = World::new("2026-10-10T20:00");
        world.push_plain(&pushed).await;
        world.pass_minutes(60);
        let told = Told::new(vec![exported.clone()]).made(at(made));
        world.import(told).await;
        assert_eq!(world.states(Metric::StepCount).await, [value], "{made}");
    }
}

#[tokio::test]
async fn full_push_speaks_of_what_an_export_brought() {
    let world = World::new("2026-10-10T20:00");
    let grams = |grams: f64| protein(grams, "g", "Food");
    let ring = protein(7.0, "g", "Oura");
    let told = || Told::new(vec![grams(12.5), grams(40.0), grams(9.0), ring.clone()]);
    world.import(told().made(at("2026-10-10T19:00"))).await;
    let today = json!([food(&[12.5, 40.0], "Food")]);
    let reply = world.push_today(&today).await;
    assert_eq!(reply["marked_missing"], 1);
    assert_eq!(reply["rows_unchanged"], 2);
    world.pass_minutes(16);
    let reply = world.push_today(&today).await;
    assert_eq!(reply["superseded"], 1);
    let mut states = world.states(Metric::Protein).await;
    states.sort();
    assert_eq!(states, ["12.5", "40", "7", "9 reconcile"]);

    // An export of before does not bring it back; one of afterwards does.
    world.import(told().made(at("2026-10-10T19:30"))).await;
    assert!(
        world
            .states(Metric::Protein)
            .await
            .contains(&"9 reconcile".to_owned())
    );
    world.import(told().made(at("2026-10-10T21:00"))).await;
    assert!(
        world
            .states(Metric::Protein)
            .await
            .contains(&"9".to_owned())
    );
}

#[tokio::test]
async fn same_workout_by_both_routes_is_one_row_in_both_orders() {
    let run = |source: &str| {
        workout(
            "Running",
            "2026-10-10 17:30:00 +0200",
            "2026-10-10 18:02:30 +0200",
            source,
        )
    };
    let pushed = json!({
        "id": "59973A93", "name": "Outdoor Run", "duration": 1890.4,
        "start": "2026-10-10 08:30:00 -0700", "end": "2026-10-10 09:02:30 -0700",
        "avgHeartRate": {"qty": 151, "units": "bpm"},
    });
    let with = |mut workout: Value, source: &str| {
        workout["source"] = source.into();
        json!({"data": {"metrics": [], "workouts": [workout]}})
    };
    let cases = [
        (
            json!({"data": {"metrics": [], "workouts": [pushed.clone()]}}),
            "Watch",
            1,
        ),
        (with(pushed.clone(), "Watch"), "watch", 1),
        (with(pushed.clone(), "Strava"), "Watch", 2),
    ];
    for (body, source, rows) in cases {
        for export_first in [false, true] {
            let world = World::new("2026-10-10T20:00");
            let headers = period("Previous 7 Days");
            if export_first {
                world.import(Told::new(vec![run(source)])).await;
                world.push(&headers, &body).await;
            } else {
                world.push(&headers, &body).await;
                world.import(Told::new(vec![run(source)])).await;
            }
            let stored = world.workouts().await;
            assert_eq!(stored.len(), rows, "{source} {export_first}");
            let first = &stored[0];
            if rows == 1 {
                assert_eq!(first.avg_hr_bpm, Some(151));
                assert_eq!(first.active_kcal, Some(300.0));
                assert_eq!(first.source_id.as_deref(), Some("59973A93"));
            }
            let before = world.record().await;
            world.pass_minutes(20);
            world.push(&headers, &body).await;
            world.import(Told::new(vec![run(source)])).await;
            if rows == 1 {
                assert_eq!(world.record().await, before, "{source} {export_first}");
            }
        }
    }
}
