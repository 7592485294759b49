//! A metric over time. The expected statistics were worked out with Python's `statistics` module.

use jiff::{ToSpan, civil::Date, tz::TimeZone};
use vitalog_core::{Metric, Quantity, Reading, Switchover, UnitSystem};
use vitalog_service::{
    Aggregate, MetricSeries, RecordedDays, SeriesRequest, SeriesStats, ServiceError, WindowRequest,
    code,
};

use crate::fixture::{Fixture, apple, date, instant, pressure, superseded};

const NOW: &str = "2026-10-21T12:00:00-07:00";

pub(crate) fn over(metric: Metric, start: &str, end: &str) -> SeriesRequest {
    SeriesRequest {
        metric: metric.into(),
        window: WindowRequest {
            start: Some(date(start)),
            end: Some(date(end)),
            days: None,
        },
        aggregate: Aggregate::Day,
    }
}

async fn series(fixture: &Fixture, request: SeriesRequest) -> MetricSeries {
    let answer = fixture.service.metric_series(&fixture.account, &request);
    answer.await.unwrap()
}

/// The points on one line: `10-01=58 10-02=61`.
fn line(series: &MetricSeries) -> String {
    let points = series.points.iter().map(|point| {
        let day = point.date.strftime("%m-%d");
        match point.diastolic {
            Some(diastolic) => format!("{day}={}/{diastolic}", point.value),
            None => format!("{day}={}", point.value),
        }
    });
    points.collect::<Vec<_>>().join(" ")
}

fn lasting(metric: Metric, from: &str, until: &str, value: f64, source: &str) -> Reading {
    Reading {
        until: Some(instant(until)),
        source: source.to_owned(),
        ..apple(metric, from, value)
    }
}

/// A resting heart rate on twenty days from 1 October on, none on the 8th.
fn resting() -> Vec<Reading> {
    let values = [
        58, 61, 57, 60, 62, 59, 63, 58, 57, 60, 61, 64, 59, 58, 62, 60, 57, 61, 63, 66,
    ];
    let days = (1..=21).filter(|day| *day != 8);
    days.zip(values)
        .map(|(day, value)| {
            let at = format!("2026-10-{day:02}T08:00:00-07:00");
            apple(Metric::RestingHeartRate, &at, f64::from(value))
        })
        .collect()
}

#[tokio::test]
async fn statistics_are_those_of_the_daily_values() {
    let fixture = Fixture::at(NOW);
    fixture.store(resting()).await;
    let request = over(Metric::RestingHeartRate, "2026-10-01", "2026-10-21");
    let answer = series(&fixture, request).await;
    assert_eq!(
        answer.stats,
        Some(SeriesStats {
            n: 20,
            mean: 60.3,
            median: 60.0,
            sd: Some(2.515),
            min: 57.0,
            max: 66.0,
            p25: 58.0,
            p75: 62.0,
            slope_per_day: Some(0.13687),
            last: 66.0,
            last_z: Some(2.74),
        })
    );
    assert_eq!((answer.days_with_data, answer.range.len()), (20, 21));
    assert_eq!(answer.data_through, Some(date("2026-10-21")));
    assert_eq!(answer.unit, "count/min");
    assert_eq!(answer.notes, Vec::<String>::new());
}

#[tokio::test]
async fn baseline_reaches_back_before_the_days_shown_and_needs_fourteen_values() {
    let fixture = Fixture::at(NOW);
    fixture.store(resting()).await;
    for (start, end, z) in [
        ("2026-10-21", "2026-10-21", Some(2.74)),
        // 13 values stand before the 15th, 14 before the 16th.
        ("2026-10-15", "2026-10-15", None),
        // 62 after 14 values with the mean 59.7857 and the sd 2.1901.
        ("2026-10-16", "2026-10-16", Some(1.01)),
    ] {
        let answer = series(&fixture, over(Metric::RestingHeartRate, start, end)).await;
        let stats = answer.stats.unwrap();
        assert_eq!((stats.n, stats.last_z), (1, z), "{start}");
        assert_eq!((stats.sd, stats.slope_per_day), (None, None), "{start}");
    }
    let same = (1..=20).map(|day| {
        let at = format!("2026-10-{day:02}T08:00:00-07:00");
        apple(Metric::HrvSdnn, &at, 40.0)
    });
    fixture.store(same).await;
    let request = over(Metric::HrvSdnn, "2026-10-01", "2026-10-20");
    let stats = series(&fixture, request).await.stats.unwrap();
    assert_eq!(
        (stats.sd, stats.slope_per_day, stats.last_z),
        (Some(0.0), Some(0.0), None),
        "what never varied has no usual spread"
    );
}

#[tokio::test]
async fn weeks_and_months_are_the_mean_of_the_days_they_have() {
    let fixture = Fixture::at(NOW);
    let steps = [
        ("2026-09-28", 4000.0),
        ("2026-09-30", 5000.0),
        ("2026-10-01", 9000.0),
        ("2026-10-05", 100.0),
    ];
    fixture
        .store(steps.map(|(day, steps)| {
            lasting(
                Metric::StepCount,
                &format!("{day}T10:00:00-07:00"),
                &format!("{day}T11:00:00-07:00"),
                steps,
                "Watch",
            )
        }))
        .await;
    for (aggregate, expected, days) in [
        (
            Aggregate::Day,
            "09-28=4000 09-30=5000 10-01=9000 10-05=100",
            vec![1, 1, 1, 1],
        ),
        // 2026-09-28 is a Monday.
        (Aggregate::Week, "09-28=6000 10-05=100", vec![3, 1]),
        (Aggregate::Month, "09-01=4500 10-01=4550", vec![2, 2]),
    ] {
        let request = SeriesRequest {
            aggregate,
            ..over(Metric::StepCount, "2026-09-20", "2026-10-10")
        };
        let answer = series(&fixture, request).await;
        assert_eq!(line(&answer), expected);
        let counted: Vec<u32> = answer.points.iter().map(|point| point.days).collect();
        assert_eq!(counted, days);
        assert_eq!(answer.stats.unwrap().n, 4, "of days, whatever a point is");
    }
}

#[tokio::test]
async fn never_recorded_and_elsewhere_recorded_and_zero_are_three_answers() {
    let fixture = Fixture::at(NOW);
    let zero = lasting(
        Metric::FlightsClimbed,
        "2026-10-05T10:00:00-07:00",
        "2026-10-05T11:00:00-07:00",
        0.0,
        "Watch",
    );
    let gone = superseded(apple(Metric::HrvSdnn, "2026-10-05T08:00:00-07:00", 40.0));
    fixture.store([zero, gone]).await;
    let note = |what: &str| vec![what.to_owned()];
    for (metric, start, end, points, notes) in [
        (
            Metric::FlightsClimbed,
            "2026-10-01",
            "2026-10-10",
            "10-05=0",
            vec![],
        ),
        (
            Metric::FlightsClimbed,
            "2026-10-06",
            "2026-10-10",
            "",
            note(
                "flights_climbed was not recorded in these days, which is not zero; the last day \
                 with it is 2026-10-05.",
            ),
        ),
        (
            Metric::FlightsClimbed,
            "2026-09-01",
            "2026-09-10",
            "",
            note(
                "flights_climbed was not recorded in these days, which is not zero; the first day \
                 with it is 2026-10-05.",
            ),
        ),
        (
            Metric::StepCount,
            "2026-10-01",
            "2026-10-10",
            "",
            note("step_count was never recorded, which is not zero."),
        ),
        (
            Metric::HrvSdnn,
            "2026-10-01",
            "2026-10-10",
            "",
            note("hrv_sdnn was never recorded, which is not zero."),
        ),
        (
            Metric::SleepTotal,
            "2026-10-01",
            "2026-10-10",
            "",
            note("sleep_total was never recorded, which is not zero."),
        ),
    ] {
        let answer = series(&fixture, over(metric, start, end)).await;
        assert_eq!((line(&answer).as_str(), &answer.notes), (points, &notes));
        assert_eq!(answer.stats.is_none(), points.is_empty());
        assert_eq!(answer.data_through.is_none(), points.is_empty());
    }
}

#[tokio::test]
async fn what_the_teller_of_a_night_does_not_say_has_no_value_and_was_recorded_all_the_same() {
    let fixture = Fixture::at(NOW);
    let (from, until) = ("2026-10-04T23:00:00-07:00", "2026-10-05T07:00:00-07:00");
    fixture
        .store([
            lasting(Metric::SleepCore, from, until, 8.0, "Watch"),
            lasting(Metric::SleepInBed, from, until, 8.0, "iPhone"),
        ])
        .await;
    let request = over(Metric::SleepInBed, "2026-10-01", "2026-10-10");
    let answer = series(&fixture, request).await;
    assert_eq!(line(&answer), "");
    assert_eq!(answer.recorded, None);
    assert!(answer.notes[0].contains("has no value on any day"));
    assert!(answer.notes[0].contains("a night is told by one source"));
}

#[tokio::test]
async fn food_is_what_health_metrics_says_it_is() {
    let mut fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    let meal = |metric, at: &str, value, source: &str| Reading {
        source: source.to_owned(),
        ..apple(metric, at, value)
    };
    fixture
        .store([
            // Before the default switchover and after it on one day.
            meal(Metric::Carbs, "2026-09-29T12:00:00-07:00", 4.0, "Diary"),
            meal(Metric::Fiber, "2026-09-29T12:00:00-07:00", 2.0, "Diary"),
            meal(Metric::Carbs, "2026-09-29T18:00:00-07:00", 30.0, "Diary"),
            meal(Metric::Fiber, "2026-09-29T18:00:00-07:00", 8.0, "Diary"),
            // More fiber than carbohydrates.
            meal(Metric::Carbs, "2026-10-01T12:00:00-07:00", 3.0, "Diary"),
            meal(Metric::Fiber, "2026-10-01T12:00:00-07:00", 7.0, "Diary"),
            // Fiber of another app, and a day with fiber alone.
            meal(Metric::Carbs, "2026-10-02T12:00:00-07:00", 20.0, "Diary"),
            meal(Metric::Fiber, "2026-10-02T12:00:00-07:00", 5.0, "Other"),
            meal(Metric::Fiber, "2026-10-03T12:00:00-07:00", 6.0, "Diary"),
            meal(Metric::Protein, "2026-10-03T12:00:00-07:00", 25.3, "Diary"),
            meal(Metric::Protein, "2026-10-03T12:00:00-07:00", 25.1, "Other"),
            meal(
                Metric::Calories,
                "2026-10-03T23:59:00-07:00",
                700.0,
                "Diary",
            ),
        ])
        .await;
    for switchover in [None, Some(Switchover::Always), Some(Switchover::Never)] {
        fixture.account.switchover = switchover;
        for metric in [
            Metric::Protein,
            Metric::Carbs,
            Metric::Fiber,
            Metric::Fat,
            Metric::Calories,
        ] {
            let answer = series(&fixture, over(metric, "2026-09-25", "2026-10-06")).await;
            let points = answer.points.iter().map(|point| (point.date, point.value));
            let points: Vec<(Date, f64)> = points.collect();
            let health = fixture.health(&[metric], "2026-09-25", "2026-10-06").await;
            let field = vitalog_service::sum_field(metric);
            let sums = health.days.iter().filter_map(|day| {
                let sum = day.sums.iter().find(|sum| sum.field == field)?;
                Some((day.date, sum.value))
            });
            let sums: Vec<(Date, f64)> = sums.collect();
            assert_eq!(points, sums, "{switchover:?} {}", metric.slug());
        }
    }
    fixture.account.switchover = None;
    let carbs = series(&fixture, over(Metric::Carbs, "2026-09-25", "2026-10-06")).await;
    assert_eq!(line(&carbs), "09-29=26 10-01=0 10-02=20");
    assert_eq!(carbs.notes.len(), 3, "{:?}", carbs.notes);
    assert!(carbs.notes[0].contains("net carbs"));
    assert!(carbs.notes[1].contains("count as already net"));
    assert!(carbs.notes[2].ends_with("of 2026-10-01, 2026-10-02, 2026-10-03."));
}

#[tokio::test]
async fn values_stand_in_the_units_of_the_account() {
    let mut fixture = Fixture::at(NOW);
    let weight = Reading {
        original: Quantity::Single(74.35),
        original_unit: "kg".to_owned(),
        ..apple(Metric::Weight, "2026-10-05T08:00:00-07:00", 163.91)
    };
    fixture.store([weight]).await;
    let request = over(Metric::Weight, "2026-10-01", "2026-10-10");
    for (units, unit, value) in [
        (UnitSystem::Us, "lb", "10-05=163.91"),
        (UnitSystem::Metric, "kg", "10-05=74.35"),
    ] {
        fixture.account.units = units;
        let answer = series(&fixture, request.clone()).await;
        assert_eq!(
            (answer.unit.as_str(), line(&answer).as_str()),
            (unit, value)
        );
    }
}

#[tokio::test]
async fn blood_pressure_has_both_numbers_and_statistics_of_the_first() {
    let fixture = Fixture::at(NOW);
    fixture
        .store([
            pressure("2026-10-05T08:00:00-07:00", 120.0, 80.0),
            pressure("2026-10-05T20:00:00-07:00", 131.0, 85.0),
            pressure("2026-10-07T08:00:00-07:00", 118.0, 78.0),
        ])
        .await;
    let request = over(Metric::BloodPressure, "2026-10-01", "2026-10-10");
    let answer = series(&fixture, request.clone()).await;
    assert_eq!(line(&answer), "10-05=125.5/82.5 10-07=118/78");
    let stats = answer.stats.unwrap();
    assert_eq!((stats.min, stats.max, stats.mean), (118.0, 125.5, 121.75));
    let weekly = SeriesRequest {
        aggregate: Aggregate::Month,
        ..request
    };
    assert_eq!(line(&series(&fixture, weekly).await), "10-01=121.8/80.3");
}

#[tokio::test]
async fn overlapping_sources_count_once() {
    let fixture = Fixture::at(NOW);
    let (from, until) = ("2026-10-05T10:00:00-07:00", "2026-10-05T11:00:00-07:00");
    fixture
        .store([
            lasting(Metric::StepCount, from, until, 1000.0, "Anna's Watch"),
            lasting(Metric::StepCount, from, until, 900.0, "Anna's iPhone"),
        ])
        .await;
    let request = over(Metric::StepCount, "2026-10-05", "2026-10-05");
    assert_eq!(line(&series(&fixture, request).await), "10-05=1000");
}

#[tokio::test]
async fn days_on_which_clocks_change_are_as_long_as_they_were() {
    let mut fixture = Fixture::at("2026-11-05T12:00:00+01:00");
    fixture.account.zone = TimeZone::get("Europe/Berlin").unwrap();
    // Every hour of three days, of which the middle one has 25 hours in autumn and 23 in spring.
    for (first, after, points) in [
        (
            "2026-10-23T22:00:00Z",
            "2026-10-26T23:00:00Z",
            "10-24=240 10-25=250 10-26=240",
        ),
        (
            "2026-03-27T23:00:00Z",
            "2026-03-30T22:00:00Z",
            "03-28=240 03-29=230 03-30=240",
        ),
    ] {
        let (mut from, after) = (instant(first), instant(after));
        let mut hours = Vec::new();
        while from < after {
            let until = from + 1.hour();
            let steps = lasting(
                Metric::StepCount,
                &from.to_string(),
                &until.to_string(),
                10.0,
                "Watch",
            );
            hours.push(steps);
            from = until;
        }
        fixture.store(hours).await;
        let start = vitalog_core::day::day_of(instant(first), &fixture.account.zone);
        let end = start.saturating_add(2.days());
        let request = over(Metric::StepCount, &start.to_string(), &end.to_string());
        assert_eq!(line(&series(&fixture, request).await), points);
    }
    // A night over the hour that the clock repeats: from 23:00 to 07:00 are nine hours.
    let night = lasting(
        Metric::SleepCore,
        "2026-10-24T21:00:00Z",
        "2026-10-25T06:00:00Z",
        9.0,
        "Watch",
    );
    fixture.store([night]).await;
    let request = over(Metric::SleepTotal, "2026-10-20", "2026-10-30");
    let answer = series(&fixture, request).await;
    assert_eq!(line(&answer), "10-25=9");
    let only = date("2026-10-25");
    let recorded = RecordedDays {
        first: only,
        last: only,
    };
    assert_eq!(answer.recorded, Some(recorded), "by the day of waking");
}

#[tokio::test]
async fn windows_are_days_up_to_today() {
    let fixture = Fixture::at("2026-10-21T23:30:00-07:00");
    let window = |start: Option<&str>, end: Option<&str>, days| WindowRequest {
        start: start.map(date),
        end: end.map(date),
        days,
    };
    let ask = |window| SeriesRequest {
        metric: Metric::StepCount.into(),
        window,
        aggregate: Aggregate::Day,
    };
    for (asked, start, end) in [
        (window(None, None, None), "2026-09-22", "2026-10-21"),
        (window(None, None, Some(1)), "2026-10-21", "2026-10-21"),
        (window(None, None, Some(365)), "2025-10-22", "2026-10-21"),
        (
            window(None, Some("2026-03-01"), Some(2)),
            "2026-02-28",
            "2026-03-01",
        ),
        (
            window(Some("2026-10-01"), None, None),
            "2026-10-01",
            "2026-10-21",
        ),
        (
            window(None, Some("2026-10-01"), None),
            "2026-09-02",
            "2026-10-01",
        ),
    ] {
        let range = series(&fixture, ask(asked)).await.range;
        assert_eq!((range.start, range.end), (date(start), date(end)));
    }
    for (asked, expected) in [
        (window(None, None, Some(0)), code::INVALID_ARGUMENT),
        (window(None, None, Some(366)), code::INVALID_ARGUMENT),
        (
            window(Some("2026-10-01"), None, Some(3)),
            code::INVALID_ARGUMENT,
        ),
        (window(Some("2025-10-21"), None, None), code::RANGE_TOO_LONG),
        (
            window(Some("2026-10-22"), Some("2026-10-21"), None),
            code::INVALID_RANGE,
        ),
    ] {
        let request = ask(asked);
        let answer = fixture.service.metric_series(&fixture.account, &request);
        let refused: ServiceError = answer.await.unwrap_err();
        assert_eq!(refused.code, expected, "{asked:?}");
        assert!(refused.advice.is_some());
    }
}
