use vitalog_core::{Metric, Reading, Switchover};

use crate::fixture::{Fixture, apple, date, instant, lines, notes};

/// A food entry: metric, local time on 2026-09-29 or as given, grams, app.
fn food(metric: Metric, at: &str, grams: f64, app: &str) -> Reading {
    Reading {
        source: app.to_owned(),
        ..apple(metric, at, grams)
    }
}

const LUNCH: &str = "2026-09-29T12:30:00-07:00";
const DINNER: &str = "2026-09-29T18:30:00-07:00";
const AFTER: &str = "2026-10-01T12:30:00-07:00";

#[tokio::test]
async fn net_carbs_follow_the_switchover() {
    use Metric::{Carbs, Fiber};
    type Case = (&'static str, Vec<Reading>, &'static str);
    let cases: Vec<Case> = vec![
        (
            "net lunch before, total dinner after",
            vec![
                food(Carbs, LUNCH, 4.0, "Cal AI"),
                food(Fiber, LUNCH, 2.0, "Cal AI"),
                food(Carbs, DINNER, 30.0, "Cal AI"),
                food(Fiber, DINNER, 8.0, "Cal AI"),
            ],
            "2026-09-29 carbs_g=26 total_carbs_g=30 fiber_g=8",
        ),
        (
            "more fiber than carbs is 0",
            vec![
                food(Carbs, AFTER, 3.0, "Cal AI"),
                food(Fiber, AFTER, 7.0, "Cal AI"),
            ],
            "2026-10-01 carbs_g=0 total_carbs_g=3 fiber_g=7",
        ),
        (
            "fiber of another app is not subtracted",
            vec![
                food(Carbs, AFTER, 20.0, "Cal AI"),
                food(Fiber, AFTER, 6.0, "Psyllium"),
            ],
            "2026-10-01 carbs_g=20 total_carbs_g=20 fiber_g=6",
        ),
        (
            "fiber without any carbs has no net figure",
            vec![food(Fiber, AFTER, 6.0, "Cal AI")],
            "2026-10-01 total_carbs_g=0 fiber_g=6",
        ),
        (
            "a sample at the very instant is a total",
            vec![
                food(Carbs, "2026-09-29T22:44:00Z", 10.0, "Cal AI"),
                food(Fiber, "2026-09-29T22:44:00Z", 4.0, "Cal AI"),
                food(Carbs, "2026-09-29T22:43:59Z", 5.0, "Cal AI"),
                food(Fiber, "2026-09-29T22:43:59Z", 5.0, "Cal AI"),
            ],
            "2026-09-29 carbs_g=11 total_carbs_g=10 fiber_g=4",
        ),
        (
            "a day before the switchover has no totals",
            vec![
                food(Carbs, "2026-09-28T12:00:00-07:00", 12.0, "Cal AI"),
                food(Fiber, "2026-09-28T12:00:00-07:00", 3.0, "Cal AI"),
            ],
            "2026-09-28 carbs_g=12",
        ),
    ];
    for (name, rows, expected) in cases {
        let fixture = Fixture::at("2026-10-02T12:00:00-07:00");
        fixture.store(rows).await;
        for metrics in [&[Carbs][..], vitalog_service::HEALTH_METRICS] {
            let answer = fixture.health(metrics, "2026-09-28", "2026-10-01").await;
            assert_eq!(lines(&answer), [expected], "{name}");
        }
    }
}

#[tokio::test]
async fn clamped_day_warns_with_the_negative_figure() {
    let fixture = Fixture::at("2026-10-02T12:00:00-07:00");
    fixture
        .store([
            food(Metric::Carbs, AFTER, 3.0, "Cal AI"),
            food(Metric::Fiber, AFTER, 7.0, "Cal AI"),
        ])
        .await;
    let answer = fixture.all_health("2026-10-01", "2026-10-01").await;
    let [warning] = &answer.days[0].warnings[..] else {
        panic!("{:?}", answer.days[0].warnings)
    };
    assert!(warning.contains("-4 g"), "{warning}");
}

#[tokio::test]
async fn unmatched_fiber_warns_with_time_grams_and_app() {
    let fixture = Fixture::at("2026-10-02T12:00:00-07:00");
    fixture
        .store([
            food(Metric::Carbs, AFTER, 20.0, "Cal AI"),
            food(Metric::Fiber, AFTER, 6.0, "Psyllium"),
            food(Metric::Fiber, "2026-10-01T20:05:00-07:00", 2.5, "Cal AI"),
        ])
        .await;
    let answer = fixture.all_health("2026-10-01", "2026-10-01").await;
    let [warning] = &answer.days[0].warnings[..] else {
        panic!("{:?}", answer.days[0].warnings)
    };
    for said in ["12:30 6 g (Psyllium)", "20:05 2.5 g (Cal AI)"] {
        assert!(warning.contains(said), "{warning}");
    }
}

#[tokio::test]
async fn fiber_alone_is_shown_from_the_day_of_the_switchover_without_warnings() {
    let fixture = Fixture::at("2026-10-02T12:00:00-07:00");
    fixture
        .store([
            food(Metric::Fiber, "2026-09-28T12:00:00-07:00", 3.0, "Cal AI"),
            food(Metric::Fiber, LUNCH, 2.0, "Cal AI"),
            food(Metric::Carbs, AFTER, 20.0, "Cal AI"),
            food(Metric::Fiber, AFTER, 6.0, "Psyllium"),
        ])
        .await;
    let answer = fixture
        .health(&[Metric::Fiber], "2026-09-28", "2026-10-01")
        .await;
    assert_eq!(
        lines(&answer),
        ["2026-09-29 fiber_g=0", "2026-10-01 fiber_g=6"]
    );
    assert_eq!(
        answer.days_without_data,
        [date("2026-09-28"), date("2026-09-30")]
    );
    assert!(answer.days.iter().all(|day| day.warnings.is_empty()));
}

#[tokio::test]
async fn account_may_set_another_switchover() {
    let cases = [
        (
            Some(Switchover::Always),
            "2026-09-29 carbs_g=2 total_carbs_g=4 fiber_g=2",
        ),
        (Some(Switchover::Never), "2026-09-29 carbs_g=4"),
        (
            Some(Switchover::At(instant("2026-09-29T12:30:00-07:00"))),
            "2026-09-29 carbs_g=2 total_carbs_g=4 fiber_g=2",
        ),
        (None, "2026-09-29 carbs_g=4 total_carbs_g=0 fiber_g=0"),
    ];
    for (switchover, expected) in cases {
        let mut fixture = Fixture::at("2026-10-02T12:00:00-07:00");
        fixture.account.switchover = switchover;
        fixture
            .store([
                food(Metric::Carbs, LUNCH, 4.0, "Cal AI"),
                food(Metric::Fiber, LUNCH, 2.0, "Cal AI"),
            ])
            .await;
        let answer = fixture.all_health("2026-09-29", "2026-09-29").await;
        assert_eq!(lines(&answer), [expected], "{switchover:?}");
        assert_eq!(notes(&answer).len(), usize::from(switchover.is_none()));
    }
}

#[tokio::test]
async fn unset_switchover_is_noted_only_where_carbs_count_as_already_net() {
    let cases = [(LUNCH, true), (AFTER, false)];
    for (at, noted) in cases {
        let fixture = Fixture::at("2026-10-02T12:00:00-07:00");
        fixture
            .store([food(Metric::Carbs, at, 4.0, "Cal AI")])
            .await;
        let answer = fixture.all_health("2026-09-29", "2026-10-01").await;
        let notes = notes(&answer);
        assert_eq!(!notes.is_empty(), noted, "{at} {notes:?}");
        if let Some(note) = notes.first() {
            assert!(note.contains("already net"), "{note}");
            assert!(note.contains("2026-09-29T15:44:00-07:00"), "{note}");
            assert!(note.contains("--net-carbs"), "{note}");
        }
    }
}
