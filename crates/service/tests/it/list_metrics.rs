//! The catalog of metrics.

use vitalog_core::{Metric, Reading, UnitSystem};
use vitalog_service::{ListMetrics, ListedMetric, MetricList, MetricSource};

use crate::fixture::{Fixture, apple, date, instant, superseded};

async fn list(fixture: &Fixture, source: Option<MetricSource>, query: Option<&str>) -> MetricList {
    let request = ListMetrics {
        source,
        query: query.map(str::to_owned),
    };
    let answer = fixture.service.list_metrics(&fixture.account, &request);
    answer.await.unwrap()
}

fn keys(listed: &[ListedMetric]) -> Vec<&str> {
    listed.iter().map(|listed| listed.metric.slug()).collect()
}

#[tokio::test]
async fn what_was_recorded_comes_with_its_first_and_last_day() {
    let mut fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    let night = |from: &str, until: &str| Reading {
        until: Some(instant(until)),
        ..apple(Metric::SleepCore, from, 8.0)
    };
    fixture
        .store([
            apple(Metric::StepCount, "2026-10-05T09:00:00-07:00", 10.0),
            apple(Metric::Weight, "2025-01-01T00:00:00-08:00", 160.0),
            apple(Metric::Weight, "2026-10-05T23:59:59-07:00", 161.0),
            superseded(apple(Metric::Weight, "2026-10-06T08:00:00-07:00", 162.0)),
            superseded(apple(Metric::Waist, "2026-10-06T08:00:00-07:00", 32.0)),
            night("2026-09-30T23:00:00-07:00", "2026-10-01T07:00:00-07:00"),
            night("2026-10-03T23:00:00-07:00", "2026-10-04T07:00:00-07:00"),
        ])
        .await;
    fixture.account.units = UnitSystem::Metric;
    let all = list(&fixture, None, None).await;
    let found: Vec<_> = all
        .recorded
        .iter()
        .take(4)
        .map(|listed| {
            let days = listed.days.unwrap();
            (listed.metric.slug(), listed.unit, days.first, days.last)
        })
        .collect();
    assert_eq!(
        found,
        [
            ("weight", "kg", date("2025-01-01"), date("2026-10-05")),
            (
                "step_count",
                "count",
                date("2026-10-05"),
                date("2026-10-05")
            ),
            ("sleep_total", "hr", date("2026-10-01"), date("2026-10-04")),
            ("sleep_core", "hr", date("2026-10-01"), date("2026-10-04")),
        ]
    );
    // A night with one stage has nothing of the other three that a watch tells.
    let stages = ["sleep_deep", "sleep_rem", "sleep_awake"];
    assert_eq!(keys(&all.recorded[4..]), stages);
    assert_eq!(all.never_recorded.len(), Metric::ALL.len() - 7);
    assert!(
        all.never_recorded
            .iter()
            .all(|listed| listed.days.is_none())
    );
}

#[tokio::test]
async fn words_and_sources_narrow_the_list() {
    let fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    for (source, query, includes, excludes) in [
        (
            None,
            Some("resting heart"),
            "resting_heart_rate",
            "heart_rate",
        ),
        (None, Some("SLEEP"), "sleep_deep", "step_count"),
        (
            None,
            Some("HKQuantityTypeIdentifierStepCount"),
            "step_count",
            "weight",
        ),
        (None, Some("dietary_protein"), "protein", "fat"),
        (None, Some("nutrition"), "carbs", "step_count"),
        (Some(MetricSource::Ledger), None, "ketones", "weight"),
        (Some(MetricSource::Apple), None, "glucose", "ketones"),
        (Some(MetricSource::Apple), None, "hrv_sdnn", "hrv_rmssd"),
        (None, Some("readiness"), "oura_readiness_score", "hrv_sdnn"),
        (
            Some(MetricSource::Ledger),
            Some("glucose"),
            "glucose",
            "ketones",
        ),
    ] {
        let answer = list(&fixture, source, query).await;
        let keys = keys(&answer.never_recorded);
        assert!(keys.contains(&includes), "{query:?}: {keys:?}");
        assert!(!keys.contains(&excludes), "{query:?}: {keys:?}");
    }
    let nothing = list(&fixture, None, Some("horoscope")).await;
    assert!(nothing.recorded.is_empty() && nothing.never_recorded.is_empty());
}
