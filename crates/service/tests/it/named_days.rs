//! What a source says of which day it is stands on that day, in every answer. The account is one
//! of Los Angeles, and the person was in Tokyo.

use vitalog_core::{Metric, Reading, Via, Workout};
use vitalog_service::{
    Aggregate, CoverageRequest, ListMetrics, MetricSeries, RangeRequest, SeriesRequest,
    WindowRequest,
};

use crate::fixture::{Fixture, apple, date, days, workout};

const NOW: &str = "2026-05-09T12:00:00-07:00";

/// A row of Oura.
fn oura(metric: Metric, at: &str, of: &str, value: f64) -> Reading {
    Reading {
        source: "Oura".to_owned(),
        via: Via::Oura,
        day: Some(date(of)),
        ..apple(metric, at, value)
    }
}

/// Three nights in Tokyo: by the clock of Los Angeles, each begins and ends on the day before.
async fn in_tokyo() -> Fixture {
    let fixture = Fixture::at(NOW);
    let nights = [
        ("05-04", "2026-05-05"),
        ("05-05", "2026-05-06"),
        ("05-06", "2026-05-07"),
    ];
    let rows = nights.into_iter().zip([50.0, 51.0, 52.0]);
    let rows = rows.flat_map(|((evening, of), value)| {
        let at = format!("2026-{evening}T23:00:00+09:00");
        [
            oura(Metric::RestingHeartRate, &at, of, value),
            oura(Metric::HrvRmssd, &at, of, value),
            oura(Metric::SleepTotal, &at, of, 7.5),
        ]
    });
    fixture.store(rows).await;
    fixture
}

const TOLD: [Metric; 3] = [
    Metric::RestingHeartRate,
    Metric::HrvRmssd,
    Metric::SleepTotal,
];

fn window(start: &str, end: &str) -> WindowRequest {
    WindowRequest {
        start: Some(date(start)),
        end: Some(date(end)),
        days: None,
    }
}

async fn series(fixture: &Fixture, metric: Metric, start: &str, end: &str) -> MetricSeries {
    let request = SeriesRequest {
        metric: metric.into(),
        window: window(start, end),
        aggregate: Aggregate::Day,
    };
    let answer = fixture.service.metric_series(&fixture.account, &request);
    answer.await.unwrap()
}

#[tokio::test]
async fn series_and_days_have_the_day_that_the_source_names() {
    let mut fixture = in_tokyo().await;
    // From stored values, and from rows: without a zone of its own nothing stored is used.
    for zone_is_set in [true, false] {
        fixture.account.zone_is_set = zone_is_set;
        for metric in TOLD {
            for (of, expected) in [("05-04", 0), ("05-05", 1), ("05-07", 1), ("05-08", 0)] {
                let of = format!("2026-{of}");
                let answer = series(&fixture, metric, &of, &of).await;
                assert_eq!(answer.points.len(), expected, "{metric:?} {of}");
                let day = fixture
                    .service
                    .day_record(&fixture.account, Some(date(&of)));
                let groups = day.await.unwrap().groups;
                let mut metrics = groups.iter().flat_map(|group| &group.metrics);
                assert_eq!(
                    metrics.any(|told| told.metric == metric),
                    expected > 0,
                    "{of}"
                );
            }
        }
    }
}

#[tokio::test]
async fn coverage_and_catalog_know_the_first_and_the_last_day() {
    let fixture = in_tokyo().await;
    // A night of another zone, which begins before the last and is of a later day.
    let last = oura(Metric::HrvRmssd, "2026-05-06T10:00:00Z", "2026-05-08", 60.0);
    fixture.store([last]).await;
    let request = CoverageRequest {
        metrics: TOLD.iter().map(|metric| (*metric).into()).collect(),
        window: window("2026-05-01", "2026-05-09"),
    };
    let answer = fixture
        .service
        .coverage(&fixture.account, &request)
        .await
        .unwrap();
    for (metric, last, n) in [
        (0, "2026-05-07", 3),
        (1, "2026-05-08", 4),
        (2, "2026-05-07", 3),
    ] {
        let told = &answer.metrics[metric];
        assert_eq!(told.days_with_data, n, "{:?}", told.metric);
        let recorded = told.recorded.unwrap();
        assert_eq!(
            (recorded.first, recorded.last),
            (date("2026-05-05"), date(last))
        );
    }
    let request = ListMetrics::default();
    let catalog = fixture
        .service
        .list_metrics(&fixture.account, &request)
        .await
        .unwrap();
    for listed in catalog
        .recorded
        .iter()
        .filter(|listed| listed.metric != Metric::HrvRmssd)
    {
        let days = listed.days.unwrap();
        let expected = (date("2026-05-05"), date("2026-05-07"));
        assert_eq!((days.first, days.last), expected, "{:?}", listed.metric);
        assert_eq!(listed.days_with_data, Some(3), "{:?}", listed.metric);
    }
}

#[tokio::test]
async fn workout_stands_on_the_day_that_its_source_names() {
    let fixture = Fixture::at(NOW);
    let morning = |of: Option<&str>| Workout {
        source: "Oura".to_owned(),
        via: Via::Oura,
        day: of.map(date),
        ..workout("2026-05-07T07:00:00+09:00", 30.0, None)
    };
    for (named, expected, other) in [
        (None, "2026-05-06", "2026-05-07"),
        (Some("2026-05-07"), "2026-05-07", "2026-05-06"),
    ] {
        fixture.store_workouts([morning(named)]).await;
        let Fixture {
            service, account, ..
        } = &fixture;
        let report = |of: &str| RangeRequest::for_report(Some(date(of)), Some(date(of)));
        let answer = service
            .workouts(account, days(expected, expected).into())
            .await
            .unwrap();
        assert_eq!(answer.workouts.len(), 1);
        assert_eq!(answer.workouts[0].date, date(expected));
        assert_eq!(answer.days[0].date, date(expected));
        assert_eq!(answer.data_through, Some(date(expected)));
        let day = service
            .day_record(account, Some(date(expected)))
            .await
            .unwrap();
        assert_eq!(day.workouts, answer.workouts);
        let told = service.report(account, report(expected)).await.unwrap();
        assert_eq!(told.workouts.unwrap().workouts, answer.workouts);

        let answer = service
            .workouts(account, days(other, other).into())
            .await
            .unwrap();
        assert!(answer.workouts.is_empty());
        assert!(answer.notes[0].contains(expected), "{:?}", answer.notes);
        let day = service
            .day_record(account, Some(date(other)))
            .await
            .unwrap();
        assert!(day.workouts.is_empty());
        let told = service.report(account, report(other)).await.unwrap();
        assert!(told.workouts.unwrap().workouts.is_empty());
    }
}
