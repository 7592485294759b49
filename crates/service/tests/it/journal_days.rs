//! Days of what the person named, in every answer, against a count of their own.

use std::collections::BTreeMap;

use jiff::{ToSpan, civil::Date};
use vitalog_core::{DayRange, Metric};
use vitalog_service::{
    Aggregate, AnyMetric, Combine, CoverageRequest, CoverageState, DayNightRequest, EntryValue,
    ListMetrics, LogEntry, MetricSource, SeriesRequest, WindowRequest, code,
};

use crate::{
    fixture::{Fixture, apple, date},
    journal::{NOW, at, entry, flag, log, on},
};

/// The rules of four names, and the fifth that is true or false.
const NAMES: [(&str, Combine); 5] = [
    ("cups", Combine::Sum),
    ("mood_score", Combine::Mean),
    ("waist_belt_hole", Combine::Last),
    ("headache", Combine::Any),
    ("sneezes", Combine::Sum),
];

/// What stands under a name on a day: the entry of the whole day, and those with a time.
#[derive(Default, Clone)]
struct Told {
    whole: Option<f64>,
    timed: BTreeMap<u32, f64>,
}

impl Told {
    /// The day's value, counted without any code of the program.
    fn value(&self, combine: Combine) -> f64 {
        let mut values: Vec<f64> = self.whole.into_iter().collect();
        values.extend(self.timed.values());
        let mut sum = 0.0;
        for value in &values {
            sum += value;
        }
        match combine {
            Combine::Sum => sum,
            Combine::Mean => {
                let mean = sum / f64::from(u32::try_from(values.len()).unwrap());
                (mean * 100_000.0).round() / 100_000.0
            }
            Combine::Last => *values.last().unwrap(),
            Combine::Any => f64::from(u8::from(values.contains(&1.0))),
        }
    }

    fn entries(&self) -> usize {
        self.timed.len() + usize::from(self.whole.is_some())
    }
}

type Book = BTreeMap<(usize, Date), Told>;

/// Numbers that look as if there were no order in them.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % sides
    }
}

/// Logs entries at random and keeps a book of them; days about both changes of the clocks.
async fn fill(fixture: &Fixture, seed: u64) -> Book {
    let mut dice = Dice(seed);
    let mut book = Book::new();
    let firsts = [date("2026-03-07"), date("2026-09-28")];
    for _ in 0..120 {
        let place = usize::try_from(dice.roll(5)).unwrap();
        let first = firsts[usize::try_from(dice.roll(2)).unwrap()];
        let day = first
            .checked_add(i64::try_from(dice.roll(4)).unwrap().days())
            .unwrap();
        let (name, combine) = NAMES[place];
        let value = if combine == Combine::Any {
            f64::from(u8::from(dice.roll(2) == 1))
        } else {
            f64::from(u32::try_from(dice.roll(9)).unwrap()) / 4.0
        };
        let request = LogEntry {
            combine: Some(combine),
            ..if combine == Combine::Any {
                flag(name, value > 0.0)
            } else {
                entry(name, value)
            }
        };
        let told = book.entry((place, day)).or_default();
        let request = if dice.roll(3) == 0 {
            told.whole = Some(value);
            on(&day.to_string(), request)
        } else {
            // The first and the last seconds of a day too.
            let second = match dice.roll(6) {
                0 => 0,
                1 => 86_399,
                _ => 14_400 + u32::try_from(dice.roll(20_000)).unwrap(),
            };
            told.timed.insert(second, value);
            let (hour, minute) = (second / 3600, second / 60 % 60);
            at(
                &format!("{day}T{hour:02}:{minute:02}:{:02}", second % 60),
                request,
            )
        };
        let stored = log(fixture, request).await.unwrap();
        let value = told.value(combine);
        let expected = if combine == Combine::Any {
            EntryValue::Flag(value > 0.0)
        } else {
            EntryValue::Number(value)
        };
        assert_eq!(stored.of_day, expected, "{name} {day}");
        assert_eq!(usize::try_from(stored.entries).unwrap(), told.entries());
    }
    book
}

fn window(start: &str, end: &str) -> WindowRequest {
    WindowRequest {
        start: Some(date(start)),
        end: Some(date(end)),
        days: None,
    }
}

/// Every answer says what the book says.
async fn check(fixture: &Fixture, book: &Book) {
    let account = &fixture.account;
    let whole = window("2026-01-01", "2026-10-05");
    let list = fixture
        .service
        .list_metrics(account, &ListMetrics::default())
        .await
        .unwrap();
    for (place, (name, combine)) in NAMES.into_iter().enumerate() {
        let expected: Vec<(Date, f64)> = book
            .iter()
            .filter(|((of, _), _)| *of == place)
            .map(|((_, day), told)| (*day, told.value(combine)))
            .collect();
        let metric = fixture
            .service
            .find_any_metric(account, "metric", name)
            .await
            .unwrap();
        let request = SeriesRequest {
            metric,
            window: whole,
            aggregate: Aggregate::Day,
        };
        let series = fixture
            .service
            .metric_series(account, &request)
            .await
            .unwrap();
        let points: Vec<(Date, f64)> = series
            .points
            .iter()
            .map(|point| (point.date, point.value))
            .collect();
        assert_eq!(points, expected, "{name}");
        let recorded = series.recorded.unwrap();
        let ends = (expected[0].0, expected[expected.len() - 1].0);
        assert_eq!((recorded.first, recorded.last), ends);

        let listed = list
            .custom
            .iter()
            .find(|listed| listed.metric.name == name)
            .unwrap();
        let days = listed.days.unwrap();
        assert_eq!((days.recorded.first, days.recorded.last), ends);
        assert_eq!(usize::try_from(days.days).unwrap(), expected.len());

        let request = CoverageRequest {
            metrics: vec![request.metric, Metric::Weight.into()],
            window: whole,
        };
        let coverage = fixture.service.coverage(account, &request).await.unwrap();
        assert_eq!(coverage.metrics[0].metric.key(), name);
        assert_eq!(coverage.metrics[0].days_with_data, expected.len());
        assert_eq!(coverage.metrics[0].last_in_range, Some(ends.1));
        assert_eq!(coverage.metrics[1].state, CoverageState::NeverRecorded);
    }
    let days = DayRange {
        start: date("2026-09-27"),
        end: date("2026-10-02"),
    };
    for day in days.days() {
        let shown = fixture
            .service
            .day_record(account, Some(day))
            .await
            .unwrap();
        assert!(shown.groups.is_empty());
        let shown: BTreeMap<&str, (f64, u32)> = shown
            .custom
            .iter()
            .map(|own| {
                (
                    own.metric.name.as_str(),
                    (own.value.value, own.value.readings),
                )
            })
            .collect();
        let mut expected = BTreeMap::new();
        for (place, (name, combine)) in NAMES.into_iter().enumerate() {
            if let Some(told) = book.get(&(place, day)) {
                let entries = u32::try_from(told.entries()).unwrap();
                expected.insert(name, (told.value(combine), entries));
            }
        }
        assert_eq!(shown, expected, "{day}");
    }
}

#[tokio::test]
async fn every_answer_has_the_days_of_a_name_by_its_rule() {
    for seed in 1..=3 {
        let fixture = Fixture::at(NOW);
        let book = fill(&fixture, seed).await;
        check(&fixture, &book).await;
        // From the entries themselves, while stored values are not those of the account.
        fixture.forget_daily_values(Metric::Custom).await;
        let (kind, id) = vitalog_sync::daily::DailyState::document();
        let owner = vitalog_storage::Owner::Account(fixture.account.id.clone());
        vitalog_storage::DocumentStore::delete_document(&*fixture.storage, &owner, kind, &id)
            .await
            .unwrap();
        check(&fixture, &book).await;
        fixture
            .service
            .rebuild_daily_values(&fixture.account, |_| ())
            .await
            .unwrap();
        check(&fixture, &book).await;
    }
}

#[tokio::test]
async fn names_are_found_in_any_spelling_and_told_from_metrics() {
    let fixture = Fixture::at(NOW);
    let account = &fixture.account;
    log(&fixture, entry("mood_score", 7.0)).await.unwrap();
    for name in ["mood_score", " Mood Score", "MOODSCORE", "mood-score"] {
        let found = fixture
            .service
            .find_any_metric(account, "metric", name)
            .await
            .unwrap();
        assert_eq!(found.key(), "mood_score", "{name}");
    }
    for name in ["custom", "mood_scores", "(mood)", ""] {
        let error = fixture
            .service
            .find_any_metric(account, "metric", name)
            .await
            .unwrap_err();
        assert_eq!(error.code, code::INVALID_ARGUMENT, "{name}");
    }
    let error = fixture
        .service
        .find_any_metric(account, "metric", "mood_scor")
        .await
        .unwrap_err();
    assert!(error.advice.unwrap().contains("mood_score"));
    let names = ["weight", "mood score", "Weight", "mood_score"];
    let found = fixture
        .service
        .find_any_metrics(account, &names)
        .await
        .unwrap();
    let keys: Vec<&str> = found.iter().map(AnyMetric::key).collect();
    assert_eq!(keys, ["weight", "mood_score"]);
}

#[tokio::test]
async fn what_the_person_named_is_set_against_the_night_after_it() {
    let fixture = Fixture::at(NOW);
    let account = &fixture.account;
    let mut dice = Dice(7);
    let mut cups = 0.0;
    let mut rows = Vec::new();
    for ago in (0..80).rev() {
        let day = date("2026-10-05")
            .checked_sub(i64::from(ago).days())
            .unwrap();
        let noise = f64::from(u32::try_from(dice.roll(100)).unwrap());
        // The night that ends on a day follows the cups of the day before.
        let at = format!("{day}T06:00:00-07:00");
        rows.push(apple(Metric::HrvSdnn, &at, 90.0 - 8.0 * cups + noise / 2.0));
        cups = f64::from(u32::try_from(dice.roll(9)).unwrap());
        log(&fixture, on(&day.to_string(), entry("cups", cups)))
            .await
            .unwrap();
    }
    fixture.store(rows).await;
    let request = DayNightRequest {
        cause: fixture
            .service
            .find_any_metric(account, "metric", "cups")
            .await
            .unwrap(),
        effect: Metric::HrvSdnn.into(),
        window: WindowRequest::default(),
    };
    let answer = fixture.service.day_night(account, &request).await.unwrap();
    assert_eq!(answer.alignment.lag, 1);
    let found = answer.found.unwrap();
    assert!(found.n > 70 && found.r < -0.65, "{found:?}");
    let same = DayNightRequest {
        effect: request.cause.clone(),
        ..request
    };
    let error = fixture.service.day_night(account, &same).await.unwrap_err();
    assert_eq!(error.code, code::NOT_AVAILABLE);
    assert!(!error.message.contains("cups"), "{error}");
}

#[tokio::test]
async fn list_has_names_by_source_and_by_word() {
    let fixture = Fixture::at(NOW);
    log(&fixture, entry("mood_score", 7.0)).await.unwrap();
    log(&fixture, flag("headache", true)).await.unwrap();
    log(&fixture, entry("meetings", 3.0)).await.unwrap();
    let both = ["mood_score", "headache"];
    let cases: Vec<(Option<MetricSource>, Option<&str>, &[&str])> = vec![
        (None, None, &both),
        (Some(MetricSource::Custom), None, &both),
        (Some(MetricSource::Apple), None, &[]),
        (Some(MetricSource::Ledger), None, &[]),
        (None, Some("mood score"), &both[..1]),
        (None, Some("headache"), &both[1..]),
        (None, Some("journal"), &both),
        (None, Some("steps"), &[]),
    ];
    for (source, query, expected) in cases {
        let request = ListMetrics {
            source,
            query: query.map(str::to_owned),
        };
        let list = fixture
            .service
            .list_metrics(&fixture.account, &request)
            .await
            .unwrap();
        let names: Vec<&str> = list
            .custom
            .iter()
            .map(|own| own.metric.name.as_str())
            .collect();
        assert_eq!(names, expected, "{source:?} {query:?}");
        if source == Some(MetricSource::Custom) {
            assert!(list.recorded.is_empty() && list.never_recorded.is_empty());
        }
        if source == Some(MetricSource::Ledger) {
            let keys: Vec<&str> = list.recorded.iter().map(|own| own.metric.slug()).collect();
            assert_eq!(keys, ["meetings"]);
        }
    }
}
