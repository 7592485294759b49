//! Workouts that several sources recorded.

use vitalog_core::{SourcePriority, Via, Workout};
use vitalog_service::{RangeRequest, ServiceError, Teller, WorkoutsAnswer, WorkoutsRequest};

use crate::{
    fixture::{Fixture, date, days, workout},
    vendor_rows::{NOW, WATCH, connect},
};

fn of(via: Via, source: &str, start: &str, minutes: f64, kcal: f64) -> Workout {
    Workout {
        via,
        source: source.to_owned(),
        ..workout(start, minutes, Some(kcal))
    }
}

/// A run that all recorded, a ride of the watch and of Strava, and a swim of WHOOP's.
async fn filled() -> Fixture {
    let fixture = Fixture::at(NOW);
    fixture
        .store_workouts([
            of(Via::Oura, "Oura", "2026-05-05T07:02:00-07:00", 28.0, 240.0),
            of(
                Via::Whoop,
                "WHOOP",
                "2026-05-05T07:00:00-07:00",
                33.0,
                260.0,
            ),
            of(Via::Hae, WATCH, "2026-05-05T07:01:00-07:00", 31.0, 250.0),
            of(Via::Hae, "Strava", "2026-05-06T17:59:00-07:00", 62.0, 410.0),
            of(Via::Hae, WATCH, "2026-05-06T18:00:00-07:00", 60.0, 400.0),
            of(
                Via::Whoop,
                "WHOOP",
                "2026-05-06T12:00:00-07:00",
                45.0,
                300.0,
            ),
        ])
        .await;
    fixture
}

async fn try_ask(
    fixture: &Fixture,
    range: RangeRequest,
    source: Option<Teller>,
) -> Result<WorkoutsAnswer, ServiceError> {
    let request = WorkoutsRequest { range, source };
    let answer = fixture.service.workouts(&fixture.account, request);
    answer.await
}

async fn ask(fixture: &Fixture, source: Option<Teller>) -> WorkoutsAnswer {
    let range = days("2026-05-05", "2026-05-06");
    try_ask(fixture, range, source).await.unwrap()
}

/// `WORKOUTS -> TOTALS`: who recorded each workout that is shown, when; how many a day has and how long
/// they took.
fn line(answer: &WorkoutsAnswer) -> String {
    let shown = answer.workouts.iter();
    let shown: Vec<String> = shown
        .map(|row| format!("{} {}", row.source, row.start))
        .collect();
    let totals = answer.days.iter();
    let totals: Vec<String> = totals
        .map(|day| format!("{}x {} min", day.workouts, day.duration_min))
        .collect();
    format!("{} -> {}", shown.join(", "), totals.join(", "))
}

#[tokio::test]
async fn exercise_counts_once_and_a_note_says_what_is_hidden() {
    let fixture = filled().await;
    let answer = ask(&fixture, None).await;
    assert_eq!(
        line(&answer),
        "Oura 07:02, WHOOP 12:00, Anna's Apple Watch 18:00 -> 1x 28 min, 2x 105 min"
    );
    assert_eq!(answer.days[1].active_kcal, Some(700.0));
    assert_eq!(
        answer.notes,
        [
            "3 workouts are hidden (1 of Anna's Apple Watch, 1 of Strava, 1 of WHOOP): other sources \
          recorded the same exercise."
        ]
    );
    let day = try_ask(&fixture, days("2026-05-06", "2026-05-06"), None);
    assert_eq!(
        day.await.unwrap().notes,
        ["1 workout is hidden (1 of Strava): another source recorded the same exercise."]
    );
}

#[tokio::test]
async fn source_shows_that_of_one_alone() {
    let fixture = filled().await;
    let check = async |source, expected: &str, hidden: usize| {
        let answer = ask(&fixture, Some(source)).await;
        assert_eq!(line(&answer), expected);
        assert_eq!(answer.notes.len(), hidden, "{:?}", answer.notes);
    };
    check(Teller::Oura, "Oura 07:02 -> 1x 28 min", 0).await;
    let both = "WHOOP 07:00, WHOOP 12:00 -> 1x 33 min, 1x 45 min";
    check(Teller::Whoop, both, 0).await;
    let both = "Anna's Apple Watch 07:01, Anna's Apple Watch 18:00 -> 1x 31 min, 1x 60 min";
    check(Teller::Apple, both, 1).await;
}

#[tokio::test]
async fn order_of_sources_decides_whose_stands() {
    let mut fixture = filled().await;
    for (first, expected) in [
        (
            &["whoop"][..],
            "WHOOP 07:00, WHOOP 12:00, Anna's Apple Watch 18:00 -> 1x 33 min, 2x 105 min",
        ),
        (
            &["apple"],
            "Anna's Apple Watch 07:01, WHOOP 12:00, Anna's Apple Watch 18:00 -> 1x 31 min, 2x 105 min",
        ),
        (
            &["strava", "oura"],
            "Oura 07:02, WHOOP 12:00, Strava 17:59 -> 1x 28 min, 2x 107 min",
        ),
    ] {
        fixture.account.sources = SourcePriority::new(first);
        assert_eq!(line(&ask(&fixture, None).await), expected);
    }
}

#[tokio::test]
async fn day_and_report_show_the_same() {
    let fixture = filled().await;
    let answer = ask(&fixture, None).await;
    let range = RangeRequest::for_report(Some(date("2026-05-05")), Some(date("2026-05-06")));
    let report = fixture.service.report(&fixture.account, range);
    assert_eq!(report.await.unwrap().workouts.unwrap(), answer);

    let mut shown = Vec::new();
    let mut notes = Vec::new();
    for day in ["2026-05-05", "2026-05-06"] {
        let day = fixture
            .service
            .day_record(&fixture.account, Some(date(day)));
        let day = day.await.unwrap();
        shown.extend(day.workouts);
        notes.extend(day.notes);
    }
    assert_eq!(shown, answer.workouts);
    assert_eq!(
        notes,
        [
            "2 workouts are hidden (1 of Anna's Apple Watch, 1 of WHOOP): other sources recorded \
             the same exercise.",
            "1 workout is hidden (1 of Strava): another source recorded the same exercise.",
        ]
    );
}

#[tokio::test]
async fn workout_may_be_hidden_by_one_of_the_day_before() {
    let fixture = Fixture::at(NOW);
    fixture
        .store_workouts([
            of(Via::Oura, "Oura", "2026-05-05T23:50:00-07:00", 60.0, 1.0),
            of(Via::Hae, WATCH, "2026-05-06T00:05:00-07:00", 45.0, 1.0),
        ])
        .await;
    let day = try_ask(&fixture, days("2026-05-06", "2026-05-06"), None);
    let day = day.await.unwrap();
    assert_eq!(line(&day), " -> ");
    assert_eq!(day.notes.len(), 1, "{:?}", day.notes);
    assert!(day.notes[0].starts_with("1 workout is hidden"), "{day:?}");
}

#[tokio::test]
async fn without_any_of_a_source_it_says_when_there_was_one_or_how_to_connect() {
    let fixture = filled().await;
    let later = days("2026-05-07", "2026-05-08");
    let answer = try_ask(&fixture, later, Some(Teller::Oura)).await.unwrap();
    assert_eq!(
        answer.notes,
        ["No workout of Oura was recorded in these days; the last one before was on 2026-05-05."]
    );

    let fixture = Fixture::at(NOW);
    let ride = of(Via::Hae, WATCH, "2026-05-07T18:00:00-07:00", 60.0, 400.0);
    fixture.store_workouts([ride]).await;
    let error = try_ask(&fixture, later, Some(Teller::Whoop)).await;
    let error = error.unwrap_err();
    assert_eq!(error.code, "not_connected");
    assert!(error.message.contains("`vitalog connect whoop`"), "{error}");
    // Those of all are shown, whoever is connected.
    let answer = try_ask(&fixture, later, None).await.unwrap();
    assert_eq!(answer.workouts.len(), 1);

    connect(&fixture, "whoop", "connected", "read:workout").await;
    let answer = try_ask(&fixture, later, Some(Teller::Whoop)).await.unwrap();
    assert_eq!(answer.notes, ["No workout of WHOOP was ever recorded."]);

    let fixture = filled().await;
    connect(&fixture, "whoop", "needs_reconnect", "read:workout").await;
    let answer = try_ask(&fixture, later, None).await.unwrap();
    assert!(
        answer.notes[0].contains("To connect again, run `vitalog connect whoop`."),
        "{:?}",
        answer.notes
    );
}
