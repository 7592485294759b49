//! Nobody can see where one tier ends: what the readings of a day come to today is what the stored
//! value of the day says when it is older.

use std::sync::Arc;

use jiff::SignedDuration;
use vitalog_core::{Clock, Metric, UnitSystem, clock::ManualClock};
use vitalog_service::{
    AnyMetric, DaysServed, MetricQuery, QueryDetail, Service, Tier, TrendPeriod,
};

use super::person::life;
use crate::fixture::Fixture;

/// The service as it will be so many days later.
fn later(life: &Fixture, days: i64) -> Service {
    let now = life.clock.now();
    let then = now
        .checked_add(SignedDuration::from_hours(24 * days))
        .unwrap();
    let clock = Arc::new(ManualClock::new(then));
    Service::new(life.storage.clone(), clock, life.entropy.clone())
}

async fn days_of(service: &Service, life: &Fixture, metric: Metric, days: i32) -> Vec<TrendPeriod> {
    let query = MetricQuery {
        metric: AnyMetric::Known(metric),
        days,
        limit: 1,
    };
    let answer = service.query_metric(&life.account, &query).await.unwrap();
    match answer.detail {
        QueryDetail::Periods { periods, .. } => periods,
        // More than a month is daily.
        QueryDetail::Raw { .. } => Vec::new(),
    }
}

#[tokio::test]
async fn the_last_days_and_their_stored_values_agree_for_every_metric() {
    let life = life().await;
    let then = later(life, 60);
    let (mut metrics, mut compared) = (0, 0);
    for metric in Metric::ALL {
        let now = days_of(&life.service, life, *metric, 40).await;
        let old = days_of(&then, life, *metric, 100).await;
        // The later window begins earlier by as many days as it is longer.
        assert_eq!(now.len(), old.len(), "{metric:?}");
        for (now, old) in now.iter().zip(&old) {
            let strip = |period: &TrendPeriod| TrendPeriod {
                tiers: Vec::new(),
                ..period.clone()
            };
            assert_eq!(strip(now), strip(old), "{metric:?}");
            let is_other = now.tiers == [Tier::Raw] && old.tiers == [Tier::Summary];
            compared += usize::from(is_other);
        }
        metrics += usize::from(!now.is_empty());
    }
    assert!(metrics > 80 && compared > 1000, "{metrics} {compared}");
}

#[tokio::test]
async fn a_metric_that_is_shown_in_another_unit_comes_from_readings_in_both() {
    let life = life().await;
    let mut account = life.account.clone();
    account.units = UnitSystem::Metric;
    let query = |days| MetricQuery {
        metric: Metric::Weight.into(),
        days,
        limit: 1,
    };
    let kilograms = life
        .service
        .query_metric(&account, &query(90))
        .await
        .unwrap();
    let pounds = life
        .service
        .query_metric(&life.account, &query(90))
        .await
        .unwrap();
    assert_eq!(
        (kilograms.about.unit.as_str(), pounds.about.unit.as_str()),
        ("kg", "lb")
    );
    let ratio = pounds.figure.unwrap().avg / kilograms.figure.unwrap().avg;
    assert!((ratio - 2.2046).abs() < 0.001, "{ratio}");
    let raw = kilograms.about.days_served;
    assert_eq!(raw.summary, 0, "stored values are in pounds");
    assert!(pounds.about.days_served.summary > 0);
    assert_eq!(raw.raw, pounds.about.days_with_data);
}

#[tokio::test]
async fn thirty_days_are_raw_and_the_thirty_first_begins_the_other_tier() {
    let life = life().await;
    for (days, has_summary) in [(30, false), (31, false), (32, true)] {
        let query = MetricQuery {
            metric: Metric::StepCount.into(),
            days,
            limit: 1,
        };
        let answer = life
            .service
            .query_metric(&life.account, &query)
            .await
            .unwrap();
        let is_raw = matches!(answer.detail, QueryDetail::Raw { .. });
        assert_eq!(is_raw, days == 30, "{days}");
        let DaysServed { summary, raw } = answer.about.days_served;
        assert_eq!(summary > 0, has_summary, "{days}: {summary} {raw}");
        assert_eq!(summary + raw, answer.about.days_with_data);
    }
}
