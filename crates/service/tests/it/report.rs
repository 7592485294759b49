use std::sync::Arc;

use vitalog_core::{Metric, Reading};
use vitalog_service::{
    DailyRowsRequest, HEALTH_METRICS, HealthMetricsRequest, RangeRequest, Service,
};

use crate::{
    fixture::{Fixture, apple, date, workout},
    vendor_rows::{connect, night, oura, whoop},
    watched_storage::{Watch, WatchedStorage},
};

async fn filled() -> Fixture {
    let fixture = Fixture::at("2026-10-08T12:00:00-07:00");
    fixture
        .store([
            apple(Metric::Weight, "2026-10-04T23:59:59-07:00", 180.0),
            apple(Metric::Weight, "2026-10-05T00:00:00-07:00", 181.0),
            apple(Metric::Carbs, "2026-09-28T12:00:00-07:00", 30.0),
            apple(Metric::Fiber, "2026-10-05T12:00:00-07:00", 5.0),
            // Hidden behind the reading logged in chat just after the range.
            apple(Metric::Glucose, "2026-10-06T23:55:00-07:00", 100.0),
        ])
        .await;
    fixture.log("2026-10-07T00:05", 100.0).await.unwrap();
    fixture
        .store_workouts([
            workout("2026-10-04T18:00:00-07:00", 30.0, Some(250.0)),
            workout("2026-10-07T18:00:00-07:00", 30.0, Some(250.0)),
        ])
        .await;
    fixture
}

#[tokio::test]
async fn each_section_is_what_its_own_use_case_answers() {
    let fixture = filled().await;
    let ranges = [
        (None, None),
        (Some("2026-10-05"), Some("2026-10-06")),
        (Some("2026-09-01"), Some("2026-10-08")),
        (Some("2025-10-08"), Some("2026-10-08")),
    ];
    for (start, end) in ranges {
        let range = RangeRequest::for_report(start.map(date), end.map(date));
        let report = fixture.service.report(&fixture.account, range);
        let report = report.await.unwrap();

        let request = HealthMetricsRequest {
            metrics: HEALTH_METRICS.to_vec(),
            range,
        };
        let health = fixture.service.health_metrics(&fixture.account, &request);
        let health = health.await.unwrap();
        let workouts = fixture.service.workouts(&fixture.account, range.into());
        let workouts = workouts.await.unwrap();
        assert_eq!(report.range, health.range);
        assert_eq!(report.timezone, health.timezone);
        assert_eq!(
            report.data_through,
            health.data_through.max(workouts.data_through)
        );
        assert_eq!(report.health.as_ref().unwrap(), &health);
        assert_eq!(report.workouts.as_ref().unwrap(), &workouts);
        assert_eq!(report.failed_sections(), ["sleep", "activity", "readiness"]);
    }
}

#[tokio::test]
async fn sections_of_vendors_are_what_their_own_use_cases_answer() {
    let fixture = filled().await;
    let mut rows: Vec<Reading> = night(oura, "2026-10-05", 7.0).collect();
    rows.extend(night(whoop, "2026-10-06", 6.0));
    rows.push(oura(Metric::OuraReadinessScore, "2026-10-05", 80.0));
    rows.push(oura(Metric::OuraActivityScore, "2026-10-07", 80.0));
    fixture.store(rows).await;
    connect(&fixture, "oura", "needs_reconnect", "daily").await;
    for start in ["2026-10-06", "2026-10-01", "2025-10-08"] {
        let range = RangeRequest::for_report(Some(date(start)), Some(date("2026-10-08")));
        let report = fixture.service.report(&fixture.account, range);
        let report = report.await.unwrap();
        assert_eq!(report.failed_sections(), Vec::<&str>::new());
        let request = DailyRowsRequest {
            range,
            source: None,
        };
        let Fixture {
            service, account, ..
        } = &fixture;
        let sleep = service.sleep(account, request).await.unwrap();
        assert_eq!(report.sleep.unwrap(), sleep);
        let activity = service.activity(account, request).await.unwrap();
        assert_eq!(report.activity.unwrap(), activity);
        assert_eq!(activity.data_through, Some(date("2026-10-07")));
        let readiness = service.readiness(account, request).await.unwrap();
        assert_eq!(report.readiness.unwrap(), readiness);
        assert_eq!(report.data_through, Some(date("2026-10-07")));
    }
}

#[tokio::test]
async fn a_section_that_no_vendor_fills_says_how_to_connect_in_its_place() {
    let fixture = filled().await;
    let range = RangeRequest::for_report(None, None);
    let report = fixture.service.report(&fixture.account, range);
    let report = report.await.unwrap();
    let errors = [
        report.sleep.unwrap_err(),
        report.activity.unwrap_err(),
        report.readiness.unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.code, "not_connected");
        assert!(error.message.contains("vitalog connect oura"), "{error}");
    }
    assert!(report.health.is_ok() && report.workouts.is_ok());
}

#[tokio::test]
async fn a_full_report_reads_the_record_once() {
    let fixture = filled().await;
    let mut rows: Vec<Reading> = night(oura, "2026-10-05", 7.0).collect();
    rows.push(oura(Metric::OuraActivityScore, "2026-10-05", 80.0));
    for metric in HEALTH_METRICS {
        rows.push(apple(*metric, "2026-10-06T12:00:00-07:00", 50.0));
    }
    fixture.store(rows).await;
    let watch = Watch::failing_after(usize::MAX);
    let storage = Arc::new(WatchedStorage::over(fixture.storage.clone(), watch));
    let service = Service::new(
        storage.clone(),
        fixture.clock.clone(),
        fixture.entropy.clone(),
    );
    let range = RangeRequest::for_report(Some(date("2025-10-08")), Some(date("2026-10-08")));
    let report = service.report(&fixture.account, range).await.unwrap();
    assert_eq!(report.failed_sections(), Vec::<&str>::new());
    assert_eq!(storage.hook.operations(), 1);
}

#[tokio::test]
async fn a_leap_year_is_allowed_and_a_day_more_refused_with_both_numbers() {
    let fixture = filled().await;
    let report = |start: &str| {
        let range = RangeRequest::for_report(Some(date(start)), Some(date("2026-10-08")));
        fixture.service.report(&fixture.account, range)
    };
    assert!(report("2025-10-08").await.is_ok());
    let error = report("2025-10-07").await.unwrap_err();
    assert_eq!(error.code, "range_too_long");
    assert!(error.message.contains("367"), "{error}");
    assert!(error.message.contains("366"), "{error}");
}

#[tokio::test]
async fn record_that_cannot_be_read_fails_its_sections_and_not_the_report() {
    let fixture = filled().await;
    fixture.storage.fail_next(usize::MAX);
    let range = RangeRequest::for_report(None, None);
    let report = fixture.service.report(&fixture.account, range);
    let report = report.await.unwrap();
    assert_eq!(report.health.unwrap_err().code, "storage_unavailable");
    assert_eq!(report.workouts.unwrap_err().code, "storage_unavailable");
    assert_eq!(report.sleep.unwrap_err().code, "storage_unavailable");
    assert_eq!(report.data_through, None);
}
