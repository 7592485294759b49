//! Absence is not zero: never recorded, not in these days, and zero are three answers.

use vitalog_core::{Metric, Reading};

use crate::fixture::{Fixture, apple, date, days, superseded, workout};

async fn check(name: &str, rows: Vec<Reading>, metrics: &[Metric], expected: &[&str]) {
    let fixture = Fixture::at("2026-10-08T12:00:00-07:00");
    fixture.store(rows).await;
    let answer = fixture.health(metrics, "2026-10-01", "2026-10-07").await;
    assert_eq!(answer.notes, expected, "{name}");
}

#[tokio::test]
async fn metric_without_a_value_is_told_apart_from_zero_and_from_a_gap() {
    use Metric::{BloodPressure, Fat, Glucose, Weight};
    let weight = |day: &str| apple(Weight, &format!("{day}T07:00:00-07:00"), 180.0);
    let nothing: [&str; 0] = [];
    check("never", vec![], &[Weight], &["Never recorded: weight."]).await;
    let recorded = vec![weight("2026-10-07")];
    check("in these days", recorded, &[Weight], &nothing).await;
    let zero = vec![apple(Fat, "2026-10-07T07:00:00-07:00", 0.0)];
    check("zero", zero, &[Fat], &nothing).await;
    check(
        "before these days, near and far",
        vec![
            weight("2026-09-30"),
            weight("2026-08-01"),
            apple(Glucose, "2025-10-05T23:30:00-07:00", 100.0),
            apple(Fat, "2016-01-01T12:00:00-08:00", 5.0),
        ],
        &[Weight, BloodPressure, Glucose, Fat],
        &["Not recorded in these days: weight (last on 2026-09-30), glucose (last on 2025-10-05), \
           fat (last on 2016-01-01). Never recorded: bp."],
    )
    .await;
    check(
        "after these days",
        vec![weight("2026-10-08"), weight("2026-12-24")],
        &[Weight],
        &["Not recorded in these days: weight (first on 2026-10-08)."],
    )
    .await;
    check(
        "on both sides",
        vec![weight("2001-10-08"), weight("2026-10-09")],
        &[Weight],
        &["Not recorded in these days: weight (last on 2001-10-08)."],
    )
    .await;
    check(
        "rows that no longer count",
        vec![
            superseded(weight("2026-10-05")),
            superseded(weight("2026-09-05")),
        ],
        &[Weight, Fat],
        &["Taken out or gone from Apple Health: weight. Never recorded: fat."],
    )
    .await;
}

#[tokio::test]
async fn days_without_a_workout_say_when_there_was_one() {
    let note = async |starts: &[&str]| {
        let fixture = Fixture::at("2026-10-08T12:00:00-07:00");
        let rows = starts.iter().map(|start| workout(start, 30.0, None));
        fixture.store_workouts(rows).await;
        let range = days("2026-10-01", "2026-10-07");
        let answer = fixture
            .service
            .workouts(&fixture.account, range.into())
            .await;
        let answer = answer.unwrap();
        assert_eq!(
            answer.days_without_workouts.first(),
            Some(&date("2026-10-01"))
        );
        answer.notes.join(" ")
    };
    assert_eq!(note(&[]).await, "No workout was ever recorded.");
    assert_eq!(note(&["2026-10-05T07:00:00-07:00"]).await, "");
    let last = note(&["2019-03-01T07:00:00-07:00", "2026-09-30T23:59:00-07:00"]).await;
    assert!(
        last.contains("the last one before was on 2026-09-30"),
        "{last}"
    );
    let first = note(&["2026-10-08T00:00:00-07:00"]).await;
    assert!(first.contains("the first one was on 2026-10-08"), "{first}");
}
