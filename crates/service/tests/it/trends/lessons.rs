//! What went wrong elsewhere, and must not here: a test for each.

use std::fmt::Write;

use jiff::{ToSpan, civil::Date};
use vitalog_core::Metric;
use vitalog_service::{
    DataStatus, Direction, EmptyState, FreshState, HrvMetric, MetricQuery, QueriedMetric,
    QueryDetail,
};
use vitalog_sync::{Ingest, PushHeaders};

use super::person::{life, rows};
use crate::fixture::{Fixture, apple, date};

const NOW: &str = "2026-10-21T12:00:00-07:00";

/// Pushes `(date as sent, value, unit, source)`.
async fn push(fixture: &Fixture, metric: &str, samples: &[(&str, f64, &str, &str)]) {
    let ingest = Ingest::new(fixture.storage.clone(), fixture.clock.clone());
    for (at, value, unit, source) in samples {
        let mut body = String::new();
        write!(
            body,
            r#"{{"data":{{"metrics":[{{"name":"{metric}","units":"{unit}","data":[
                {{"date":"{at}","qty":{value},"source":"{source}"}}]}}]}}}}"#
        )
        .unwrap();
        let headers = PushHeaders::default();
        let pushed = ingest.ingest(&fixture.account, &headers, body.as_bytes());
        pushed.await.unwrap();
    }
}

async fn queried(fixture: &Fixture, metric: Metric, days: i32) -> QueriedMetric {
    let query = MetricQuery {
        metric: metric.into(),
        days,
        limit: 1000,
    };
    fixture
        .service
        .query_metric(&fixture.account, &query)
        .await
        .unwrap()
}

/// Each day's sum and count.
fn sums(answer: &QueriedMetric) -> Vec<(Date, f64, u64)> {
    match &answer.detail {
        QueryDetail::Periods { periods, .. } => periods
            .iter()
            .map(|period| (period.date, period.sum, period.count))
            .collect(),
        // More than a month is daily.
        QueryDetail::Raw { .. } => Vec::new(),
    }
}

#[tokio::test]
async fn lesson_1_late_samples_are_merged_into_an_old_day() {
    let fixture = Fixture::at(NOW);
    let watch = "Watch";
    push(
        &fixture,
        "step_count",
        &[
            ("2026-08-01 08:00:00 -0700", 4000.0, "count", watch),
            ("2026-08-01 12:00:00 -0700", 3000.0, "count", watch),
        ],
    )
    .await;
    let day = date("2026-08-01");
    assert_eq!(
        sums(&queried(&fixture, Metric::StepCount, 100).await),
        [(day, 7000.0, 2)]
    );
    // Eighty days later something of that day comes after all.
    push(
        &fixture,
        "step_count",
        &[("2026-08-01 18:00:00 -0700", 500.0, "count", watch)],
    )
    .await;
    let answer = queried(&fixture, Metric::StepCount, 100).await;
    assert_eq!(sums(&answer), [(day, 7500.0, 3)]);
    assert_eq!(
        answer.about.days_served.summary, 1,
        "and the stored value says so"
    );
}

/// Nothing is ever selected and then deleted here: readings stay, and a day's value changes in the
/// same write as they do. What could be lost between two statements would be missing in one tier.
#[tokio::test]
async fn lesson_2_nothing_is_lost_between_two_statements() {
    let fixture = Fixture::at(NOW);
    let one = [("2026-08-01 08:00:00 -0700", 100.0, "count", "Watch")];
    let other = [("2026-08-01 09:00:00 -0700", 10.0, "count", "Watch")];
    let (first, second) = (
        push(&fixture, "step_count", &one),
        push(&fixture, "step_count", &other),
    );
    tokio::join!(first, second);
    fixture
        .service
        .rebuild_daily_values(&fixture.account, |_| ())
        .await
        .unwrap();
    let day = date("2026-08-01");
    assert_eq!(
        sums(&queried(&fixture, Metric::StepCount, 100).await),
        [(day, 110.0, 2)]
    );
    assert_eq!(rows(&fixture, Metric::StepCount).await.len(), 2);
}

#[tokio::test]
async fn lesson_3_the_tiers_hold_as_much_as_the_readings() {
    let life = life().await;
    for metric in [
        Metric::HeartRate,
        Metric::HrvSdnn,
        Metric::Weight,
        Metric::DietaryWater,
    ] {
        let plain = rows(life, metric).await;
        let answer = queried(life, metric, 400).await;
        let days = sums(&answer);
        let count: u64 = days.iter().map(|(.., count)| count).sum();
        let sum: f64 = days.iter().map(|(_, sum, _)| sum).sum();
        let expected: f64 = plain.iter().map(|row| row.quantity.first()).sum();
        assert_eq!(count, plain.len() as u64, "{metric:?}");
        assert!(
            (sum - expected).abs() < 0.01 * 100.0,
            "{metric:?} {sum} {expected}"
        );
        assert!(answer.about.days_served.summary > 0 && answer.about.days_served.raw > 0);
    }
}

#[tokio::test]
async fn lesson_4_steps_of_two_devices_are_counted_once() {
    let fixture = Fixture::at(NOW);
    let at = |day: &str, hour: u8| format!("2026-{day}T{hour:02}:00:00-07:00");
    let mut readings = Vec::new();
    for day in ["08-01", "10-20"] {
        for (source, hour, value) in [
            ("Anna's Apple Watch", 8, 1000.0),
            ("Anna's iPhone", 8, 900.0),
            ("Anna's iPhone", 15, 300.0),
        ] {
            let mut row = apple(Metric::StepCount, &at(day, hour), value);
            source.clone_into(&mut row.source);
            row.until = Some(at(day, hour + 1).parse().unwrap());
            readings.push(row);
        }
    }
    fixture.store(readings).await;
    let answer = queried(&fixture, Metric::StepCount, 100).await;
    let totals: Vec<(Date, f64)> = sums(&answer).into_iter().map(|it| (it.0, it.1)).collect();
    let expected = [(date("2026-08-01"), 1300.0), (date("2026-10-20"), 1300.0)];
    assert_eq!(totals, expected, "in both tiers");
    let short = queried(&fixture, Metric::StepCount, 7).await;
    assert_eq!(short.figure.map(|figure| figure.avg), Some(1300.0));
    let QueryDetail::Raw { samples, .. } = &short.detail else {
        panic!("a week is raw");
    };
    assert_eq!(samples.len(), 3, "each device's readings are shown");
    assert!(
        short.about.notes[0].contains("overlap"),
        "{:?}",
        short.about.notes
    );
}

#[tokio::test]
async fn lesson_5_one_instant_in_two_offsets_is_one_sample_and_half_hours_cut_days() {
    let mut fixture = Fixture::at(NOW);
    fixture.account.zone = jiff::tz::TimeZone::get("Asia/Kolkata").unwrap();
    push(
        &fixture,
        "resting_heart_rate",
        &[
            ("2026-10-20 00:10:00 +0530", 50.0, "count/min", "Watch"),
            // The same instant as a phone in Los Angeles writes it.
            ("2026-10-19 11:40:00 -0700", 50.0, "count/min", "Watch"),
            ("2026-10-19 23:50:00 +0530", 60.0, "count/min", "Watch"),
        ],
    )
    .await;
    assert_eq!(rows(&fixture, Metric::RestingHeartRate).await.len(), 2);
    let answer = queried(&fixture, Metric::RestingHeartRate, 100).await;
    let expected = [(date("2026-10-19"), 60.0, 1), (date("2026-10-20"), 50.0, 1)];
    assert_eq!(sums(&answer), expected);
}

#[tokio::test]
async fn lesson_6_absence_is_no_zero_and_says_which_it_is() {
    let fixture = Fixture::at(NOW);
    fixture
        .store([
            apple(Metric::HrvSdnn, "2026-05-01T08:00:00-07:00", 40.0),
            apple(Metric::FlightsClimbed, "2026-10-20T08:00:00-07:00", 0.0),
        ])
        .await;
    let status = async |metric| queried(&fixture, metric, 7).await.about.data_status;
    let Some(DataStatus { state, message, .. }) = status(Metric::StepCount).await else {
        panic!("there are no steps");
    };
    assert_eq!(state, EmptyState::NeverRecorded);
    assert!(message.contains("not shared"), "{message}");
    let other = status(Metric::Waist).await.unwrap();
    assert_eq!(other.state, EmptyState::NeverRecorded);
    assert!(!other.message.contains("not shared"), "{}", other.message);
    let gap = status(Metric::HrvSdnn).await.unwrap();
    assert_eq!(
        (gap.state, gap.last_day),
        (EmptyState::EmptyWindow, Some(date("2026-05-01")))
    );
    assert_eq!(status(Metric::FlightsClimbed).await, None, "a zero is data");
    let zero = queried(&fixture, Metric::FlightsClimbed, 7)
        .await
        .figure
        .unwrap();
    assert_eq!((zero.avg, zero.days), (0.0, 1));
    let empty = queried(&fixture, Metric::StepCount, 7).await;
    assert_eq!(empty.figure, None);
}

#[tokio::test]
async fn lesson_7_a_dead_feed_is_not_told_as_the_state_of_today() {
    let fixture = Fixture::at(NOW);
    let days = (1..=12).map(|day| {
        apple(
            Metric::HrvSdnn,
            &format!("2026-10-{day:02}T06:00:00-07:00"),
            40.0,
        )
    });
    fixture.store(days).await;
    // Said in chat, which keeps no feed alive.
    fixture
        .log("2026-10-21T07:00:00-07:00", 95.0)
        .await
        .unwrap();
    let brief = fixture
        .service
        .coaching_brief(&fixture.account)
        .await
        .unwrap();
    assert_eq!(brief.freshness.state, FreshState::Stale);
    assert_eq!(brief.freshness.hours, Some(222.0));
    assert_eq!(
        brief.freshness.newest_sample_at.as_deref(),
        Some("2026-10-12T06:00:00-07:00")
    );
    assert_eq!(brief.recovery.direction, None);
    for (now, state) in [
        ("2026-10-14T05:59:00-07:00", FreshState::Fresh),
        ("2026-10-14T06:00:00-07:00", FreshState::Fresh),
        ("2026-10-14T06:01:00-07:00", FreshState::Stale),
    ] {
        fixture.clock.set(now.parse().unwrap());
        let brief = fixture
            .service
            .coaching_brief(&fixture.account)
            .await
            .unwrap();
        assert_eq!(brief.freshness.state, state, "{now}");
    }
    fixture
        .clock
        .set("2026-10-13T12:00:00-07:00".parse().unwrap());
    let fresh = fixture
        .service
        .coaching_brief(&fixture.account)
        .await
        .unwrap();
    assert_eq!(
        fresh.recovery.direction.map(Direction::as_str),
        Some("stable")
    );
}

#[tokio::test]
async fn lesson_8_units_are_never_added_up_as_they_come() {
    let fixture = Fixture::at(NOW);
    push(
        &fixture,
        "weight_body_mass",
        &[
            ("2026-08-01 08:00:00 -0700", 80.0, "kg", "Scale"),
            ("2026-08-02 08:00:00 -0700", 176.37, "lb", "Scale"),
            ("2026-10-20 08:00:00 -0700", 80.0, "kg", "Scale"),
            ("2026-10-20 09:00:00 -0700", 80_000.0, "g", "Scale"),
        ],
    )
    .await;
    let answer = queried(&fixture, Metric::Weight, 100).await;
    assert_eq!(answer.about.unit, "lb");
    let QueryDetail::Periods { periods, .. } = &answer.detail else {
        panic!("more than a month is daily");
    };
    let averages: Vec<f64> = periods.iter().map(|period| period.avg).collect();
    assert_eq!(averages, [176.37, 176.37, 176.37]);
    let figure = answer.figure.unwrap();
    assert_eq!((figure.min, figure.max, figure.count), (176.37, 176.37, 4));
}

#[tokio::test]
async fn lesson_9_seven_days_are_no_seven_samples_and_no_row_is_one_too_many() {
    let fixture = Fixture::at(NOW);
    let mut readings = Vec::new();
    // Twenty readings in the morning of each day: high this week, low the week before.
    for (back, value) in (0..14).map(|back| (back, if back < 7 { 60.0 } else { 40.0 })) {
        let day = date("2026-10-21").saturating_sub(i64::from(back).days());
        for minute in 0..20 {
            let at = format!("{day}T06:{minute:02}:00-07:00");
            readings.push(apple(Metric::HrvSdnn, &at, value));
        }
        // A step count each minute: 1,440 rows a day.
        for minute in 0..1440 {
            let (hour, minute) = (minute / 60, minute % 60);
            let at = format!("{day}T{hour:02}:{minute:02}:00-07:00");
            readings.push(apple(Metric::StepCount, &at, 1.0));
        }
    }
    fixture.store(readings).await;
    fixture
        .clock
        .set("2026-10-21T23:59:59-07:00".parse().unwrap());
    let trend = fixture
        .service
        .hrv_trend(&fixture.account, HrvMetric::Sdnn, 30)
        .await
        .unwrap();
    assert_eq!(trend.trend.map(|trend| trend.delta), Some(20.0));
    let brief = fixture
        .service
        .coaching_brief(&fixture.account)
        .await
        .unwrap();
    assert_eq!(
        (brief.recovery.hrv_ms, brief.recovery.hrv_before_ms),
        (Some(60.0), Some(40.0))
    );
    assert_eq!(brief.activity.steps, Some(1440.0));
    let summary = fixture
        .service
        .health_summary(&fixture.account, 14)
        .await
        .unwrap();
    assert_eq!(summary.steps.map(|steps| steps.total), Some(14.0 * 1440.0));
    let week = queried(&fixture, Metric::StepCount, 7).await;
    assert_eq!(week.figure.unwrap().count, 7 * 1440);
    let QueryDetail::Raw { samples, left_out } = &week.detail else {
        panic!("a week is raw");
    };
    assert_eq!((samples.len(), *left_out), (1000, 7 * 1440 - 1000));
    let snapshot = fixture
        .service
        .daily_snapshot(&fixture.account, None)
        .await
        .unwrap();
    assert_eq!(snapshot.total_records, 1440 + 20);
}
