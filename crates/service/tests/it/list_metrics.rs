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
    // What the person named is listed by name, and not as one metric.
    assert_eq!(all.never_recorded.len(), Metric::ALL.len() - 7 - 1);
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

/// The metrics of a source, whether recorded or not.
async fn keys_of(fixture: &Fixture, source: MetricSource) -> Vec<&'static str> {
    let answer = list(fixture, Some(source), None).await;
    let listed = answer.recorded.iter().chain(&answer.never_recorded);
    listed.map(|listed| listed.metric.slug()).collect()
}

#[tokio::test]
async fn sources_say_which_metrics_they_have() {
    let fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    // As the vendors' own documentation names what they tell.
    let check = async |source: MetricSource, includes: &[&str], excludes: &[&str]| {
        let keys = keys_of(&fixture, source).await;
        for key in includes {
            assert!(keys.contains(key), "{source:?} without {key}: {keys:?}");
        }
        for key in excludes {
            assert!(!keys.contains(key), "{source:?} with {key}");
        }
    };
    check(
        MetricSource::Oura,
        &[
            "oura_sleep_score",
            "oura_readiness_score",
            "oura_vascular_age",
            "hrv_rmssd",
            "sleep_deep",
            "bedtime",
            "step_count",
            "heart_rate",
            "blood_oxygen_saturation",
        ],
        &["whoop_strain", "hrv_sdnn", "weight", "cloud_cover"],
    )
    .await;
    check(
        MetricSource::Whoop,
        &[
            "whoop_recovery_score",
            "whoop_strain",
            "whoop_energy",
            "hrv_rmssd",
            "sleep_need",
            "skin_temperature",
            "resting_heart_rate",
        ],
        &["oura_sleep_score", "step_count", "hrv_sdnn", "meetings"],
    )
    .await;
    check(
        MetricSource::Apple,
        &["hrv_sdnn", "step_count", "sleep_deep", "weight"],
        &["hrv_rmssd", "whoop_strain", "oura_sleep_score", "ketones"],
    )
    .await;
    check(
        MetricSource::Weather,
        &["outdoor_temperature", "cloud_cover", "daylight_duration"],
        &["step_count", "skin_temperature"],
    )
    .await;
    let all_of = async |source| keys_of(&fixture, source).await;
    let said = all_of(MetricSource::Ledger).await;
    let work = Metric::WORK.iter().map(|metric| metric.slug());
    let expected: Vec<&str> = ["glucose", "ketones"].into_iter().chain(work).collect();
    assert_eq!(said, expected);
    let meetings = all_of(MetricSource::Calendar).await;
    assert_eq!(meetings, ["meetings", "meeting_minutes"]);
    for source in [
        MetricSource::Labs,
        MetricSource::Custom,
        MetricSource::Derived,
    ] {
        assert_eq!(all_of(source).await, Vec::<&str>::new());
    }
}

#[tokio::test]
async fn every_metric_says_where_it_can_come_from() {
    let fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    let all = list(&fixture, None, None).await;
    let without = all.never_recorded.iter();
    let without: Vec<&str> = without
        .filter(|listed| listed.sources.is_empty())
        .map(|listed| listed.metric.slug())
        .collect();
    assert_eq!(without, Vec::<&str>::new());
    for listed in &all.never_recorded {
        for source in MetricSource::ALL {
            let has = keys_of(&fixture, source).await;
            let has = has.contains(&listed.metric.slug());
            assert_eq!(listed.sources.contains(&source), has, "{listed:?}");
        }
        let own = listed.metric.slug().split('_').next().unwrap();
        if let Some(vendor) = MetricSource::ALL
            .iter()
            .find(|source| source.as_str() == own)
        {
            assert_eq!(listed.sources, [*vendor], "{listed:?}");
        }
    }
}
