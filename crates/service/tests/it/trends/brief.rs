//! The summary and the brief, against lists, and how fresh they are.

use jiff::{SignedDuration, ToSpan};
use vitalog_core::{Clock, Metric};
use vitalog_service::{Direction, FreshState, SleepQuality};

use super::person::{TODAY, last, life, mean, numbers, totals};
use crate::fixture::{Fixture, apple, instant, workout};

fn close(found: Option<f64>, expected: f64, within: f64) {
    let found = found.unwrap();
    assert!((found - expected).abs() <= within, "{found} {expected}");
}

#[tokio::test]
async fn a_summary_is_what_the_days_come_to() {
    let life = life().await;
    for days in [7, 90] {
        let summary = life
            .service
            .health_summary(&life.account, days)
            .await
            .unwrap();
        let steps = totals(life, Metric::StepCount, &["Watch", "iPhone"]).await;
        let steps: Vec<f64> = last(&steps, days.into())
            .into_iter()
            .map(|it| it.1)
            .collect();
        let shown = summary.steps.unwrap();
        close(
            Some(shown.total),
            steps.iter().sum(),
            0.06 * mean(&[days.into()]),
        );
        close(Some(shown.daily_avg), mean(&steps), 0.051);
        assert_eq!(shown.days, steps.len());
        let hrv = last(&numbers(life, Metric::HrvSdnn).await, days.into());
        let readings: Vec<f64> = hrv.into_iter().flat_map(|(_, values)| values).collect();
        let shown = summary.hrv_sdnn.unwrap();
        close(Some(shown.avg), mean(&readings), 0.005_001);
        close(Some(shown.latest), *readings.last().unwrap(), 1e-9);
        assert_eq!(shown.readings, readings.len() as u64);
        let sleep = summary.sleep.unwrap();
        assert!(sleep.records.total > sleep.records.stages);
        assert!(sleep.nights <= usize::try_from(days).unwrap());
        let workouts: usize = summary.workouts.iter().map(|(_, count)| count).sum();
        let listed = life.record().await.workouts;
        let zone = &life.account.zone;
        let start = TODAY.saturating_sub((i64::from(days) - 1).days());
        let listed = listed
            .iter()
            .filter(|row| zone.to_datetime(row.start).date() >= start);
        assert!(workouts <= listed.count() && workouts > 0);
    }
}

#[tokio::test]
async fn what_was_not_recorded_is_named_and_is_no_zero() {
    let fixture = Fixture::at("2026-10-21T12:00:00-07:00");
    fixture
        .store([apple(Metric::StepCount, "2026-08-01T08:00:00-07:00", 500.0)])
        .await;
    let summary = fixture
        .service
        .health_summary(&fixture.account, 7)
        .await
        .unwrap();
    assert_eq!(
        (summary.steps, summary.hrv_sdnn, summary.sleep),
        (None, None, None)
    );
    assert_eq!(
        summary.notes,
        [
            "Not recorded in these days: step_count (last on 2026-08-01). Never recorded: \
             resting_heart_rate, hrv_sdnn, sleep_total.",
            "No workout was ever recorded.",
        ]
    );
    assert_eq!(summary.data_as_of.unwrap(), "2026-08-01T08:00:00-07:00");
    assert_eq!(summary.data_through, None);
}

#[tokio::test]
async fn a_brief_compares_seven_days_with_the_seven_before() {
    let life = life().await;
    let brief = life.service.coaching_brief(&life.account).await.unwrap();
    let daily = numbers(life, Metric::HrvSdnn).await;
    let week = |back: i64| -> Vec<f64> {
        let end = TODAY.saturating_sub(back.days());
        let days = daily.range(end.saturating_sub(6.days())..=end);
        days.map(|(_, values)| mean(values)).collect()
    };
    close(brief.recovery.hrv_ms, mean(&week(0)), 0.005_001);
    close(brief.recovery.hrv_before_ms, mean(&week(7)), 0.005_001);
    let delta = mean(&week(0)) - mean(&week(7));
    let direction = match delta {
        delta if delta > 2.0 => Direction::Improving,
        delta if delta < -2.0 => Direction::Declining,
        _ => Direction::Stable,
    };
    assert_eq!(brief.recovery.direction, Some(direction));
    assert_eq!(brief.recovery.hrv, Some(Metric::HrvSdnn));
    assert_eq!(brief.freshness.state, FreshState::Fresh);
    let steps = totals(life, Metric::StepCount, &["Watch", "iPhone"]).await;
    let steps: Vec<f64> = last(&steps, 7).into_iter().map(|it| it.1).collect();
    close(brief.activity.steps, mean(&steps), 0.051);
    assert!(brief.sleep.nights > 3);
    assert!(
        brief
            .markers
            .iter()
            .any(|marker| marker.metric == Metric::Vo2Max)
    );
    assert_eq!(brief.counts.len(), 8);
}

#[tokio::test]
async fn sleep_is_called_by_its_mean_hours() {
    for (hours, quality) in [
        (7.5, SleepQuality::Good),
        (7.49, SleepQuality::Borderline),
        (6.5, SleepQuality::Borderline),
        (6.49, SleepQuality::Poor),
    ] {
        let fixture = Fixture::at("2026-10-21T12:00:00-07:00");
        let begun = instant("2026-10-21T00:00:00-07:00");
        let length = SignedDuration::from_secs_f64(hours * 3600.0);
        let mut night = apple(Metric::SleepCore, "2026-10-21T00:00:00-07:00", hours);
        night.until = Some(begun.checked_add(length).unwrap());
        fixture.store([night]).await;
        let brief = fixture
            .service
            .coaching_brief(&fixture.account)
            .await
            .unwrap();
        assert_eq!(brief.sleep.quality, quality, "{hours}");
        assert_eq!(brief.sleep.nights, 1);
    }
    let fixture = Fixture::at("2026-10-21T12:00:00-07:00");
    let brief = fixture
        .service
        .coaching_brief(&fixture.account)
        .await
        .unwrap();
    assert_eq!(brief.sleep.quality, SleepQuality::NoData);
    assert_eq!(brief.freshness.state, FreshState::None);
    assert_eq!(brief.recovery.direction, None);
}

#[tokio::test]
async fn training_is_counted_by_kind() {
    let fixture = Fixture::at("2026-10-21T12:00:00-07:00");
    let workouts = [
        workout("2026-10-20T08:00:00-07:00", 30.0, Some(300.0)),
        workout("2026-10-18T08:00:00-07:00", 45.0, None),
        workout("2026-09-01T08:00:00-07:00", 45.0, None),
    ];
    fixture.store_workouts(workouts).await;
    let brief = fixture
        .service
        .coaching_brief(&fixture.account)
        .await
        .unwrap();
    assert_eq!((brief.load.workouts, brief.load.days), (2, 2));
    assert_eq!(brief.load.by_kind, [("Indoor Cycling".to_owned(), 2, 75.0)]);
    assert_eq!(brief.load.active_kcal, Some(300.0));
    assert_eq!(
        brief.freshness.state,
        FreshState::Fresh,
        "a workout is data of a device"
    );
    assert!(fixture.clock.now() > instant("2026-10-20T08:00:00-07:00"));
}
