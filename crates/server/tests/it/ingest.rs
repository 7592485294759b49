//! Pushes: what is read, what is skipped, and what the sender is told.

use serde_json::{Value, json};
use vitalog_test_support::{Push, TestApp};

use crate::{day, values};

const MORNING: &str = "2026-10-05 07:30:00 -0700";

#[tokio::test]
async fn hae_parsing_stores_every_accepted_metric_under_its_short_name() {
    let app = TestApp::start().await;
    let push = Push::new()
        .weight(MORNING, 184.2)
        .value("waist_circumference", "in", MORNING, 34.5, "Tape")
        .value("body_fat_percentage", "%", MORNING, 21.5, "Scale")
        .value("lean_body_mass", "lb", MORNING, 144.6, "Scale")
        .bp(MORNING, 121.0, 79.0)
        .glucose(MORNING, 95.0)
        .food(
            MORNING,
            &[
                ("protein", 30.0),
                ("carbohydrates", 20.0),
                ("fiber", 5.0),
                ("total_fat", 10.0),
                ("dietary_energy", 310.0),
                ("moon_dust", 3.0),
            ],
        );
    let reply = app.push(&[], &push).await;
    assert_eq!(reply["accepted"], 11);
    assert_eq!(reply["rows_written"], 11);
    assert_eq!(reply["skipped_reasons"], json!({"unsupported_metric": 1}));
    assert_eq!(reply["ignored_metrics"], json!(["moon_dust"]));

    let scale = |value: f64, unit: &str, source: &str| json!([{"time": "07:30", "value": value, "unit": unit, "source": source}]);
    assert_eq!(
        day(&app, "all", "2026-10-05").await,
        json!({
            "date": "2026-10-05",
            "weight": scale(184.2, "lb", "Scale"),
            "waist": scale(34.5, "in", "Tape"),
            "body_fat": scale(21.5, "%", "Scale"),
            "lean_mass": scale(144.6, "lb", "Scale"),
            "bp": [{
                "time": "07:30", "systolic": 121, "diastolic": 79, "unit": "mmHg",
                "source": "OMRON connect",
            }],
            "glucose": [{"time": "07:30", "value": 95, "unit": "mg/dL", "source": "Meter"}],
            "protein_g": 30,
            "carbs_g": 15,
            "total_carbs_g": 20,
            "fiber_g": 5,
            "fat_g": 10,
            "calories_kcal": 310,
        })
    );
}

#[tokio::test]
async fn hae_parsing_takes_the_dates_and_numbers_that_phones_send() {
    for date in [
        "2026-10-05 07:57:00 -0700",
        "2026-10-05 7:57:00 am -0700",
        "2026-10-05 7:57:00\u{202f}AM -0700",
        "2026-10-05 14:57:00 +0000",
        "2026-10-05T07:57:00-07:00",
        "2026-10-05T14:57:00Z",
    ] {
        let app = TestApp::start().await;
        app.push(&[], &Push::new().weight(date, 180.0)).await;
        assert_eq!(
            day(&app, "weight", "2026-10-05").await["weight"][0]["time"],
            "07:57",
            "{date}"
        );
    }

    let app = TestApp::start().await;
    let sample = json!({"date": MORNING, "qty": "180.5", "source": "  "});
    let push = Push::new().sample("weight_body_mass", "lb", sample);
    app.push(&[], &push).await;
    let reading = &day(&app, "weight", "2026-10-05").await["weight"][0];
    assert_eq!(
        (&reading["value"], &reading["source"]),
        (&json!(180.5), &json!("unknown"))
    );
}

#[tokio::test]
async fn hae_parsing_skips_what_is_malformed_and_keeps_the_rest() {
    let app = TestApp::start().await;
    let weight = |sample: Value| Push::new().sample("weight_body_mass", "lb", sample);
    for (sample, reason) in [
        (
            json!({"date": "yesterday", "qty": 180, "source": "Scale"}),
            "invalid_sample",
        ),
        (
            json!({"date": "2026-02-30 07:30:00 -0700", "qty": 180}),
            "invalid_sample",
        ),
        (json!({"qty": 180, "source": "Scale"}), "invalid_sample"),
        (
            json!({"date": MORNING, "source": "Scale"}),
            "invalid_sample",
        ),
        (json!({"date": MORNING, "qty": "heavy"}), "invalid_sample"),
        (json!({"date": MORNING, "qty": null}), "invalid_sample"),
        (json!("a sample"), "invalid_sample"),
    ] {
        let reply = app
            .push(&[], &weight(sample.clone()).weight(MORNING, 180.0))
            .await;
        assert_eq!(reply["accepted"], 1, "{sample}");
        assert_eq!(reply["skipped_reasons"], json!({reason: 1}), "{sample}");
    }

    // An entry that is no metric never fails the request.
    let good =
        json!({"name": "weight_body_mass", "units": "lb", "data": [{"date": MORNING, "qty": 180}]});
    let body = json!({"data": {"metrics": [7, null, {"name": 3}, {"name": "x", "data": 1}, good]}});
    let reply = app.push_bytes(&[], body.to_string()).await;
    assert_eq!(
        (reply.status.as_u16(), &reply.json()["accepted"]),
        (200, &json!(1))
    );
}

#[tokio::test]
async fn meal_timing_after_a_meal_becomes_the_context() {
    let app = TestApp::start().await;
    let at = |minute: u32| format!("2026-10-05 08:{minute:02}:00 -0700");
    let glucose = |minute: u32, meal: Value| json!({"date": at(minute), "qty": 100 + minute, "source": "Meter", "metadata": meal});
    let push = Push::new()
        .sample(
            "blood_glucose",
            "mg/dL",
            glucose(0, json!({"HKBloodGlucoseMealTime": 2})),
        )
        .sample(
            "blood_glucose",
            "mg/dL",
            glucose(1, json!({"mealTime": "After Meal"})),
        )
        .sample(
            "blood_glucose",
            "mg/dL",
            glucose(2, json!({"MealTime": "postprandial"})),
        )
        .sample(
            "blood_glucose",
            "mg/dL",
            glucose(3, json!({"mealTime": "Before Meal"})),
        )
        .sample(
            "blood_glucose",
            "mg/dL",
            glucose(4, json!({"device": "after"})),
        );
    app.push(&[], &push).await;
    let day = day(&app, "glucose", "2026-10-05").await;
    let contexts: Vec<&Value> = (0..5).map(|i| &day["glucose"][i]["context"]).collect();
    assert_eq!(
        contexts,
        [
            &json!("post-meal"),
            &json!("post-meal"),
            &json!("post-meal"),
            &Value::Null,
            &Value::Null
        ]
    );
}

#[tokio::test]
async fn unit_conversion_stores_the_canonical_unit_rounded() {
    // Worked out by hand from the definitions: 1 kg = 2.20462262185 lb, 1 in = 2.54 cm and so on.
    let cases = [
        ("weight_body_mass", "kg", 80.0, "weight", 176.37),
        ("weight_body_mass", "st", 12.0, "weight", 168.0),
        ("weight_body_mass", "LB", 180.456, "weight", 180.46),
        ("lean_body_mass", "g", 65_000.0, "lean_mass", 143.3),
        ("waist_circumference", "cm", 85.0, "waist", 33.46),
        ("waist_circumference", "ft", 3.0, "waist", 36.0),
        ("body_fat_percentage", "%", 0.215, "body_fat", 21.5),
        ("body_fat_percentage", "%", 21.55, "body_fat", 21.6),
        ("body_fat_percentage", "percent", 1.0, "body_fat", 100.0),
        ("blood_glucose", "mmol/L", 5.5, "glucose", 99.1),
        (
            "blood_glucose",
            "mmol<180.1558800000541>/L",
            5.5,
            "glucose",
            99.1,
        ),
        ("protein", "mg", 1500.0, "protein_g", 1.5),
        ("dietary_energy", "kJ", 418.4, "calories_kcal", 100.0),
        ("dietary_energy", "cal", 250.0, "calories_kcal", 250.0),
    ];
    for (metric, units, qty, field, expected) in cases {
        let app = TestApp::start().await;
        app.push(&[], &Push::new().value(metric, units, MORNING, qty, "App"))
            .await;
        let day = day(&app, "all", "2026-10-05").await;
        let found = day[field][0]["value"].as_f64().or(day[field].as_f64());
        assert_eq!(found, Some(expected), "{qty} {units} of {metric}: {day}");
    }

    let app = TestApp::start().await;
    let sample = json!({"date": MORNING, "systolic": 16, "diastolic": 10.5, "source": "Cuff"});
    app.push(&[], &Push::new().sample("blood_pressure", "kPa", sample))
        .await;
    let bp = &day(&app, "bp", "2026-10-05").await["bp"][0];
    assert_eq!(
        (&bp["systolic"], &bp["diastolic"]),
        (&json!(120), &json!(79))
    );

    let reply = app
        .push(
            &[],
            &Push::new().value("weight_body_mass", "parsec", MORNING, 1.0, "App"),
        )
        .await;
    assert_eq!(reply["skipped_reasons"], json!({"unknown_unit": 1}));
}

#[tokio::test]
async fn oura_filtering_drops_its_samples_before_anything_else_is_judged() {
    let app = TestApp::start().await;
    let push = Push::new()
        .value("weight_body_mass", "lb", MORNING, 180.0, "OURA")
        .value("weight_body_mass", "parsec", MORNING, 180.0, "My Oura Ring")
        .value("weight_body_mass", "lb", "never", 180.0, "oura|Scale")
        .value("weight_body_mass", "lb", MORNING, 181.0, "Scale");
    let reply = app.push(&[], &push).await;
    assert_eq!(reply["accepted"], 1);
    assert_eq!(reply["skipped_reasons"], json!({"oura_source": 3}));
    assert_eq!(values(&app, "weight", "2026-10-05").await, [181.0]);
}

#[tokio::test]
async fn reply_has_the_form_of_the_seed_s_example() {
    let app = TestApp::start().await;
    let three = Push::new()
        .weight(MORNING, 180.0)
        .glucose(MORNING, 95.0)
        .bp(MORNING, 120.0, 80.0);
    app.push(&[], &three).await;
    let push = three
        .value("protein", "g", MORNING, 30.0, "Cal AI")
        .value("protein", "g", MORNING, 12.0, "Oura");
    let reply = app.push_bytes(&[], push.to_bytes()).await;
    let counts = "{\"accepted\":4,\"skipped\":1,\"skipped_reasons\":{\"oura_source\":1},\
                  \"rows_written\":1,\"rows_unchanged\":3,\"reconcile\":\"off\"";
    assert!(reply.text().starts_with(counts), "{}", reply.text());
    assert_eq!(reply.header("content-type"), "application/json");
    assert!(reply.json().get("workouts").is_none());
}

#[tokio::test]
async fn names_of_a_megabyte_leave_a_day_short_enough_to_be_shown_and_are_the_same_when_sent_again()
{
    let app = TestApp::start().await;
    let long = |end: &str| format!("{}{end}", "Watch ".repeat(170_000));
    let push = Push::new()
        .value("step_count", "count", MORNING, 100.0, &long("1"))
        .value("weight_body_mass", "lb", MORNING, 184.2, &long("2"))
        .value("weight_body_mass", "lb", MORNING, 184.2, &long("3"));
    let reply = app.push(&[], &push).await;
    assert_eq!(reply["rows_written"], 3, "{reply}");
    let reply = app.push(&[], &push).await;
    assert_eq!(reply["rows_unchanged"], 3, "{reply}");
    let workout = json!({"id": long("4"), "name": long("5"), "start": MORNING, "duration": 1800});
    let push = Push::workouts().workout(workout);
    for written in [1, 0] {
        let reply = app.push(&[], &push).await;
        assert_eq!(reply["workouts"]["rows_written"], written, "{reply}");
    }

    let day = app.tool("get_day", json!({"date": "2026-10-05"})).await;
    assert_eq!(day["truncated"], Value::Null);
    let text = day.to_string();
    assert!(
        text.contains("Watch Watch") && text.len() < 10_000,
        "{text}"
    );
}
