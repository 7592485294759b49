use vitalog_core::{Metric, Reading, Via, reading::Grain};
use vitalog_service::{DeleteReading, ServiceError, Target};

use crate::fixture::{Fixture, apple, lines, superseded};

fn summed(grain: Grain, at: &str, value: f64) -> Reading {
    Reading {
        grain: Some(grain),
        ..apple(Metric::Protein, at, value)
    }
}

fn recorded(at: &str, value: f64) -> Reading {
    apple(Metric::Protein, at, value)
}

#[tokio::test]
async fn of_two_grains_over_the_same_time_the_finer_counts() {
    type Case = (&'static str, Vec<Reading>, &'static [&'static str]);
    let cases: Vec<Case> = vec![
        (
            "a day summed up beside what was recorded in it",
            vec![
                summed(Grain::Day, "2026-10-05T00:00:00-07:00", 90.0),
                recorded("2026-10-05T12:00:00-07:00", 40.0),
                recorded("2026-10-05T18:00:00-07:00", 50.0),
            ],
            &["2026-10-05 protein_g=90"],
        ),
        (
            "a day summed up beside its hours",
            vec![
                summed(Grain::Day, "2026-10-05T00:00:00-07:00", 95.0),
                summed(Grain::Hour, "2026-10-05T12:00:00-07:00", 40.0),
                summed(Grain::Hour, "2026-10-05T18:00:00-07:00", 50.0),
            ],
            &["2026-10-05 protein_g=90"],
        ),
        (
            "hours beside what was recorded in one of them",
            vec![
                summed(Grain::Hour, "2026-10-05T12:00:00-07:00", 40.0),
                summed(Grain::Hour, "2026-10-05T18:00:00-07:00", 50.0),
                recorded("2026-10-05T18:20:00-07:00", 51.0),
            ],
            &["2026-10-05 protein_g=91"],
        ),
        (
            "days without anything finer stand",
            vec![
                summed(Grain::Day, "2026-10-05T00:00:00-07:00", 90.0),
                summed(Grain::Day, "2026-10-06T00:00:00-07:00", 80.0),
                recorded("2026-10-06T12:00:00-07:00", 70.0),
            ],
            &["2026-10-05 protein_g=90", "2026-10-06 protein_g=70"],
        ),
        (
            "what a sum was made of, all of it gone from Apple Health",
            vec![
                summed(Grain::Day, "2026-10-05T00:00:00-07:00", 90.0),
                superseded(recorded("2026-10-05T12:00:00-07:00", 90.0)),
            ],
            &[],
        ),
        (
            "a day summed up beside hours of which one no longer counts",
            vec![
                summed(Grain::Day, "2026-10-05T00:00:00-07:00", 90.0),
                superseded(summed(Grain::Hour, "2026-10-05T12:00:00-07:00", 40.0)),
                summed(Grain::Hour, "2026-10-05T18:00:00-07:00", 50.0),
            ],
            &["2026-10-05 protein_g=50"],
        ),
        (
            "the day from noon to noon beside what was recorded in the next",
            vec![
                summed(Grain::Day, "2026-11-02T12:00:00-08:00", 90.0),
                recorded("2026-11-03T09:00:00-08:00", 50.0),
            ],
            &[],
        ),
        (
            "a day summed up beside one of many meals",
            vec![
                summed(Grain::Day, "2026-10-05T00:00:00-07:00", 90.0),
                recorded("2026-10-05T08:00:00-07:00", 20.0),
            ],
            &["2026-10-05 protein_g=90"],
        ),
        (
            "a day summed up before a meal was deleted",
            vec![
                summed(Grain::Day, "2026-10-05T00:00:00-07:00", 90.0),
                recorded("2026-10-05T08:00:00-07:00", 30.0),
                recorded("2026-10-05T12:00:00-07:00", 40.0),
            ],
            &["2026-10-05 protein_g=70"],
        ),
        (
            "the day that is 25 hours long ends with the day",
            vec![
                summed(Grain::Day, "2026-11-01T00:00:00-07:00", 90.0),
                recorded("2026-11-01T23:30:00-08:00", 20.0),
            ],
            &["2026-11-01 protein_g=90"],
        ),
    ];
    for (name, rows, expected) in cases {
        let fixture = Fixture::at("2026-11-08T12:00:00-08:00");
        fixture.store(rows).await;
        let answer = fixture.all_health("2026-10-05", "2026-11-02").await;
        assert_eq!(lines(&answer), expected, "{name}");
    }
}

#[tokio::test]
async fn reading_said_in_chat_stands_beside_summed_up_ones() {
    let fixture = Fixture::at("2026-10-08T12:00:00-07:00");
    let hour = Reading {
        metric: Metric::Glucose,
        ..summed(Grain::Hour, "2026-10-05T07:00:00-07:00", 120.0)
    };
    let chat = Reading {
        via: Via::Chat,
        ..apple(Metric::Glucose, "2026-10-05T07:40:00-07:00", 100.0)
    };
    fixture.store([hour, chat]).await;
    let answer = fixture.all_health("2026-10-05", "2026-10-05").await;
    assert_eq!(lines(&answer), ["2026-10-05 glucose 07:00=120 07:40=100"]);
}

async fn remove(fixture: &Fixture, timestamp: &str, undo: bool) -> Result<(), ServiceError> {
    let request = DeleteReading {
        target: Target::Reading(Metric::Protein),
        timestamp: timestamp.to_owned(),
        value: None,
        source: None,
        undo,
    };
    let removal = fixture.service.delete_reading(&fixture.account, request);
    removal.await.map(|_| ())
}

#[tokio::test]
async fn reading_that_is_taken_out_does_not_come_back_inside_a_sum() {
    let fixture = Fixture::at("2026-10-08T12:00:00-07:00");
    fixture
        .store([
            summed(Grain::Day, "2026-10-05T00:00:00-07:00", 90.0),
            summed(Grain::Hour, "2026-10-05T12:00:00-07:00", 40.0),
            recorded("2026-10-05T12:10:00-07:00", 40.0),
        ])
        .await;
    let shown = async || lines(&fixture.all_health("2026-10-05", "2026-10-05").await);
    assert_eq!(shown().await, ["2026-10-05 protein_g=90"]);

    remove(&fixture, "2026-10-05T12:10", false).await.unwrap();
    assert_eq!(shown().await, ["2026-10-05 protein_g=50"]);
    remove(&fixture, "2026-10-05T12:10", true).await.unwrap();
    assert_eq!(shown().await, ["2026-10-05 protein_g=90"]);
}

#[tokio::test]
async fn sum_that_is_not_shown_cannot_be_taken_out() {
    let fixture = Fixture::at("2026-10-08T12:00:00-07:00");
    fixture
        .store([
            summed(Grain::Day, "2026-10-05T00:00:00-07:00", 90.0),
            recorded("2026-10-05T00:00:00-07:00", 40.0),
            recorded("2026-10-05T18:00:00-07:00", 50.0),
            summed(Grain::Hour, "2026-10-05T18:00:00-07:00", 51.0),
        ])
        .await;
    // At each of the two times only the reading counts, so that the time alone names it.
    remove(&fixture, "2026-10-05T00:00", false).await.unwrap();
    let answer = fixture.all_health("2026-10-05", "2026-10-05").await;
    assert_eq!(lines(&answer), ["2026-10-05 protein_g=50"]);

    fixture
        .store([summed(Grain::Hour, "2026-10-05T20:00:00-07:00", 10.0)])
        .await;
    fixture
        .store([recorded("2026-10-05T20:05:00-07:00", 10.0)])
        .await;
    let before = fixture.record().await;
    let error = remove(&fixture, "2026-10-05T20:00", false)
        .await
        .unwrap_err();
    assert_eq!(error.code, "not_found");
    let advice = error.advice.unwrap();
    assert!(advice.contains("20:05:00-07:00 10 g"), "{advice}");
    assert!(advice.contains("is a sum"), "{advice}");
    assert_eq!(fixture.record().await, before);
}

#[tokio::test]
async fn sum_over_weeks_or_longer_is_on_no_day_and_a_note_says_so() {
    let fixture = Fixture::at("2026-10-08T12:00:00-07:00");
    let glucose = Reading {
        metric: Metric::Glucose,
        ..summed(Grain::Month, "2026-10-01T00:00:00-07:00", 120.0)
    };
    fixture
        .store([
            summed(Grain::Week, "2026-10-04T00:00:00-07:00", 700.0),
            summed(Grain::Day, "2026-10-03T00:00:00-07:00", 90.0),
            glucose,
        ])
        .await;
    let answer = fixture.all_health("2026-10-01", "2026-10-05").await;
    assert_eq!(lines(&answer), ["2026-10-03 protein_g=90"]);
    let said = "2 sums over weeks or longer are not shown by day.";
    assert_eq!(answer.notes.iter().filter(|note| *note == said).count(), 1);
}
