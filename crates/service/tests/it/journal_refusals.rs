//! What the journal does not take.

use vitalog_service::{Combine, LogEntry};

use crate::{
    fixture::Fixture,
    journal::{NOW, at, entry, flag, log, on},
};

/// Requests on an empty record, each with words of its refusal or `None` for what is taken.
type Cases = Vec<(LogEntry, Option<&'static str>)>;

async fn check(cases: Cases) {
    for (request, refusal) in cases {
        let fixture = Fixture::at(NOW);
        let outcome = log(&fixture, request.clone()).await;
        match refusal {
            None => assert!(outcome.is_ok(), "{request:?}: {outcome:?}"),
            Some(words) => {
                let error = outcome.unwrap_err();
                assert!(
                    error.message.contains(words),
                    "{request:?}: {}",
                    error.message
                );
                assert_eq!(fixture.revision().await.0, 0, "{request:?}");
            }
        }
    }
}

fn guess(name: &str, value: f64) -> LogEntry {
    LogEntry {
        is_estimate: true,
        ..entry(name, value)
    }
}

fn unit(unit: &str, request: LogEntry) -> LogEntry {
    LogEntry {
        unit: Some(unit.to_owned()),
        ..request
    }
}

fn combine(rule: Combine, request: LogEntry) -> LogEntry {
    LogEntry {
        combine: Some(rule),
        ..request
    }
}

#[tokio::test]
async fn times_that_are_none_and_texts_that_are_too_long_are_refused() {
    let coffee = || entry("coffee", 1.0);
    let note = |length| LogEntry {
        note: Some("ä".repeat(length)),
        ..coffee()
    };
    check(vec![
        (on("2026-10-05", coffee()), None),
        (on("2026-10-06", coffee()), Some("`date` is in the future")),
        (on("1900-01-01", coffee()), None),
        (on("1899-12-31", coffee()), Some("`date` lies before 1900")),
        (at("2026-10-05T12:05", coffee()), None),
        (
            at("2026-10-05T12:05:01", coffee()),
            Some("`timestamp` is in the future"),
        ),
        (
            at("1899-12-31T23:59", coffee()),
            Some("`timestamp` lies before 1900"),
        ),
        (at("noon", coffee()), Some("`timestamp`")),
        (
            at("2026-10-05T07:00", on("2026-10-05", coffee())),
            Some("`date` and `timestamp`"),
        ),
        (unit(&"ä".repeat(20), coffee()), None),
        (
            unit(&"ä".repeat(21), coffee()),
            Some("`unit` must have at most 20"),
        ),
        (note(200), None),
        (note(201), Some("at most 200")),
    ])
    .await;
}

#[tokio::test]
async fn names_of_recorded_metrics_and_what_is_no_name_are_refused() {
    check(vec![
        (entry("", 1.0), Some("`name`")),
        (entry("a\"b", 1.0), Some("`name`")),
        (entry("custom", 7.0), Some("`name`")),
        (entry("glucose", 100.0), Some("metric glucose")),
        (entry("Blood Sugar", 100.0), Some("metric glucose")),
        (entry("weight", 100.0), Some("metric weight")),
        (
            entry("HKQuantityTypeIdentifierBodyMass", 100.0),
            Some("metric weight"),
        ),
        (entry("mood", 7.0), Some("metric mood_valence")),
        (entry("protein", 30.0), Some("metric protein")),
        (guess("weight", 100.0), Some("metric weight")),
        (guess("protein", 30.0), None),
        (entry("protein_estimate", 30.0), None),
        (entry("weight_estimate", 30.0), None),
    ])
    .await;
    let fixture = Fixture::at(NOW);
    for (name, advice) in [
        ("ketones", "`log_reading`"),
        ("calories", "`estimate` true"),
        ("step_count", "my_step_count"),
    ] {
        let error = log(&fixture, entry(name, 1.0)).await.unwrap_err();
        assert!(error.advice.unwrap().contains(advice), "{name}");
    }
}

#[tokio::test]
async fn values_that_cannot_be_are_refused() {
    check(vec![
        (entry("coffee", f64::NAN), Some("`value`")),
        (entry("coffee", f64::INFINITY), Some("`value`")),
        (entry("coffee", 1e12), None),
        (entry("coffee", -1e12), None),
        (entry("coffee", 1.1e12), Some("`value` must be from")),
        (
            guess("protein", 2000.1),
            Some("`value` must be from 0 to 2000"),
        ),
        (
            guess("protein", -1.0),
            Some("`value` must be from 0 to 2000"),
        ),
        (entry("meetings", 4.0), None),
        (
            entry("meetings", 101.0),
            Some("`value` must be from 0 to 100"),
        ),
        (
            entry("meetings", 1.5),
            Some("`value` must be a whole number"),
        ),
        (
            entry("messages_sent", 0.4),
            Some("`value` must be a whole number"),
        ),
        (entry("meeting_minutes", 1.5), None),
        (flag("meetings", true), Some("`value` must be a number")),
        (
            entry("call_sentiment", -1.1),
            Some("`value` must be from -1 to 1"),
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_the_table_fixes_is_not_chosen() {
    check(vec![
        (
            unit("oz", guess("protein", 30.0)),
            Some("`unit` is not the one"),
        ),
        (unit("g", guess("protein", 30.0)), None),
        (
            combine(Combine::Last, guess("protein", 30.0)),
            Some("for this name: it is sum"),
        ),
        (combine(Combine::Sum, guess("protein", 30.0)), None),
        (
            unit("hr", entry("meeting_minutes", 30.0)),
            Some("`unit` is not the one"),
        ),
        (unit("min", entry("meeting_minutes", 30.0)), None),
        (
            combine(Combine::Mean, entry("issues_closed", 3.0)),
            Some("for this name: it is sum"),
        ),
        (combine(Combine::Mean, entry("call_sentiment", 0.3)), None),
    ])
    .await;
}
