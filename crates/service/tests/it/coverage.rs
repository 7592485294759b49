//! Which days have data.

use jiff::ToSpan;
use vitalog_core::{DayRange, Metric};
use vitalog_service::{
    Coverage, CoverageRequest, CoverageState, MAX_GAPS, MAX_GAPS_OF_ALL, MetricCoverage,
    WindowRequest, code,
};

use crate::fixture::{Fixture, apple, date, superseded};

const NOW: &str = "2026-10-10T12:00:00-07:00";

async fn coverage(fixture: &Fixture, metrics: &[Metric], start: &str, end: &str) -> Coverage {
    let request = CoverageRequest {
        metrics: metrics.iter().map(|metric| (*metric).into()).collect(),
        window: WindowRequest {
            start: Some(date(start)),
            end: Some(date(end)),
            days: None,
        },
    };
    let answer = fixture.service.coverage(&fixture.account, &request);
    answer.await.unwrap()
}

/// `10-01..10-03 10-05..10-05`
fn gaps(metric: &MetricCoverage) -> String {
    let gaps = metric.gaps.iter().map(|gap| show(*gap));
    gaps.collect::<Vec<_>>().join(" ")
}

fn show(days: DayRange) -> String {
    let (start, end) = (days.start.strftime("%m-%d"), days.end.strftime("%m-%d"));
    format!("{start}..{end}")
}

#[tokio::test]
async fn gaps_are_the_runs_of_days_without_a_value() {
    for (recorded, expected, longest) in [
        (&[][..], "10-01..10-10", Some("10-01..10-10")),
        (&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "", None),
        (&[1, 10], "10-02..10-09", Some("10-02..10-09")),
        (
            &[4, 5, 9],
            "10-01..10-03 10-06..10-08 10-10..10-10",
            Some("10-06..10-08"),
        ),
        (&[10], "10-01..10-09", Some("10-01..10-09")),
    ] {
        let fixture = Fixture::at(NOW);
        let rows = recorded.iter().map(|day| {
            let at = format!("2026-10-{day:02}T23:59:59-07:00");
            apple(Metric::HrvSdnn, &at, 40.0)
        });
        fixture.store(rows).await;
        let answer = coverage(&fixture, &[Metric::HrvSdnn], "2026-10-01", "2026-10-10").await;
        let metric = &answer.metrics[0];
        assert_eq!(metric.days_with_data, recorded.len());
        assert_eq!(gaps(metric), expected);
        assert_eq!(metric.longest_gap.map(show).as_deref(), longest);
        assert_eq!(
            answer.data_through.is_some(),
            !recorded.is_empty(),
            "of what there is nothing, no day is the last"
        );
    }
}

#[tokio::test]
async fn three_sorts_of_nothing_are_told_apart() {
    let fixture = Fixture::at(NOW);
    fixture
        .store([
            apple(Metric::FlightsClimbed, "2026-10-05T08:00:00-07:00", 0.0),
            apple(Metric::Weight, "2026-05-05T08:00:00-07:00", 160.0),
            superseded(apple(Metric::Waist, "2026-10-05T08:00:00-07:00", 32.0)),
        ])
        .await;
    let metrics = [
        Metric::Weight,
        Metric::FlightsClimbed,
        Metric::Waist,
        Metric::SleepTotal,
    ];
    let answer = coverage(&fixture, &metrics, "2026-10-01", "2026-10-10").await;
    let states: Vec<_> = answer
        .metrics
        .iter()
        .map(|metric| (metric.metric.key(), metric.state, metric.recorded.is_some()))
        .collect();
    assert_eq!(
        states,
        [
            (Metric::Weight.slug(), CoverageState::NoneInRange, true),
            (Metric::FlightsClimbed.slug(), CoverageState::Present, true),
            (Metric::Waist.slug(), CoverageState::NeverRecorded, false),
            (
                Metric::SleepTotal.slug(),
                CoverageState::NeverRecorded,
                false
            ),
        ]
    );
    assert_eq!(answer.data_through, Some(date("2026-10-05")));
    assert_eq!(answer.metrics[0].recorded.unwrap().last, date("2026-05-05"));
}

#[tokio::test]
async fn without_names_all_that_was_ever_recorded_is_covered() {
    let fixture = Fixture::at(NOW);
    fixture
        .store([
            apple(Metric::StepCount, "2026-10-05T08:00:00-07:00", 10.0),
            apple(Metric::Weight, "2025-05-05T08:00:00-07:00", 160.0),
        ])
        .await;
    let request = CoverageRequest::default();
    let answer = fixture.service.coverage(&fixture.account, &request);
    let answer = answer.await.unwrap();
    assert_eq!(
        (answer.range.end, answer.range.len()),
        (date("2026-10-10"), 90)
    );
    let metrics: Vec<&str> = answer.metrics.iter().map(|of| of.metric.key()).collect();
    assert_eq!(metrics, ["weight", "step_count"]);
    // What the person named is listed by name, and not as one metric.
    let others = Metric::ALL.len() - 2 - 1;
    assert!(answer.notes[0].starts_with(&format!("{others} metrics were never recorded")));
}

#[tokio::test]
async fn of_many_gaps_the_latest_are_listed_and_the_longest_is_of_all() {
    let fixture = Fixture::at("2026-10-10T12:00:00-07:00");
    // Every other day of 60, but for three days missing at the start.
    let rows = (1..30).map(|turn| {
        let day = date("2026-08-01").saturating_add((2 * turn + 1).days());
        apple(Metric::HrvSdnn, &format!("{day}T08:00:00-07:00"), 40.0)
    });
    fixture.store(rows).await;
    let answer = coverage(&fixture, &[Metric::HrvSdnn], "2026-08-01", "2026-09-29").await;
    let metric = &answer.metrics[0];
    assert_eq!((metric.gaps.len(), metric.gaps_left_out), (MAX_GAPS, 9));
    assert_eq!(show(metric.longest_gap.unwrap()), "08-01..08-03");
    assert_eq!(show(*metric.gaps.last().unwrap()), "09-28..09-28");

    let all = coverage(&fixture, &[], "2026-08-01", "2026-09-29").await;
    let metric = &all.metrics[0];
    assert_eq!(
        (metric.gaps.len(), metric.gaps_left_out),
        (MAX_GAPS_OF_ALL, 26)
    );
    assert_eq!(show(metric.longest_gap.unwrap()), "08-01..08-03");
}

#[tokio::test]
async fn too_many_metrics_are_refused() {
    let fixture = Fixture::at(NOW);
    let request = CoverageRequest {
        metrics: Metric::ALL[..41].iter().map(|m| (*m).into()).collect(),
        ..CoverageRequest::default()
    };
    let answer = fixture.service.coverage(&fixture.account, &request);
    let refused = answer.await.unwrap_err();
    assert_eq!(refused.code, code::INVALID_ARGUMENT);
    assert!(refused.message.contains("40"));
}
