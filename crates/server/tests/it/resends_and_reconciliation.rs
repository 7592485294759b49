//! Keys of samples, re-sends, and what a full push says about rows it lacks. Times are moved by
//! hand; "now" is noon of 2026-10-05 in the account's zone.

use serde_json::{Value, json};
use vitalog_test_support::{Push, TestApp};

use crate::{counts, values};

const WRITES: [&str; 2] = ["rows_written", "rows_unchanged"];
const MARKS: [&str; 3] = ["marked_missing", "superseded", "restored"];

fn glucose(readings: &[(&str, f64)]) -> Push {
    readings.iter().fold(Push::new(), |push, (time, value)| {
        push.glucose(&format!("2026-10-{time} -0700"), *value)
    })
}

#[tokio::test]
async fn stable_sample_keys_make_a_resend_land_on_the_same_row() {
    let app = TestApp::start().await;
    let push = glucose(&[("05 07:30:00", 95.0), ("05 08:30:00", 110.0)]);
    assert_eq!(counts(&app.push(&[], &push).await, &WRITES), [2, 0]);
    assert_eq!(counts(&app.push(&[], &push).await, &WRITES), [0, 2]);
    assert_eq!(values(&app, "glucose", "2026-10-05").await, [95.0, 110.0]);
}

#[tokio::test]
async fn separate_same_second_samples_get_separate_rows() {
    let app = TestApp::start().await;
    let at = "2026-10-05 07:30:00 -0700";
    let push = Push::new()
        .glucose(at, 95.0)
        .glucose(at, 96.0)
        .value("blood_glucose", "mg/dL", at, 95.0, "Other")
        .glucose(at, 95.0);
    assert_eq!(counts(&app.push(&[], &push).await, &WRITES), [4, 0]);
    assert_eq!(counts(&app.push(&[], &push).await, &WRITES), [0, 4]);
}

#[tokio::test]
async fn skip_unchanged_writes_only_what_is_new() {
    let app = TestApp::start().await;
    app.push(&[], &glucose(&[("05 07:30:00", 95.0)])).await;
    let reply = app
        .push(
            &[],
            &glucose(&[("05 07:30:00", 95.0), ("05 08:30:00", 99.0)]),
        )
        .await;
    assert_eq!(counts(&reply, &WRITES), [1, 1]);
}

#[tokio::test]
async fn the_15_minute_two_push_rule_retires_an_edited_sample() {
    let app = TestApp::start().await;
    app.push_today(&glucose(&[("05 07:30:00", 95.0), ("05 08:30:00", 110.0)]))
        .await;
    let edited = glucose(&[("05 07:30:00", 95.0), ("05 08:30:00", 101.0)]);
    app.wait_minutes(5);
    assert_eq!(counts(&app.push_today(&edited).await, &MARKS), [1, 0, 0]);
    // A missing row still counts.
    assert_eq!(values(&app, "glucose", "2026-10-05").await.len(), 3);
    app.wait_minutes(10);
    assert_eq!(counts(&app.push_today(&edited).await, &MARKS), [0, 0, 0]);
    app.wait_minutes(6);
    assert_eq!(counts(&app.push_today(&edited).await, &MARKS), [0, 1, 0]);
    assert_eq!(values(&app, "glucose", "2026-10-05").await, [95.0, 101.0]);
}

#[tokio::test]
async fn exactly_15_minutes_are_enough() {
    let app = TestApp::start().await;
    app.push_today(&glucose(&[("05 07:30:00", 95.0), ("05 08:30:00", 110.0)]))
        .await;
    let one = glucose(&[("05 07:30:00", 95.0)]);
    assert_eq!(counts(&app.push_today(&one).await, &MARKS), [1, 0, 0]);
    app.wait_minutes(15);
    assert_eq!(counts(&app.push_today(&one).await, &MARKS), [0, 1, 0]);
}

#[tokio::test]
async fn un_marking_a_sample_that_returns_clears_its_marks() {
    let app = TestApp::start().await;
    let both = glucose(&[("05 07:30:00", 95.0), ("05 08:30:00", 110.0)]);
    let one = glucose(&[("05 07:30:00", 95.0)]);
    app.push_today(&both).await;
    app.push_today(&one).await;
    assert_eq!(counts(&app.push_today(&both).await, &MARKS), [0, 0, 1]);

    // Its wait begins anew.
    app.wait_minutes(20);
    assert_eq!(counts(&app.push_today(&one).await, &MARKS), [1, 0, 0]);
    app.wait_minutes(20);
    assert_eq!(counts(&app.push_today(&one).await, &MARKS), [0, 1, 0]);
    // Also a superseded row counts again when it is sent again.
    assert_eq!(counts(&app.push_today(&both).await, &MARKS), [0, 0, 1]);
    assert_eq!(values(&app, "glucose", "2026-10-05").await, [95.0, 110.0]);
}

#[tokio::test]
async fn the_more_than_half_skip_leaves_the_day_alone() {
    let app = TestApp::start().await;
    let three = [
        ("05 07:30:00", 95.0),
        ("05 08:30:00", 110.0),
        ("05 09:30:00", 120.0),
    ];
    app.push_today(&glucose(&three)).await;
    // A locked phone sends one of three, again and again.
    for _ in 0..3 {
        app.wait_minutes(20);
        let reply = app.push_today(&glucose(&three[..1])).await;
        assert_eq!(counts(&reply, &MARKS), [0, 0, 0]);
        assert_eq!(
            reply["reconcile_skipped"],
            json!([{"metric": "glucose", "day": "2026-10-05", "missing": 2, "total": 3}])
        );
    }
    // Half is not more than half: of four rows, one of them new, two are missing.
    let half = glucose(&[("05 07:30:00", 95.0), ("05 10:30:00", 90.0)]);
    assert_eq!(counts(&app.push_today(&half).await, &MARKS), [2, 0, 0]);
}

#[tokio::test]
async fn a_skipped_day_also_confirms_nothing() {
    let app = TestApp::start().await;
    let four = [
        ("05 07:00:00", 90.0),
        ("05 08:00:00", 91.0),
        ("05 09:00:00", 92.0),
        ("05 10:00:00", 93.0),
    ];
    app.push_today(&glucose(&four)).await;
    assert_eq!(
        counts(&app.push_today(&glucose(&four[..3])).await, &MARKS),
        [1, 0, 0]
    );
    app.wait_minutes(20);
    // Two of the three that are left would newly go missing.
    assert_eq!(
        counts(&app.push_today(&glucose(&four[..1])).await, &MARKS),
        [0, 0, 0]
    );
    assert_eq!(
        counts(&app.push_today(&glucose(&four[..3])).await, &MARKS),
        [0, 1, 0]
    );
}

#[tokio::test]
async fn window_edges_of_a_week_s_push_are_the_six_full_days_before_today() {
    let app = TestApp::start().await;
    // Two rows on each of these days; the second one of each goes missing.
    let days = ["09-28", "09-29", "10-04", "10-05"];
    let push = |rows: &[&str]| {
        days.iter()
            .flat_map(|day| rows.iter().map(move |time| (day, time)))
            .fold(Push::new(), |push, (day, time)| {
                push.glucose(&format!("2026-{day} {time} -0700"), 95.0)
            })
    };
    app.push_week(&push(&["07:00:00", "08:00:00"])).await;
    let reply = app.push_week(&push(&["07:00:00"])).await;
    assert_eq!(counts(&reply, &MARKS), [2, 0, 0]);
    app.wait_minutes(15);
    app.push_week(&push(&["07:00:00"])).await;
    let mut left = Vec::new();
    for day in days {
        left.push(values(&app, "glucose", &format!("2026-{day}")).await.len());
    }
    assert_eq!(left, [2, 1, 1, 2]);
}

#[tokio::test]
async fn today_pushes_cover_today_s_rows_alone() {
    let app = TestApp::start().await;
    let rows = [
        ("04 23:59:59", 90.0),
        ("04 22:00:00", 91.0),
        ("05 00:00:00", 92.0),
        ("05 07:00:00", 93.0),
    ];
    app.push(&[], &glucose(&rows)).await;
    let reply = app.push_today(&glucose(&rows[3..])).await;
    assert_eq!(reply["reconcile"], "on");
    assert_eq!(counts(&reply, &MARKS), [1, 0, 0]);
    app.wait_minutes(15);
    app.push_today(&glucose(&rows[3..])).await;
    assert_eq!(values(&app, "glucose", "2026-10-05").await, [93.0]);
    assert_eq!(values(&app, "glucose", "2026-10-04").await.len(), 2);
}

#[tokio::test]
async fn a_mark_of_today_is_confirmed_by_the_week_s_push_after_midnight() {
    let app = TestApp::builder()
        .at("2026-10-05T23:40:00-07:00")
        .start()
        .await;
    app.push_today(&glucose(&[("05 07:30:00", 95.0), ("05 23:30:00", 110.0)]))
        .await;
    app.set_time("2026-10-05T23:48:00-07:00");
    let edited = glucose(&[("05 07:30:00", 95.0), ("05 23:30:00", 101.0)]);
    assert_eq!(counts(&app.push_today(&edited).await, &MARKS), [1, 0, 0]);
    app.set_time("2026-10-06T00:05:00-07:00");
    assert_eq!(counts(&app.push_week(&edited).await, &MARKS), [0, 1, 0]);
}

#[tokio::test]
async fn a_today_push_from_another_zone_is_stored_and_not_reconciled() {
    let app = TestApp::builder()
        .at("2026-10-05T21:10:00-07:00")
        .start()
        .await;
    app.push_today(&glucose(&[("05 07:30:00", 95.0), ("05 08:30:00", 96.0)]))
        .await;
    let abroad = Push::new().glucose("2026-10-06 00:10:00 -0400", 99.0);
    let reply = app.push_today(&abroad).await;
    assert_eq!(
        (&reply["reconcile"], &reply["accepted"]),
        (&json!("off"), &json!(1))
    );
    assert_eq!(reply["reconcile_note"], "phone is in another time zone");

    // A time without a numeric offset proves no zone either.
    let reply = app
        .push_today(&Push::new().glucose("2026-10-05T15:00:00Z", 99.0))
        .await;
    assert_eq!(reply["reconcile"], "off");
}

#[tokio::test]
async fn metrics_that_are_missing_empty_or_oura_only_are_not_reconciled() {
    let at = "2026-10-05 08:00:00 -0700";
    let protein = |source: &str| Push::new().value("protein", "g", at, 30.0, source);
    for push in [
        Push::new().glucose(at, 95.0),
        Push::new().glucose(at, 95.0).empty("protein", "g"),
        protein("Oura").glucose(at, 95.0),
        protein("Cal AI")
            .sample("protein", "parsec", json!({"date": at, "qty": 1}))
            .empty("fiber", "g"),
    ] {
        let app = TestApp::start().await;
        app.push_today(&protein("Cal AI").value("protein", "g", at, 12.0, "Cal AI"))
            .await;
        let only_protein_is_kept = push.clone();
        let reply: Value = app.push_today(&only_protein_is_kept).await;
        if reply["rows_unchanged"] == 1 {
            // The last push does send protein, and lacks one of two: that one is marked.
            assert_eq!(counts(&reply, &MARKS), [1, 0, 0]);
        } else {
            assert_eq!(counts(&reply, &MARKS), [0, 0, 0]);
        }
    }
}

#[tokio::test]
async fn other_periods_are_stored_only() {
    let app = TestApp::start().await;
    app.push(
        &[],
        &glucose(&[("04 07:30:00", 95.0), ("04 08:30:00", 96.0)]),
    )
    .await;
    for (period, reconcile) in [
        (None, "off"),
        (Some("Default"), "off"),
        (Some("Since Last Sync"), "off"),
        (Some("Yesterday"), "off"),
        (Some("Realtime"), "off"),
        (Some("Today"), "on"),
        (Some(" TODAY "), "on"),
        (Some("previous7days"), "on"),
        (Some("previous-7_days"), "on"),
    ] {
        let headers: Vec<_> = period
            .map(|period| ("automation-period", period))
            .into_iter()
            .collect();
        let reply = app.push(&headers, &glucose(&[("05 07:30:00", 95.0)])).await;
        assert_eq!(reply["reconcile"], reconcile, "{period:?}");
    }
}

#[tokio::test]
async fn readings_from_chat_are_never_reconciled() {
    let app = TestApp::start().await;
    let arguments = json!({
        "metric": "glucose", "value": 150, "unit": "mg/dL", "timestamp": "2026-10-05T06:00",
    });
    app.tool("log_reading", arguments).await;
    for _ in 0..2 {
        let reply = app.push_today(&glucose(&[("05 07:30:00", 95.0)])).await;
        assert_eq!(counts(&reply, &MARKS), [0, 0, 0]);
        app.wait_minutes(20);
    }
    assert_eq!(values(&app, "glucose", "2026-10-05").await, [150.0, 95.0]);
}
