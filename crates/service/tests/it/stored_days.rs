//! Answers are the same from stored daily values as from the readings.

use jiff::{ToSpan, civil::date};
use vitalog_core::{DayRange, Metric, UnitSystem};
use vitalog_service::{
    Aggregate, Coverage, CoverageRequest, DayRecord, ListMetrics, MetricSeries, SeriesRequest,
    WindowRequest,
};
use vitalog_storage::{DocumentStore, DocumentWrite, Owner};
use vitalog_sync::{Ingest, PushHeaders, daily::DailyState};
use vitalog_synthetic::{Person, hae};

use crate::fixture::Fixture;

const LAST: jiff::civil::Date = date(2026, 11, 3);

/// A month of a whole life, of which the clocks change on the first of November.
async fn life(units: UnitSystem) -> Fixture {
    let mut fixture = Fixture::at("2026-11-04T20:00:00Z");
    fixture.account.units = units;
    let person = Person::new(3, fixture.account.zone.clone(), LAST, 34);
    let days: Vec<_> = person.record(person.days()).collect();
    let ingest = Ingest::new(fixture.storage.clone(), fixture.clock.clone());
    for part in days.chunks(12) {
        let sent = hae::push(part, &hae::Options::default()).remove(0);
        let headers = PushHeaders::default();
        let pushed = ingest.ingest(&fixture.account, &headers, sent.body.as_bytes());
        pushed.await.unwrap();
    }
    fixture
}

fn window() -> WindowRequest {
    WindowRequest {
        start: Some(LAST.saturating_sub(35.days())),
        end: Some(LAST.saturating_add(1.day())),
        ..WindowRequest::default()
    }
}

/// Everything that is said about days.
async fn answers(fixture: &Fixture) -> (Coverage, Vec<MetricSeries>, Vec<DayRecord>) {
    let Fixture {
        service, account, ..
    } = fixture;
    let request = CoverageRequest {
        metrics: Vec::new(),
        window: window(),
    };
    let coverage = service.coverage(account, &request).await.unwrap();
    let mut series = Vec::new();
    for metric in Metric::ALL {
        let request = SeriesRequest {
            metric: (*metric).into(),
            window: window(),
            aggregate: Aggregate::Day,
        };
        series.push(service.metric_series(account, &request).await.unwrap());
    }
    let mut days = Vec::new();
    let shown = DayRange {
        start: LAST.saturating_sub(5.days()),
        end: LAST.saturating_add(1.day()),
    };
    for day in shown.days() {
        days.push(service.day_record(account, Some(day)).await.unwrap());
    }
    (coverage, series, days)
}

async fn set_state(fixture: &Fixture, body: String) -> String {
    let owner = Owner::Account(fixture.account.id.clone());
    let (kind, id) = DailyState::document();
    let stored = fixture.storage.get_document(&owner, kind, &id).await;
    let stored = stored.unwrap().unwrap();
    let write = DocumentWrite {
        kind,
        id,
        body,
        expires_at: None,
    };
    let put = fixture
        .storage
        .put_document(&owner, Some(stored.version), &write);
    put.await.unwrap();
    stored.body
}

#[tokio::test]
async fn answers_are_the_same_from_stored_values_as_from_readings() {
    for units in [UnitSystem::Us, UnitSystem::Metric] {
        let fixture = life(units).await;
        let stored = answers(&fixture).await;
        assert!(stored.0.metrics.len() > 60);
        set_state(&fixture, String::new()).await;
        let (coverage, series, days) = answers(&fixture).await;
        assert_eq!(coverage, stored.0);
        for (from_rows, from_stored) in series.iter().zip(&stored.1) {
            assert_eq!(from_rows, from_stored);
        }
        assert_eq!(days, stored.2);
    }
}

/// Shows that the test above would see a wrong value: it is what is stored that is shown.
#[tokio::test]
async fn stored_values_are_what_is_shown_while_nothing_is_pending() {
    let fixture = life(UnitSystem::Us).await;
    let steps = async || {
        let request = SeriesRequest {
            metric: Metric::StepCount.into(),
            window: window(),
            aggregate: Aggregate::Day,
        };
        let series = fixture.service.metric_series(&fixture.account, &request);
        series.await.unwrap().points.len()
    };
    let before = steps().await;
    fixture.forget_daily_values(Metric::StepCount).await;
    assert!(before > 25);
    assert_eq!(steps().await, 0);
    let complete = set_state(&fixture, String::new()).await;
    assert_eq!(steps().await, before);

    let pending = complete.replacen(
        '{',
        r#"{"pending":{"step_count":["2026-10-20","2026-10-20"]},"#,
        1,
    );
    set_state(&fixture, pending).await;
    assert_eq!(
        steps().await,
        before,
        "a day that is pending is in the window"
    );
}

#[tokio::test]
async fn days_with_data_are_counted_over_the_whole_record() {
    let fixture = life(UnitSystem::Us).await;
    let request = ListMetrics::default();
    let list = fixture.service.list_metrics(&fixture.account, &request);
    let list = list.await.unwrap();
    let (coverage, ..) = answers(&fixture).await;
    assert_eq!(list.recorded.len(), coverage.metrics.len());
    for (listed, covered) in list.recorded.iter().zip(&coverage.metrics) {
        assert_eq!(listed.metric.slug(), covered.metric.key());
        let days = listed.days_with_data.map(|days| days as usize);
        assert_eq!(days, Some(covered.days_with_data), "{:?}", listed.metric);
    }
    assert!(
        list.never_recorded
            .iter()
            .all(|listed| listed.days_with_data == Some(0))
    );
}
