//! Whether a metric has a value on a day is one question, and every answer about days answers it
//! alike: a series, the coverage, the catalog, the day itself and the readings of it.

use std::collections::BTreeSet;

use jiff::{SignedDuration, ToSpan, civil::Date};
use proptest::prelude::*;
use vitalog_core::{Account, DayRange, Grain, Metric, Reading, Switchover, UnitSystem, Via};
use vitalog_service::{
    Aggregate, CoverageRequest, CoverageState, HEALTH_METRICS, ListMetrics, SeriesRequest,
    WindowRequest,
};

use crate::fixture::{Fixture, apple, date, instant, superseded};

/// Of every rule of a day, of both sorts of identity, of those of which a source names the day.
const METRICS: [Metric; 13] = [
    Metric::Weight,
    Metric::Glucose,
    Metric::Protein,
    Metric::Carbs,
    Metric::Fiber,
    Metric::StepCount,
    Metric::ActiveEnergy,
    Metric::HrvRmssd,
    Metric::SleepTotal,
    Metric::SleepCore,
    Metric::SleepAwake,
    Metric::SleepInBed,
    Metric::SleepUnspecified,
];

/// Clocks go back on the first of November.
const FIRST: Date = jiff::civil::date(2026, 10, 28);
/// How many days readings begin on.
const DAYS: i64 = 8;

fn asked() -> DayRange {
    DayRange {
        start: FIRST.saturating_sub(10.days()),
        end: FIRST.saturating_add((DAYS + 10).days()),
    }
}

fn window() -> WindowRequest {
    WindowRequest {
        start: Some(asked().start),
        end: Some(asked().end),
        ..WindowRequest::default()
    }
}

prop_compose! {
    fn rows()(
        metric in prop::sample::select(METRICS.to_vec()),
        minute in 0..DAYS * 24 * 60,
        source in prop::sample::select(vec!["Watch", "iPhone", "iPhone|Watch", "Oura", ""]),
        via in prop::sample::select(vec![Via::Hae, Via::Hae, Via::Hae, Via::Oura, Via::Whoop]),
        grain in prop::sample::select(vec![
            None, None, None, Some(Grain::Hour), Some(Grain::Day), Some(Grain::Week),
        ]),
        length in prop::option::of(1_i64..11 * 60),
        day in prop::option::of(-1_i64..2),
        value in 1_u8..9,
        counts in prop::bool::weighted(0.8),
    ) -> Reading {
        // Whole hours and midnights more often than chance has them.
        let minute = if minute % 3 == 0 { minute / 60 * 60 } else { minute };
        let minute = if grain == Some(Grain::Day) { minute / (24 * 60) * 24 * 60 } else { minute };
        let midnight = instant("2026-10-28T00:00:00-07:00");
        let at = midnight + SignedDuration::from_mins(minute);
        let own = DayRange { start: FIRST, end: FIRST }.start;
        let own = own.saturating_add((minute / (24 * 60)).days());
        let row = Reading {
            at,
            source: source.to_owned(),
            via,
            grain,
            until: length.map(|length| at + SignedDuration::from_mins(length)),
            day: day.filter(|_| via != Via::Hae).map(|away| own.saturating_add(away.days())),
            ..apple(metric, "2026-10-28T00:00:00-07:00", f64::from(value))
        };
        if counts { row } else { superseded(row) }
    }
}

fn switchovers() -> impl Strategy<Value = Option<Switchover>> {
    prop::sample::select(vec![
        None,
        Some(Switchover::Always),
        Some(Switchover::Never),
        Some(Switchover::At(instant("2026-10-30T15:44:00-07:00"))),
    ])
}

/// The days with a value, as the series shows them, after the other answers agreed.
async fn check(fixture: &Fixture, metric: Metric, is_counted: bool) -> BTreeSet<Date> {
    let Fixture {
        service, account, ..
    } = fixture;
    let request = SeriesRequest {
        metric: metric.into(),
        window: window(),
        aggregate: Aggregate::Day,
    };
    let series = service.metric_series(account, &request).await.unwrap();
    let days: BTreeSet<Date> = series.points.iter().map(|point| point.date).collect();
    let edges = days.first().copied().zip(days.last().copied());
    let told = series.recorded.map(|days| (days.first, days.last));
    assert_eq!(told, edges, "{metric:?} in its own series");
    assert_eq!(series.days_with_data, days.len());

    let request = CoverageRequest {
        metrics: vec![metric.into()],
        window: window(),
    };
    let coverage = service.coverage(account, &request).await.unwrap();
    let covered = &coverage.metrics[0];
    let gaps = covered.gaps.iter().flat_map(|gap| gap.days());
    let gaps: BTreeSet<Date> = gaps.collect();
    let present: BTreeSet<Date> = asked().days().filter(|day| !gaps.contains(day)).collect();
    assert_eq!(present, days, "{metric:?} in coverage");
    assert_eq!(covered.days_with_data, days.len());
    let told = covered.recorded.map(|days| (days.first, days.last));
    assert_eq!(told, edges, "{metric:?} in coverage");
    assert_eq!(covered.state == CoverageState::Present, !days.is_empty());

    let request = ListMetrics::default();
    let list = service.list_metrics(account, &request).await.unwrap();
    let mut listed = list.recorded.iter().chain(&list.never_recorded);
    let listed = listed.find(|listed| listed.metric == metric).unwrap();
    let told = listed.days.map(|days| (days.first, days.last));
    assert_eq!(told, edges, "{metric:?} in the catalog");
    let never = covered.state == CoverageState::NeverRecorded;
    assert_eq!(listed.recorded, !never, "{metric:?} in the catalog");
    if is_counted || days.is_empty() {
        let counted = listed.days_with_data.map(|days| days as usize);
        assert_eq!(counted, Some(days.len()), "{metric:?} in the catalog");
    }

    if HEALTH_METRICS.contains(&metric) {
        let (start, end) = (asked().start.to_string(), asked().end.to_string());
        let health = fixture.health(&[metric], &start, &end).await;
        let shown: BTreeSet<Date> = health.days.iter().map(|day| day.date).collect();
        // A day with fiber alone shows how much of it, and no net carbs.
        if metric != Metric::Carbs {
            assert_eq!(shown, days, "{metric:?} among readings");
        }
    }
    days
}

async fn check_all(fixture: &Fixture, is_counted: bool) -> Vec<BTreeSet<Date>> {
    let mut all = Vec::new();
    for metric in METRICS {
        all.push(check(fixture, metric, is_counted).await);
    }
    for day in asked().days() {
        let record = fixture.service.day_record(&fixture.account, Some(day));
        let record = record.await.unwrap();
        let shown = record.groups.iter().flat_map(|group| &group.metrics);
        let shown: BTreeSet<Metric> = shown.map(|metric| metric.metric).collect();
        for (metric, days) in METRICS.iter().zip(&all) {
            let is_shown = shown.contains(metric);
            assert_eq!(is_shown, days.contains(&day), "{metric:?} on {day}");
        }
    }
    all
}

fn fixture(switchover: Option<Switchover>, units: UnitSystem) -> Fixture {
    let mut fixture = Fixture::at("2026-11-20T12:00:00-08:00");
    fixture.account = Account {
        switchover,
        units,
        ..fixture.account
    };
    fixture
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_answer_has_the_same_days(
        rows in prop::collection::vec(rows(), 1..24),
        switchover in switchovers(),
        units in prop::sample::select(vec![UnitSystem::Us, UnitSystem::Metric]),
    ) {
        let fixture = fixture(switchover, units);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            fixture.store(rows).await;
            let stored = check_all(&fixture, true).await;
            fixture.disown_daily_values().await;
            let from_rows = check_all(&fixture, false).await;
            assert_eq!(stored, from_rows);
        });
    }
}

fn dates(days: &[&str]) -> BTreeSet<Date> {
    days.iter().map(|day| date(day)).collect()
}

/// What the law above says of the two of which answers used to differ.
#[tokio::test]
async fn fiber_has_a_value_from_the_switchover_on() {
    let at = |day: u8| apple(Metric::Fiber, &format!("2026-10-{day}T08:00:00-07:00"), 3.0);
    for (switchover, expected) in [
        ("never", &[][..]),
        ("2026-10-30T12:00:00-07:00", &["2026-10-30", "2026-10-31"]),
        ("always", &["2026-10-28", "2026-10-30", "2026-10-31"]),
    ] {
        let switchover = match switchover {
            "never" => Switchover::Never,
            "always" => Switchover::Always,
            at => Switchover::At(instant(at)),
        };
        let fixture = fixture(Some(switchover), UnitSystem::Us);
        fixture.store([at(28), at(30), at(31)]).await;
        assert_eq!(check(&fixture, Metric::Fiber, true).await, dates(expected));
        let request = CoverageRequest {
            metrics: vec![Metric::Fiber.into()],
            window: window(),
        };
        let coverage = fixture.service.coverage(&fixture.account, &request);
        let state = coverage.await.unwrap().metrics[0].state;
        let is_present = !expected.is_empty();
        let wanted = [CoverageState::NoValue, CoverageState::Present][usize::from(is_present)];
        assert_eq!(state, wanted);
    }
}

#[tokio::test]
async fn what_another_source_tells_of_a_night_has_no_value_and_was_recorded() {
    let stretch = |metric, source: &str, from: &str, until: &str| Reading {
        until: Some(instant(until)),
        source: source.to_owned(),
        ..apple(metric, from, 1.0)
    };
    let fixture = fixture(None, UnitSystem::Us);
    let (from, until) = ("2026-10-28T23:00:00-07:00", "2026-10-29T07:00:00-07:00");
    fixture
        .store([
            stretch(Metric::SleepCore, "Watch", from, until),
            stretch(Metric::SleepInBed, "iPhone", from, until),
            stretch(Metric::SleepUnspecified, "iPhone", from, until),
        ])
        .await;
    for (metric, days) in [
        (Metric::SleepCore, dates(&["2026-10-29"])),
        (Metric::SleepInBed, dates(&[])),
        (Metric::SleepUnspecified, dates(&[])),
    ] {
        assert_eq!(check(&fixture, metric, true).await, days, "{metric:?}");
    }
    let request = SeriesRequest {
        metric: Metric::SleepInBed.into(),
        window: window(),
        aggregate: Aggregate::Day,
    };
    let series = fixture.service.metric_series(&fixture.account, &request);
    let note = series.await.unwrap().notes.remove(0);
    assert!(note.contains("told by one source"), "{note}");
}

/// A phone sends the start of a day's sum with the offset that it has today: in summer a day of
/// winter begins an hour before midnight.
#[tokio::test]
async fn day_summed_up_is_of_the_day_that_holds_its_middle() {
    let day_sum = |metric| Reading {
        grain: Some(Grain::Day),
        ..apple(metric, "2026-11-03T00:00:00-07:00", 40.0)
    };
    let fixture = fixture(Some(Switchover::Always), UnitSystem::Us);
    let metrics = [
        Metric::Protein,
        Metric::Fiber,
        Metric::Glucose,
        Metric::StepCount,
    ];
    fixture.store(metrics.map(day_sum)).await;
    for metric in metrics {
        assert_eq!(check(&fixture, metric, true).await, dates(&["2026-11-03"]));
    }
}

/// Food of an hour that crosses midnight is of the day on which the hour began, whole.
#[tokio::test]
async fn food_is_not_shared_between_days() {
    let fixture = fixture(None, UnitSystem::Us);
    let hour = |metric| Reading {
        grain: Some(Grain::Hour),
        ..apple(metric, "2026-10-29T23:30:00-07:00", 40.0)
    };
    fixture
        .store([hour(Metric::Protein), hour(Metric::StepCount)])
        .await;
    for (metric, days) in [
        (Metric::Protein, &["2026-10-29"][..]),
        (Metric::StepCount, &["2026-10-29", "2026-10-30"]),
    ] {
        assert_eq!(check(&fixture, metric, true).await, dates(days));
    }
}
