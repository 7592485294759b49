//! Everything of one day.

use vitalog_core::{Metric, Quantity, Reading};
use vitalog_service::{DayMetric, DayRecord};

use crate::fixture::{Fixture, apple, date, instant, pressure, superseded, workout};

async fn day(fixture: &Fixture, day: &str) -> DayRecord {
    let answer = fixture
        .service
        .day_record(&fixture.account, Some(date(day)));
    answer.await.unwrap()
}

/// One line a section: `vitals: bp 121/78 mmHg`.
fn lines(day: &DayRecord) -> Vec<String> {
    let groups = day.groups.iter().map(|group| {
        let metrics: Vec<String> = group.metrics.iter().map(show).collect();
        format!("{}: {}", group.group.as_str(), metrics.join(", "))
    });
    groups.collect()
}

fn show(shown: &DayMetric) -> String {
    let value = shown.value.value;
    let value = match shown.value.diastolic {
        Some(diastolic) => format!("{value}/{diastolic}"),
        None => value.to_string(),
    };
    let sources: Vec<String> = shown
        .by_source
        .iter()
        .map(|(source, value)| format!("{source} {}", value.value))
        .collect();
    format!(
        "{} {value} {} ({})",
        shown.metric.slug(),
        shown.unit,
        sources.join(" + ")
    )
}

fn of(source: &str, reading: Reading) -> Reading {
    Reading {
        source: source.to_owned(),
        ..reading
    }
}

#[tokio::test]
async fn a_day_holds_what_was_recorded_and_nothing_else() {
    let fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    let hour = |source, value| Reading {
        until: Some(instant("2026-10-05T11:00:00-07:00")),
        ..of(
            source,
            apple(Metric::StepCount, "2026-10-05T10:00:00-07:00", value),
        )
    };
    let night = Reading {
        until: Some(instant("2026-10-05T06:30:00-07:00")),
        ..of(
            "Watch",
            apple(Metric::SleepDeep, "2026-10-04T23:00:00-07:00", 7.5),
        )
    };
    let spread = Quantity::Spread {
        min: 51.0,
        mean: 64.0,
        max: 120.0,
    };
    let heart = Reading {
        quantity: spread,
        original: spread,
        ..of(
            "Watch",
            apple(Metric::HeartRate, "2026-10-05T09:00:00-07:00", 64.0),
        )
    };
    fixture
        .store([
            of(
                "Scale",
                apple(Metric::Weight, "2026-10-05T07:00:00-07:00", 163.9),
            ),
            of("Cuff", pressure("2026-10-05T07:10:00-07:00", 121.0, 78.0)),
            hour("Watch", 1000.0),
            hour("iPhone", 900.0),
            night,
            heart,
            of(
                "Diary",
                apple(Metric::Carbs, "2026-10-05T12:00:00-07:00", 30.0),
            ),
            of(
                "Diary",
                apple(Metric::Fiber, "2026-10-05T12:00:00-07:00", 8.0),
            ),
            of(
                "Other",
                apple(Metric::Carbs, "2026-10-05T18:00:00-07:00", 10.0),
            ),
            superseded(apple(Metric::Glucose, "2026-10-05T07:00:00-07:00", 95.0)),
            // The day before and the day after.
            apple(Metric::Ketones, "2026-10-04T23:59:59-07:00", 1.0),
            apple(Metric::Ketones, "2026-10-06T00:00:00-07:00", 1.0),
        ])
        .await;
    fixture
        .store_workouts([
            workout("2026-10-05T17:00:00-07:00", 30.0, Some(200.0)),
            workout("2026-10-06T17:00:00-07:00", 30.0, None),
        ])
        .await;
    let answer = day(&fixture, "2026-10-05").await;
    assert_eq!(
        lines(&answer),
        [
            "body: weight 163.9 lb (Scale 163.9)",
            "vitals: bp 121/78 mmHg (Cuff 121), heart_rate 64 count/min (Watch 64)",
            "nutrition: carbs 32 g (Diary 22 + Other 10), fiber 8 g (Diary 8)",
            "activity: step_count 1000 count (Watch 1000 + iPhone 900)",
            // A source that tells one stage has measured nothing of the others.
            "sleep: sleep_total 7.5 hr (Watch 7.5), sleep_core 0 hr (Watch 0), sleep_deep 7.5 hr \
             (Watch 7.5), sleep_rem 0 hr (Watch 0), sleep_awake 0 hr (Watch 0)",
        ]
    );
    let heart = &answer.groups[1].metrics[1].value;
    assert_eq!(
        (heart.min, heart.max, heart.readings),
        (Some(51.0), Some(120.0), 1)
    );
    assert_eq!(answer.workouts.len(), 1);
    assert_eq!(answer.notes, Vec::<String>::new());
    assert!(!answer.is_empty());
}

#[tokio::test]
async fn a_day_without_anything_says_so() {
    let fixture = Fixture::at("2026-10-06T00:30:00-07:00");
    let answer = fixture.service.day_record(&fixture.account, None);
    let answer = answer.await.unwrap();
    assert_eq!(
        answer.date,
        date("2026-10-06"),
        "today in the account's zone"
    );
    assert!(answer.is_empty());
    assert_eq!(
        answer.notes,
        ["Nothing was recorded on this day, which is not a day of nothing."]
    );
}

#[tokio::test]
async fn a_zero_is_something_and_odd_carbohydrates_are_warned_of() {
    let fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    fixture
        .store([
            apple(Metric::FlightsClimbed, "2026-10-05T09:00:00-07:00", 0.0),
            apple(Metric::Carbs, "2026-10-05T12:00:00-07:00", 3.0),
            apple(Metric::Fiber, "2026-10-05T12:00:00-07:00", 7.0),
        ])
        .await;
    let answer = day(&fixture, "2026-10-05").await;
    assert_eq!(
        lines(&answer),
        [
            "nutrition: carbs 0 g (OMRON connect 0), fiber 7 g (OMRON connect 7)",
            "activity: flights_climbed 0 count (OMRON connect 0)",
        ]
    );
    assert_eq!(answer.notes.len(), 1);
    assert!(answer.notes[0].contains("-4 g"), "{:?}", answer.notes);
}
