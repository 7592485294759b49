//! What answers say of connections: a scope that was not granted, a grant that is refused, and none.

use vitalog_core::Metric;
use vitalog_service::{
    Aggregate, CoverageRequest, DayNightRequest, RangeRequest, SeriesRequest, Teller,
    WindowRequest, WorkoutsRequest,
};

use crate::{
    fixture::{Fixture, date},
    vendor_rows::{NOW, connect, night, oura, whoop, with},
};

const ALL: &str = "email personal daily heartrate spo2";

#[tokio::test]
async fn a_scope_that_was_not_granted_is_said_and_what_is_there_is_answered() {
    let fixture = with(night(oura, "2026-05-06", 7.0)).await;
    connect(&fixture, "oura", "connected", "email daily heartrate").await;
    let answer = fixture.nights(None).await;
    assert_eq!(answer.rows[0].total_sleep_h, Some(7.0));
    assert_eq!(
        (
            answer.rows[0].spo2_avg_pct,
            answer.rows[0].breathing_disturbance_index
        ),
        (None, None)
    );
    assert_eq!(answer.notes.len(), 1, "{:?}", answer.notes);
    assert!(answer.notes[0].contains("scope spo2"), "{:?}", answer.notes);
    assert_eq!(fixture.ready(None).await.notes, Vec::<String>::new());
}

/// The notes of the tools that show WHOOP's days.
async fn whoop_notes(fixture: &Fixture) -> Vec<(&'static str, Vec<String>)> {
    let (service, account) = (&fixture.service, &fixture.account);
    let week = || RangeRequest {
        start: Some(date("2026-05-04")),
        end: Some(date("2026-05-10")),
        max_days: 92,
    };
    let workouts = WorkoutsRequest::from(week());
    vec![
        ("sleep", fixture.nights(None).await.notes),
        (
            "recovery",
            service.recovery(account, week()).await.unwrap().notes,
        ),
        (
            "strain",
            service.strain(account, week()).await.unwrap().notes,
        ),
        (
            "workouts",
            service.workouts(account, workouts).await.unwrap().notes,
        ),
        (
            "overlay",
            service.day_overlay(account, week()).await.unwrap().notes,
        ),
        (
            "context",
            service.recovery_context(account, None).await.unwrap().notes,
        ),
    ]
}

#[tokio::test]
async fn scopes_of_whoop_that_were_not_granted_are_said_by_every_tool_that_lacks_them() {
    let lacking = |notes: &[String], scope: &str| {
        let said = notes.iter().filter(|note| note.contains(scope)).count();
        assert!(said <= 1, "{notes:?}");
        said == 1
    };
    let all = [
        ("read:sleep", &["sleep", "overlay", "context"][..]),
        ("read:recovery", &["recovery", "overlay", "context"]),
        ("read:cycles", &["strain", "overlay", "context"]),
        ("read:workout", &["workouts"]),
    ];
    // Whether nothing is there yet, or rows of an earlier grant are.
    for has_rows in [false, true] {
        let fixture = if has_rows {
            let mut rows: Vec<_> = night(whoop, "2026-05-06", 7.0).collect();
            rows.push(whoop(Metric::WhoopRecoveryScore, "2026-05-06", 60.0));
            rows.push(whoop(Metric::WhoopStrain, "2026-05-06", 12.0));
            with(rows).await
        } else {
            Fixture::at(NOW)
        };
        for (lacks, told_by) in all {
            let granted = all.iter().map(|(scope, _)| *scope);
            let granted: Vec<&str> = granted.filter(|scope| *scope != lacks).collect();
            let granted = format!("offline read:profile {}", granted.join(" "));
            connect(&fixture, "whoop", "connected", &granted).await;
            for (tool, notes) in whoop_notes(&fixture).await {
                let says = lacking(&notes, lacks);
                assert_eq!(says, told_by.contains(&tool), "{lacks} {tool}: {notes:?}");
            }
        }
    }
}

#[tokio::test]
async fn a_refused_grant_is_said_and_the_store_still_answers() {
    let fixture = with(night(oura, "2026-05-06", 7.0)).await;
    connect(&fixture, "oura", "needs_reconnect", ALL).await;
    for source in [None, Some(Teller::Oura)] {
        let answer = fixture.nights(source).await;
        assert_eq!(answer.rows.len(), 1);
        assert!(
            answer.notes[0].contains("`vitalog connect oura`"),
            "{:?}",
            answer.notes
        );
    }
    // Nothing of WHOOP's is asked for that is not there.
    let error = fixture.no_nights(Some(Teller::Whoop)).await;
    assert_eq!(error.code, "not_connected");
    assert!(error.message.contains("`vitalog connect whoop`"), "{error}");
}

#[tokio::test]
async fn without_data_and_connection_it_fails_with_how_to_connect() {
    let fixture = Fixture::at(NOW);
    let error = fixture.no_nights(None).await;
    assert_eq!(error.code, "not_connected");
    assert!(error.message.contains("`vitalog connect oura`"), "{error}");
    assert!(error.message.contains("`vitalog connect whoop`"), "{error}");

    connect(&fixture, "oura", "needs_reconnect", ALL).await;
    let error = fixture.no_nights(None).await;
    assert!(
        error
            .message
            .contains("To connect again, run `vitalog connect oura`."),
        "{error}"
    );
}

#[tokio::test]
async fn days_without_data_are_no_zero_and_say_when_there_was_any() {
    let connected = Fixture::at(NOW);
    connect(&connected, "oura", "connected", ALL).await;
    let answer = connected.nights(None).await;
    assert_eq!(answer.rows, []);
    assert_eq!(answer.days_without_data.len(), 7);
    assert!(answer.notes[0].contains("ever"), "{:?}", answer.notes);

    // Data and no connection: an answer.
    for (day, said) in [("2026-04-11", "last day"), ("2026-05-09", "first day")] {
        let fixture = with(night(oura, day, 7.0)).await;
        let answer = fixture.nights(None).await;
        assert_eq!(answer.notes.len(), 1);
        assert!(
            answer.notes[0].contains(said) && answer.notes[0].contains(day),
            "{answer:?}"
        );
    }
}

/// Whoever shows what a vendor tells says that nothing of it comes in any more, in one sentence.
#[tokio::test]
async fn every_answer_about_what_a_vendor_brings_says_how_to_reconnect() {
    let said =
        "Oura no longer accepts the connection. To connect again, run `vitalog connect oura`.";
    for (state, expected) in [("connected", false), ("needs_reconnect", true)] {
        let fixture = with(night(oura, "2026-05-06", 7.0)).await;
        connect(&fixture, "oura", state, ALL).await;
        let Fixture {
            service, account, ..
        } = &fixture;
        let series = |metric: Metric| SeriesRequest {
            metric: metric.into(),
            window: WindowRequest::default(),
            aggregate: Aggregate::Day,
        };
        let coverage = |metrics: &[Metric]| CoverageRequest {
            metrics: metrics.iter().map(|metric| (*metric).into()).collect(),
            window: WindowRequest::default(),
        };
        let pair = DayNightRequest {
            cause: Metric::StepCount.into(),
            effect: Metric::SleepTotal.into(),
            window: WindowRequest::default(),
        };
        let range = RangeRequest::new(None, None);
        let report = service.report(account, range).await.unwrap();
        let notes = [
            (
                "day",
                service.day_record(account, None).await.unwrap().notes,
            ),
            (
                "series",
                service
                    .metric_series(account, &series(Metric::SleepTotal))
                    .await
                    .unwrap()
                    .notes,
            ),
            (
                "coverage of all",
                service
                    .coverage(account, &coverage(&[]))
                    .await
                    .unwrap()
                    .notes,
            ),
            (
                "coverage of one",
                service
                    .coverage(account, &coverage(&[Metric::HrvRmssd]))
                    .await
                    .unwrap()
                    .notes,
            ),
            (
                "pair",
                service.day_night(account, &pair).await.unwrap().notes,
            ),
            ("nights", fixture.nights(None).await.notes),
            ("report, sleep", report.sleep.unwrap().notes),
            ("report, workouts", report.workouts.unwrap().notes),
            (
                "context",
                service.recovery_context(account, None).await.unwrap().notes,
            ),
        ];
        for (name, notes) in notes {
            let count = notes.iter().filter(|note| note.starts_with(said)).count();
            assert_eq!(count, usize::from(expected), "{state} {name}: {notes:?}");
        }
        // What Oura does not bring has nothing to do with it.
        let request = series(Metric::Protein);
        let others = service.metric_series(account, &request);
        let others = others.await.unwrap().notes;
        assert!(
            others.iter().all(|note| !note.starts_with(said)),
            "{others:?}"
        );
    }
}
