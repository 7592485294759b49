//! Entries of the journal: what is stored, what is refused, and what is deleted again.

use vitalog_core::{Context, Metric, Quantity, Reading, Via, reading::CHAT_SOURCE};
use vitalog_service::{
    Combine, CustomMetric, DeleteReading, EntryValue, LogEntry, MAX_CUSTOM_METRICS, Removal,
    ServiceError, StoredEntry, Target, code,
};

use crate::fixture::{Fixture, date};

pub(crate) const NOW: &str = "2026-10-05T12:00:00-07:00";

pub(crate) fn entry(name: &str, value: f64) -> LogEntry {
    LogEntry {
        name: name.to_owned(),
        value: EntryValue::Number(value),
        date: None,
        timestamp: None,
        unit: None,
        note: None,
        combine: None,
        is_estimate: false,
    }
}

pub(crate) fn flag(name: &str, value: bool) -> LogEntry {
    LogEntry {
        value: EntryValue::Flag(value),
        ..entry(name, 0.0)
    }
}

pub(crate) fn on(day: &str, request: LogEntry) -> LogEntry {
    LogEntry {
        date: Some(date(day)),
        ..request
    }
}

pub(crate) fn at(time: &str, request: LogEntry) -> LogEntry {
    LogEntry {
        timestamp: Some(time.to_owned()),
        ..request
    }
}

pub(crate) async fn log(fixture: &Fixture, request: LogEntry) -> Result<StoredEntry, ServiceError> {
    fixture.service.log_entry(&fixture.account, request).await
}

async fn rows(fixture: &Fixture, metric: Metric) -> Vec<Reading> {
    fixture
        .record()
        .await
        .readings
        .remove(&metric)
        .unwrap_or_default()
}

#[tokio::test]
async fn entry_is_stored_with_all_that_was_said() {
    let fixture = Fixture::at(NOW);
    let request = LogEntry {
        unit: Some("mg".to_owned()),
        combine: Some(Combine::Sum),
        note: Some(" with lunch ".to_owned()),
        is_estimate: true,
        ..at("2026-10-05T07:30", entry("Magnesium Pill", 200.5))
    };
    let stored = log(&fixture, request).await.unwrap();
    assert_eq!(stored.name, "magnesium_pill");
    assert_eq!(
        (stored.date, stored.time.as_deref()),
        (date("2026-10-05"), Some("07:30"))
    );
    assert_eq!(stored.value, EntryValue::Number(200.5));
    assert_eq!(stored.unit.as_deref(), Some("mg"));
    assert_eq!(stored.combine, Combine::Sum);
    assert!(stored.is_estimate);
    assert_eq!(stored.note.as_deref(), Some("with lunch"));
    assert_eq!(stored.timestamp, "2026-10-05T07:30:00-07:00");
    assert_eq!(
        (stored.of_day, stored.entries),
        (EntryValue::Number(200.5), 1)
    );
    assert_eq!(stored.replaced, None);
    assert_eq!(stored.notes.len(), 1);

    let [row] = &rows(&fixture, Metric::Custom).await[..] else {
        panic!("one row")
    };
    assert_eq!(row.label.as_deref(), Some("magnesium_pill"));
    assert_eq!(row.quantity, Quantity::Single(200.5));
    assert_eq!(row.original_unit, "mg");
    assert_eq!(row.recorded_at, "2026-10-05T07:30");
    assert_eq!((row.via, row.source.as_str()), (Via::Chat, CHAT_SOURCE));
    assert_eq!((row.context, row.day), (Some(Context::Estimate), None));
}

/// Each line is logged in turn on one account: what is asked, and what comes of it.
#[tokio::test]
async fn first_use_of_a_name_fixes_its_rule_its_unit_and_its_sort() {
    let fixture = Fixture::at(NOW);
    let with = |combine, unit: &str, request| LogEntry {
        combine,
        unit: (!unit.is_empty()).then(|| unit.to_owned()),
        ..request
    };
    let coffee = || entry("coffee", 1.0);
    let steps: Vec<(LogEntry, Result<&str, &str>)> = vec![
        (with(Some(Combine::Sum), "cups", coffee()), Ok("sum cups")),
        (with(None, "", coffee()), Ok("sum cups")),
        (
            with(Some(Combine::Sum), "cups", entry(" COFFEE ", 1.0)),
            Ok("sum cups"),
        ),
        (
            with(Some(Combine::Mean), "", coffee()),
            Err("`combine` is fixed for this name: it is sum"),
        ),
        (with(None, "ml", coffee()), Err("`unit` is not the one")),
        (with(None, "Cups", coffee()), Err("`unit` is not the one")),
        (flag("coffee", true), Err("`value` must be a number")),
        (entry("mood_score", 7.0), Ok("last -")),
        (
            with(None, "points", entry("mood_score", 7.0)),
            Err("`unit` is not the one"),
        ),
        (entry("Mood-Score", 6.0), Ok("last -")),
        (entry("moodscore", 6.0), Ok("last -")),
        (flag("took_magnesium", true), Ok("any -")),
        (entry("took_magnesium", 1.0), Ok("any -")),
        (entry("took_magnesium", 0.0), Ok("any -")),
        (
            entry("took_magnesium", 2.0),
            Err("`value` must be true or false"),
        ),
        (
            with(Some(Combine::Sum), "", flag("sneezed", true)),
            Ok("sum -"),
        ),
        (
            with(Some(Combine::Any), "", entry("napped", 1.0)),
            Ok("any -"),
        ),
        (
            with(Some(Combine::Any), "", entry("walked", 3.0)),
            Err("`value` must be true or false"),
        ),
        (
            with(Some(Combine::Mean), "", entry("walked", 3.0)),
            Ok("mean -"),
        ),
    ];
    for (place, (request, expected)) in steps.into_iter().enumerate() {
        let before = fixture.record().await;
        match (log(&fixture, request).await, expected) {
            (Ok(stored), Ok(fixed)) => {
                let unit = stored.unit.as_deref().unwrap_or("-");
                assert_eq!(
                    format!("{} {unit}", stored.combine.as_str()),
                    fixed,
                    "{place}"
                );
            }
            (Err(error), Err(words)) => {
                assert!(error.message.contains(words), "{place}: {}", error.message);
                assert_eq!(error.code, code::INVALID_ARGUMENT);
                assert_eq!(fixture.record().await, before, "{place}");
            }
            (outcome, _) => panic!("{place}: {outcome:?}"),
        }
    }
    let own = fixture
        .service
        .custom_metrics(&fixture.account)
        .await
        .unwrap();
    let names: Vec<&str> = own.iter().map(|metric| metric.name.as_str()).collect();
    let expected = [
        "coffee",
        "mood_score",
        "took_magnesium",
        "sneezed",
        "napped",
        "walked",
    ];
    assert_eq!(names, expected);
    let units: Vec<&str> = own.iter().map(CustomMetric::shown_unit).collect();
    assert_eq!(units, ["cups", "", "0/1", "0/1", "0/1", ""]);
}

#[tokio::test]
async fn entry_is_replaced_at_its_second_and_on_its_day_and_by_no_other_name() {
    let fixture = Fixture::at(NOW);
    let midnight = "2026-10-04T00:00:00-07:00";
    let steps = [
        (at(midnight, entry("tea", 1.0)), None, 1),
        (at(midnight, entry("tea", 2.0)), Some(1.0), 1),
        (at(midnight, entry("water_glasses", 3.0)), None, 2),
        // That whole day is not its first second.
        (on("2026-10-04", entry("tea", 4.0)), None, 3),
        (on("2026-10-04", entry("tea", 5.0)), Some(4.0), 3),
        (on("2026-10-03", entry("tea", 6.0)), None, 4),
        (entry("tea", 7.0), None, 5),
        // What is said twice within a second was said twice.
        (entry("tea", 8.0), None, 6),
        (entry("tea", 8.0), None, 7),
    ];
    for (request, replaced, stored) in steps {
        let answer = log(&fixture, request).await.unwrap();
        assert_eq!(answer.replaced, replaced.map(EntryValue::Number));
        assert_eq!(rows(&fixture, Metric::Custom).await.len(), stored);
    }
}

#[tokio::test]
async fn entry_of_a_day_stays_that_days_when_the_zone_of_the_account_changes() {
    let mut fixture = Fixture::at(NOW);
    log(&fixture, on("2026-10-04", entry("tea", 1.0)))
        .await
        .unwrap();
    log(&fixture, on("2026-10-04", entry("meetings", 1.0)))
        .await
        .unwrap();
    fixture.account.zone = jiff::tz::TimeZone::get("Asia/Tokyo").unwrap();
    for name in ["tea", "meetings"] {
        let again = log(&fixture, on("2026-10-04", entry(name, 2.0)))
            .await
            .unwrap();
        assert_eq!(again.replaced, Some(EntryValue::Number(1.0)), "{name}");
        assert_eq!(
            (again.of_day, again.entries),
            (EntryValue::Number(2.0), 1),
            "{name}"
        );
        assert_eq!(again.date, date("2026-10-04"));
    }
    assert_eq!(rows(&fixture, Metric::Custom).await.len(), 1);
    assert_eq!(rows(&fixture, Metric::Meetings).await.len(), 1);
}

#[tokio::test]
async fn guesses_of_food_never_enter_the_sums_of_food() {
    let fixture = Fixture::at(NOW);
    let before = fixture.all_health("2026-10-04", "2026-10-05").await;
    for (food, kept_as) in [
        ("carbs", "carbs_estimate"),
        ("Net Carbs", "carbs_estimate"),
        ("protein", "protein_estimate"),
        ("fiber", "fiber_estimate"),
        ("calories", "calories_estimate"),
        ("caffeine", "caffeine_estimate"),
    ] {
        let guess = LogEntry {
            is_estimate: true,
            ..on("2026-10-04", entry(food, 20.0))
        };
        let stored = log(&fixture, guess).await.unwrap();
        assert_eq!(stored.name, kept_as);
        assert!(stored.is_estimate);
        assert_eq!(stored.combine, Combine::Sum);
        assert!(stored.unit.is_some());
    }
    let after = fixture.all_health("2026-10-04", "2026-10-05").await;
    assert_eq!(after, before);
    let direct = log(&fixture, entry("protein estimate", 5.0)).await.unwrap();
    assert!(direct.is_estimate);
}

#[tokio::test]
async fn numbers_of_a_working_day_are_readings_of_their_metrics() {
    let fixture = Fixture::at(NOW);
    let first = log(&fixture, on("2026-10-05", entry("Meetings", 4.0)))
        .await
        .unwrap();
    assert_eq!(
        (first.name.as_str(), first.unit.as_deref()),
        ("meetings", Some("count"))
    );
    assert_eq!(first.of_day, EntryValue::Number(4.0));
    assert!(first.notes.is_empty());
    let more = log(&fixture, at("2026-10-05T09:00", entry("meetings", 1.0)))
        .await
        .unwrap();
    assert_eq!((more.of_day, more.entries), (EntryValue::Number(5.0), 2));
    for (time, value, mean) in [("09:00", 0.5, 0.5), ("10:00", -0.1, 0.2)] {
        let time = format!("2026-10-05T{time}");
        let call = log(&fixture, at(&time, entry("call_sentiment", value)))
            .await
            .unwrap();
        assert_eq!(call.of_day, EntryValue::Number(mean));
    }
    assert!(rows(&fixture, Metric::Custom).await.is_empty());
    let row = &rows(&fixture, Metric::Meetings).await[0];
    assert_eq!(
        (row.day, row.label.as_deref()),
        (Some(date("2026-10-05")), None)
    );
}

fn removal(target: &str, timestamp: &str) -> DeleteReading {
    DeleteReading {
        target: Target::find(target).unwrap(),
        timestamp: timestamp.to_owned(),
        value: None,
        source: None,
        undo: false,
    }
}

#[tokio::test]
async fn entries_are_deleted_by_time_and_with_the_last_the_name_is_free_again() {
    let fixture = Fixture::at(NOW);
    let delete = async |target: &str, timestamp: &str| {
        let request = removal(target, timestamp);
        fixture
            .service
            .delete_reading(&fixture.account, request)
            .await
    };
    let cups = |request| LogEntry {
        unit: Some("cups".to_owned()),
        ..request
    };
    let first = log(
        &fixture,
        cups(at("2026-10-05T07:00", entry("tea_cups", 1.0))),
    )
    .await
    .unwrap();
    let whole = log(&fixture, on("2026-10-04", entry("tea_cups", 2.0)))
        .await
        .unwrap();
    log(&fixture, at("2026-10-05T07:00", entry("juice", 1.0)))
        .await
        .unwrap();
    log(&fixture, on("2026-10-05", entry("messages_sent", 30.0)))
        .await
        .unwrap();

    let unknown = delete("lemonade", "2026-10-05T07:00").await.unwrap_err();
    assert_eq!(unknown.code, code::INVALID_ARGUMENT);
    let missed = delete("tea_cups", "2026-10-05T08:00").await.unwrap_err();
    assert_eq!(missed.code, code::NOT_FOUND);
    assert!(missed.advice.unwrap().contains("1 cups (claude-log)"));

    let Removal::Deleted(gone) = delete("Tea Cups", &first.timestamp).await.unwrap() else {
        panic!("deleted")
    };
    assert_eq!(
        (gone.target.name(), gone.date),
        ("tea_cups", date("2026-10-05"))
    );
    assert_eq!(rows(&fixture, Metric::Custom).await.len(), 2);
    // One is left, so the unit is still fixed.
    let litres = |request| LogEntry {
        unit: Some("l".to_owned()),
        ..request
    };
    assert!(log(&fixture, litres(entry("tea_cups", 1.0))).await.is_err());
    delete("teacups", &whole.timestamp).await.unwrap();
    log(&fixture, litres(entry("tea_cups", 1.0))).await.unwrap();

    let work = delete("messages_sent", "2026-10-05T00:00").await.unwrap();
    assert!(matches!(work, Removal::Deleted(_)));
    assert!(rows(&fixture, Metric::MessagesSent).await.is_empty());
}

#[tokio::test]
async fn names_are_limited_and_those_there_are_go_on() {
    let fixture = Fixture::at(NOW);
    for number in 0..MAX_CUSTOM_METRICS {
        log(&fixture, entry(&format!("name_{number}"), 1.0))
            .await
            .unwrap();
    }
    let error = log(&fixture, entry("one_more", 1.0)).await.unwrap_err();
    assert_eq!(error.code, code::CONFLICT);
    log(&fixture, on("2026-10-04", entry("name_0", 2.0)))
        .await
        .unwrap();
    log(&fixture, entry("meetings", 2.0)).await.unwrap();
}

#[tokio::test]
async fn of_racing_first_uses_one_fixes_the_name() {
    let fixture = Fixture::at(NOW);
    let with = |combine, minute: u8| LogEntry {
        combine: Some(combine),
        ..at(&format!("2026-10-05T07:0{minute}"), entry("sneezes", 1.0))
    };
    let (one, other) = tokio::join!(
        log(&fixture, with(Combine::Sum, 1)),
        log(&fixture, with(Combine::Mean, 2)),
    );
    assert!(one.is_ok() != other.is_ok());
    assert_eq!(rows(&fixture, Metric::Custom).await.len(), 1);
    let own = fixture
        .service
        .custom_metrics(&fixture.account)
        .await
        .unwrap();
    assert_eq!(own.len(), 1);
}
