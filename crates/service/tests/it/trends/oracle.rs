//! Each answer about one metric, held against lists of the same person's readings.

use std::collections::BTreeMap;

use jiff::{ToSpan, civil::Date};
use vitalog_core::{Metric, Quantity};
use vitalog_service::{
    Aggregate, Coarsens, DaysServed, Direction, HrvMetric, MetricQuery, QueryDetail, RecordSearch,
    Tier, ValueType,
};

use super::person::{TODAY, last, life, mean, numbers, round, totals};

const WATCH_FIRST: [&str; 2] = ["Watch", "iPhone"];

fn query(metric: Metric, days: i32) -> MetricQuery {
    MetricQuery {
        metric: metric.into(),
        days,
        limit: 200,
    }
}

fn close(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found} {expected}");
}

fn all(days: &[(Date, Vec<f64>)]) -> Vec<f64> {
    days.iter().flat_map(|(_, values)| values.clone()).collect()
}

#[tokio::test]
async fn a_week_is_shown_reading_by_reading() {
    let life = life().await;
    let answer = life
        .service
        .query_metric(&life.account, &query(Metric::HeartRate, 7))
        .await
        .unwrap();
    let plain = last(&numbers(life, Metric::HeartRate).await, 7);
    let plain_values = all(&plain);
    let figure = answer.figure.unwrap();
    assert_eq!(figure.count, plain_values.len() as u64);
    close(figure.avg, mean(&plain_values), 0.005_001);
    let least = plain_values.iter().copied().fold(f64::MAX, f64::min);
    let most = plain_values.iter().copied().fold(0.0, f64::max);
    assert_eq!((figure.min, figure.max), (least, most));
    let QueryDetail::Raw { samples, left_out } = &answer.detail else {
        panic!("a week is raw");
    };
    assert_eq!((samples.len(), *left_out), (200, plain_values.len() - 200));
    let shown: Vec<f64> = samples.iter().map(|it| it.quantity.first()).collect();
    assert_eq!(shown, plain_values[plain_values.len() - 200..]);
    assert!(samples.is_sorted_by_key(|sample| &sample.started_at[..10]));
    assert_eq!(answer.about.unit, "count/min");
    let served = DaysServed {
        summary: 0,
        raw: plain.len(),
    };
    assert_eq!(answer.about.days_served, served);
}

#[tokio::test]
async fn beyond_a_month_there_is_one_line_a_day_from_two_tiers() {
    let life = life().await;
    let cutoff = TODAY.saturating_sub(30.days());
    let answer = life
        .service
        .query_metric(&life.account, &query(Metric::HeartRate, 90))
        .await
        .unwrap();
    let plain = last(&numbers(life, Metric::HeartRate).await, 90);
    let QueryDetail::Periods { grain, periods } = &answer.detail else {
        panic!("three months are daily");
    };
    assert_eq!(*grain, Aggregate::Day);
    let days: Vec<Date> = periods.iter().map(|period| period.date).collect();
    let expected: Vec<Date> = plain.iter().map(|(day, _)| *day).collect();
    assert_eq!(days, expected, "one chronological list without an overlap");
    for (period, (day, values)) in periods.iter().zip(&plain) {
        close(period.avg, mean(values), 0.005_001);
        assert_eq!(period.count, values.len() as u64);
        close(period.sum, values.iter().sum(), 0.01);
        let tier = if *day < cutoff {
            Tier::Summary
        } else {
            Tier::Raw
        };
        assert_eq!(period.tiers, [tier], "{day}");
    }
    let figure = answer.figure.unwrap();
    close(figure.avg, mean(&all(&plain)), 0.005_001);
    let raw = plain.iter().filter(|(day, _)| *day >= cutoff).count();
    let served = DaysServed {
        summary: plain.len() - raw,
        raw,
    };
    assert_eq!(answer.about.days_served, served);

    let weeks = answer.coarser().unwrap();
    let QueryDetail::Periods { grain, periods } = &weeks.detail else {
        panic!("weeks are periods");
    };
    assert_eq!(*grain, Aggregate::Week);
    let mut by_week: BTreeMap<Date, Vec<f64>> = BTreeMap::new();
    for (day, values) in &plain {
        let monday = *day - i64::from(day.weekday().to_monday_zero_offset()).days();
        by_week.entry(monday).or_default().extend(values);
    }
    assert_eq!(periods.len(), by_week.len());
    for (period, (monday, values)) in periods.iter().zip(&by_week) {
        assert_eq!(period.date, *monday);
        close(period.avg, mean(values), 0.005_001);
    }
    assert!(
        weeks
            .about
            .notes
            .last()
            .unwrap()
            .contains("by day, so each point is a week")
    );
    let months = weeks.coarser().unwrap();
    assert_eq!(months.about.notes.len(), weeks.about.notes.len());
    assert!(months.about.notes.last().unwrap().contains("is a month"));
    assert_eq!(months.coarser(), None);
    assert_eq!(months.figure, answer.figure, "the figures are of all of it");
}

#[tokio::test]
async fn what_adds_up_is_averaged_by_day_and_counted_once() {
    let life = life().await;
    for days in [30, 100] {
        let answer = life
            .service
            .query_metric(&life.account, &query(Metric::StepCount, days))
            .await
            .unwrap();
        let plain = last(
            &totals(life, Metric::StepCount, &WATCH_FIRST).await,
            days.into(),
        );
        let plain: Vec<f64> = plain.into_iter().map(|(_, total)| total).collect();
        let figure = answer.figure.unwrap();
        close(figure.avg, mean(&plain), 0.051);
        close(figure.max, plain.iter().copied().fold(0.0, f64::max), 0.051);
        assert_eq!(answer.about.value_type, ValueType::DailyTotal);
        assert_eq!(answer.about.days_with_data, plain.len());
    }
}

#[tokio::test]
async fn variability_is_compared_by_days_and_not_by_readings() {
    let life = life().await;
    let answer = life
        .service
        .hrv_trend(&life.account, HrvMetric::Sdnn, 60)
        .await
        .unwrap();
    let plain = last(&numbers(life, Metric::HrvSdnn).await, 60);
    let daily: Vec<f64> = plain.iter().map(|(_, values)| mean(values)).collect();
    assert!(
        all(&plain).len() > 2 * daily.len(),
        "several readings a day"
    );
    close(answer.avg.unwrap(), mean(&all(&plain)), 0.005_001);
    close(answer.latest.unwrap(), *daily.last().unwrap(), 0.005_001);
    let (before, week) = daily[daily.len() - 14..].split_at(7);
    let delta = round(mean(week) - mean(before), 1);
    let trend = answer.trend.unwrap();
    close(trend.delta, delta, 1e-9);
    let direction = match delta {
        delta if delta > 0.0 => Direction::Improving,
        delta if delta < 0.0 => Direction::Declining,
        _ => Direction::Stable,
    };
    assert_eq!(trend.direction(), direction);
    for (shown, expected) in answer.averages.iter().zip(&daily) {
        close(shown.avg, *expected, 0.005_001);
    }
    let short = life.service.hrv_trend(&life.account, HrvMetric::Sdnn, 13);
    assert_eq!(short.await.unwrap().trend, None, "it needs fourteen days");
    let empty = life.service.hrv_trend(&life.account, HrvMetric::Rmssd, 30);
    let empty = empty.await.unwrap();
    assert_eq!((empty.avg, empty.trend), (None, None));
    let named = empty
        .about
        .notes
        .iter()
        .any(|note| note.starts_with("hrv_sdnn has data"));
    assert!(named, "{:?}", empty.about.notes);
}

#[tokio::test]
async fn months_are_the_means_of_their_days() {
    let life = life().await;
    let answer = life
        .service
        .long_term_trend(&life.account, &Metric::StepCount.into(), 4)
        .await
        .unwrap();
    let plain = totals(life, Metric::StepCount, &WATCH_FIRST).await;
    let plain: BTreeMap<Date, f64> = plain
        .into_iter()
        .filter(|(day, _)| *day >= jiff::civil::date(2026, 8, 1) && *day <= TODAY)
        .collect();
    let mut by_month: BTreeMap<Date, Vec<f64>> = BTreeMap::new();
    for (day, total) in &plain {
        by_month
            .entry(day.first_of_month())
            .or_default()
            .push(*total);
    }
    assert_eq!(answer.months.len(), by_month.len());
    for (shown, (month, totals)) in answer.months.iter().zip(&by_month) {
        assert_eq!((shown.date, shown.days), (*month, totals.len()));
        close(shown.avg, mean(totals), 0.051);
    }
    let overall = answer.overall.unwrap();
    close(
        overall.avg,
        mean(&plain.values().copied().collect::<Vec<_>>()),
        0.051,
    );
    assert_eq!(answer.points.len(), plain.len());
}

#[tokio::test]
async fn percentiles_and_spread_are_of_the_days() {
    let life = life().await;
    let answer = life
        .service
        .metric_stats(&life.account, &Metric::StepCount.into(), 90)
        .await
        .unwrap();
    let plain = last(&totals(life, Metric::StepCount, &WATCH_FIRST).await, 90);
    let mut plain: Vec<f64> = plain.into_iter().map(|(_, total)| total).collect();
    plain.sort_by(f64::total_cmp);
    let spread = answer.spread.unwrap();
    assert_eq!(spread.data_points, plain.len());
    close(spread.mean, mean(&plain), 0.051);
    let squares: Vec<f64> = plain.iter().map(|it| (it - mean(&plain)).powi(2)).collect();
    close(spread.std_dev, mean(&squares).sqrt(), 0.051);
    // Ninety days less the few that nothing was recorded on.
    for (share, shown) in [10, 25, 50, 75, 90].into_iter().zip(spread.percentiles) {
        let places = (plain.len() - 1) * share;
        let (below, rest) = (places / 100, places % 100);
        let above = plain.get(below + 1).copied().unwrap_or(plain[below]);
        #[expect(clippy::cast_precision_loss, reason = "it is below a hundred")]
        let part = rest as f64 / 100.0;
        close(shown, plain[below] + (above - plain[below]) * part, 0.051);
    }
}

#[tokio::test]
async fn days_are_found_by_their_figure_the_highest_first() {
    let life = life().await;
    let search = |least, most, limit| RecordSearch {
        metric: Metric::StepCount.into(),
        days: 90,
        least,
        most,
        limit,
    };
    let plain = last(&totals(life, Metric::StepCount, &WATCH_FIRST).await, 90);
    let found = async |search| {
        let found = life.service.search_records(&life.account, &search);
        found.await.unwrap()
    };
    let above: Vec<_> = plain.iter().filter(|(_, total)| *total >= 8000.0).collect();
    assert!(above.len() > 3 && above.len() < plain.len());
    let answer = found(search(Some(8000.0), None, 1000)).await;
    assert_eq!(answer.days_matched, above.len());
    assert!(
        answer
            .results
            .windows(2)
            .all(|pair| pair[0].value >= pair[1].value)
    );
    for day in &answer.results {
        let (_, total) = above.iter().find(|(date, _)| *date == day.date).unwrap();
        close(day.value, *total, 0.051);
    }
    let few = found(search(Some(8000.0), None, 2)).await;
    assert_eq!((few.results.len(), few.days_matched), (2, above.len()));
    assert_eq!(few.results[..], answer.results[..2]);
    let below = found(search(None, Some(3000.0), 1000)).await;
    let expected = plain.iter().filter(|(_, total)| *total <= 3000.0).count();
    assert_eq!(below.days_matched, expected);

    let wrong = search(Some(2.0), Some(1.0), 10);
    let wrong = life.service.search_records(&life.account, &wrong).await;
    assert!(wrong.unwrap_err().message.contains("`min_value`"));
}

#[tokio::test]
async fn two_pressures_stay_two() {
    let life = life().await;
    let answer = life
        .service
        .query_metric(&life.account, &query(Metric::BloodPressure, 30))
        .await
        .unwrap();
    let QueryDetail::Raw { samples, .. } = &answer.detail else {
        panic!("a month is raw");
    };
    assert!(!samples.is_empty());
    let all_pressures = samples
        .iter()
        .all(|sample| matches!(sample.quantity, Quantity::Pressure { .. }));
    assert!(all_pressures);
    let long = life
        .service
        .query_metric(&life.account, &query(Metric::BloodPressure, 60))
        .await
        .unwrap();
    let QueryDetail::Periods { periods, .. } = &long.detail else {
        panic!("two months are daily");
    };
    assert!(
        periods
            .iter()
            .all(|period| period.diastolic.unwrap() < period.avg)
    );
}
