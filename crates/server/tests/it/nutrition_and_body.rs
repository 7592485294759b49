//! Food and body measurements: fat, fiber and net carbs, waist, body fat and lean mass.

use serde_json::{Value, json};
use vitalog_test_support::{Push, TestApp};

use crate::{day, values};

#[tokio::test]
async fn net_carbs_subtract_matched_fiber_from_the_switchover_on() {
    // Lunch is before 2026-09-29 15:44 Pacific and already net: 4. Dinner is after: 30 − 8.
    let app = TestApp::builder()
        .at("2026-09-29T23:00:00-07:00")
        .start()
        .await;
    let push = Push::new()
        .food(
            "2026-09-29 12:00:00 -0700",
            &[("carbohydrates", 4.0), ("fiber", 2.0)],
        )
        .food(
            "2026-09-29 19:00:00 -0700",
            &[("carbohydrates", 30.0), ("fiber", 8.0)],
        );
    app.push(&[], &push).await;
    let day = day(&app, "carbs", "2026-09-29").await;
    assert_eq!(
        (&day["carbs_g"], &day["total_carbs_g"], &day["fiber_g"]),
        (&json!(26), &json!(30), &json!(8))
    );
    assert!(day.get("warnings").is_none());
}

#[tokio::test]
async fn net_carbs_before_the_switchover_are_the_carbs_themselves() {
    let app = TestApp::builder()
        .at("2026-09-29T15:43:59-07:00")
        .start()
        .await;
    let push = Push::new().food(
        "2026-09-28 12:00:00 -0700",
        &[("carbohydrates", 40.0), ("fiber", 9.0)],
    );
    app.push(&[], &push).await;
    let day = day(&app, "all", "2026-09-28").await;
    assert_eq!(day["carbs_g"], 40);
    assert!(
        day.get("total_carbs_g").is_none() && day.get("fiber_g").is_none(),
        "{day}"
    );
}

#[tokio::test]
async fn a_sample_exactly_at_the_switchover_counts_as_after_it() {
    let app = TestApp::start().await;
    for (second, net) in [("15:43:59", 10), ("15:44:00", 7)] {
        let date = format!("2026-09-29 {second} -0700");
        let app = TestApp::builder()
            .at("2026-09-30T12:00:00-07:00")
            .start()
            .await;
        app.push(
            &[],
            &Push::new().food(&date, &[("carbohydrates", 10.0), ("fiber", 3.0)]),
        )
        .await;
        assert_eq!(
            day(&app, "carbs", "2026-09-29").await["carbs_g"],
            net,
            "{second}"
        );
    }
    drop(app);
}

#[tokio::test]
async fn the_switchover_is_a_setting() {
    for (setting, net, notes) in [("always", 7, false), ("never", 10, false), ("", 10, true)] {
        let app = TestApp::builder()
            .at("2026-09-20T12:00:00-07:00")
            .set("VITALOG_NET_CARBS_SWITCHOVER", setting)
            .start()
            .await;
        let push = Push::new().food(
            "2026-09-20 08:00:00 -0700",
            &[("carbohydrates", 10.0), ("fiber", 3.0)],
        );
        app.push(&[], &push).await;
        let answer = app
            .tool("get_health_metrics", json!({"metric": "carbs"}))
            .await;
        assert_eq!(answer["days"][0]["carbs_g"], net, "{setting}");
        // While it is not set, the answer says how carbs count.
        assert_eq!(answer.get("notes").is_some(), notes, "{setting}: {answer}");
    }
}

#[tokio::test]
async fn fiber_without_carbs_at_its_second_and_app_is_not_subtracted() {
    let app = TestApp::start().await;
    let push = Push::new()
        .food("2026-10-05 08:00:00 -0700", &[("carbohydrates", 20.0)])
        .food("2026-10-05 09:00:00 -0700", &[("fiber", 6.0)])
        // The same second as the carbs, but another app.
        .value("fiber", "g", "2026-10-05 08:00:00 -0700", 5.0, "Other App");
    app.push(&[], &push).await;
    let day = day(&app, "carbs", "2026-10-05").await;
    assert_eq!((&day["carbs_g"], &day["fiber_g"]), (&json!(20), &json!(11)));
    let warnings = day["warnings"].to_string();
    assert!(
        warnings.contains("09:00") && warnings.contains('6'),
        "{warnings}"
    );
    assert!(
        warnings.contains("Other App") && warnings.contains('5'),
        "{warnings}"
    );
}

#[tokio::test]
async fn net_carbs_never_go_below_zero_and_the_clamp_is_a_warning() {
    let app = TestApp::start().await;
    let push = Push::new().food(
        "2026-10-05 08:00:00 -0700",
        &[("carbohydrates", 3.0), ("fiber", 7.0)],
    );
    app.push(&[], &push).await;
    let day = day(&app, "carbs", "2026-10-05").await;
    assert_eq!(day["carbs_g"], 0);
    let warnings = day["warnings"].to_string();
    assert!(
        warnings.contains("-4") || warnings.contains("−4"),
        "{warnings}"
    );
}

#[tokio::test]
async fn fiber_alone_returns_fiber_alone() {
    let app = TestApp::start().await;
    let push = Push::new().food(
        "2026-10-05 08:00:00 -0700",
        &[("carbohydrates", 20.0), ("fiber", 6.0)],
    );
    app.push(&[], &push).await;
    assert_eq!(
        day(&app, "fiber", "2026-10-05").await,
        json!({"date": "2026-10-05", "fiber_g": 6})
    );
}

#[tokio::test]
async fn food_at_one_time_is_stored_entry_by_entry_and_added_up() {
    let app = TestApp::start().await;
    let at = "2026-10-05 08:00:00 -0700";
    let push = Push::new()
        .food(at, &[("protein", 10.0), ("total_fat", 4.0), ("dietary_energy", 200.0)])
        .food(at, &[("protein", 20.5), ("total_fat", 1.5), ("dietary_energy", 100.0)])
        // An exact repeat is a second helping.
        .food(at, &[("protein", 10.0)]);
    let reply = app.push(&[], &push).await;
    assert_eq!(reply["rows_written"], 7);
    let day = day(&app, "all", "2026-10-05").await;
    assert_eq!(
        (&day["protein_g"], &day["fat_g"], &day["calories_kcal"]),
        (&json!(40.5), &json!(5.5), &json!(300))
    );
}

#[tokio::test]
async fn body_measurements_are_lists_in_order_of_time_and_survive_a_resend() {
    let app = TestApp::start().await;
    let push = Push::new()
        .value(
            "waist_circumference",
            "cm",
            "2026-10-05 21:00:00 -0700",
            86.0,
            "Tape",
        )
        .value(
            "waist_circumference",
            "cm",
            "2026-10-05 07:00:00 -0700",
            85.0,
            "Tape",
        )
        .value(
            "body_fat_percentage",
            "%",
            "2026-10-05 07:00:00 -0700",
            0.22,
            "Scale",
        )
        .value(
            "lean_body_mass",
            "kg",
            "2026-10-05 07:00:00 -0700",
            65.0,
            "Scale",
        );
    app.set_time("2026-10-05T22:00:00-07:00");
    app.push(&[], &push).await;
    let again = app.push(&[], &push).await;
    assert_eq!(
        (&again["rows_written"], &again["rows_unchanged"]),
        (&json!(0), &json!(4))
    );
    // 85 ÷ 2.54 = 33.4646, 86 ÷ 2.54 = 33.8583.
    assert_eq!(values(&app, "waist", "2026-10-05").await, [33.46, 33.86]);
    assert_eq!(values(&app, "body_fat", "2026-10-05").await, [22.0]);
    assert_eq!(values(&app, "lean_mass", "2026-10-05").await, [143.3]);
}

#[tokio::test]
async fn body_measurements_and_food_are_reconciled_like_other_samples() {
    let app = TestApp::start().await;
    let at = |minute: u32| format!("2026-10-05 08:{minute:02}:00 -0700");
    let food = |grams: &[f64]| {
        grams
            .iter()
            .zip(0..)
            .fold(Push::new(), |push, (grams, minute)| {
                push.food(&at(minute), &[("total_fat", *grams)])
            })
    };
    app.push_today(&food(&[1.0, 2.0, 4.0])).await;
    app.wait_minutes(5);
    assert_eq!(
        app.push_today(&food(&[1.0, 2.0])).await["marked_missing"],
        1
    );
    assert_eq!(day(&app, "fat", "2026-10-05").await["fat_g"], 7);
    app.wait_minutes(15);
    assert_eq!(app.push_today(&food(&[1.0, 2.0])).await["superseded"], 1);
    assert_eq!(day(&app, "fat", "2026-10-05").await["fat_g"], 3);

    for (sent, unit, metric) in [
        ("waist_circumference", "in", "waist"),
        ("body_fat_percentage", "%", "body_fat"),
        ("lean_body_mass", "lb", "lean_mass"),
    ] {
        let body = |values: &[f64]| {
            let values = values.iter().zip(10..);
            values.fold(Push::new(), |push, (value, minute)| {
                push.value(sent, unit, &at(minute), *value, "Scale")
            })
        };
        app.push_today(&body(&[31.0, 32.0, 33.0])).await;
        app.wait_minutes(5);
        let lacking = app.push_today(&body(&[31.0, 32.0])).await;
        assert_eq!(lacking["marked_missing"], 1, "{metric}");
        let left = |day: Value| day[metric].as_array().unwrap().len();
        assert_eq!(left(day(&app, metric, "2026-10-05").await), 3);
        app.wait_minutes(15);
        let lacking = app.push_today(&body(&[31.0, 32.0])).await;
        assert_eq!(lacking["superseded"], 1, "{metric}");
        assert_eq!(left(day(&app, metric, "2026-10-05").await), 2);
    }
}

#[tokio::test]
async fn food_and_body_measurements_can_be_removed_and_put_back() {
    let app = TestApp::start().await;
    let push = Push::new()
        .food(
            "2026-10-05 08:00:00 -0700",
            &[("carbohydrates", 20.0), ("fiber", 6.0)],
        )
        .value(
            "waist_circumference",
            "in",
            "2026-10-05 08:00:00 -0700",
            34.5,
            "Tape",
        );
    app.push(&[], &push).await;
    let act = |metric: &'static str, undo: bool| {
        let app = &app;
        async move {
            let arguments =
                json!({"metric": metric, "timestamp": "2026-10-05T08:00", "undo": undo});
            app.tool("delete_reading", arguments).await
        }
    };
    act("fiber", false).await;
    act("waist", false).await;
    let without = day(&app, "all", "2026-10-05").await;
    assert_eq!(
        (&without["carbs_g"], &without["fiber_g"]),
        (&json!(20), &json!(0))
    );
    assert!(without.get("waist").is_none());

    act("fiber", true).await;
    act("waist", true).await;
    let whole: Value = day(&app, "all", "2026-10-05").await;
    assert_eq!(
        (&whole["carbs_g"], &whole["fiber_g"]),
        (&json!(14), &json!(6))
    );
    assert_eq!(whole["waist"][0]["value"], 34.5);
}
