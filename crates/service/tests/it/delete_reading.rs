use vitalog_core::{Metric, Reading, SupersededBy, UnitSystem};
use vitalog_service::{Affected, DeleteReading, Removal, RemovedRow, ServiceError, Target};

use crate::fixture::{Fixture, apple, date, instant, lines, missing, pressure, superseded};

const DAY: &str = "2026-10-05";

fn glucose_at(timestamp: &str) -> DeleteReading {
    DeleteReading {
        target: Target::Reading(Metric::Glucose),
        timestamp: timestamp.to_owned(),
        value: None,
        source: None,
        undo: false,
    }
}

fn phone(time: &str, value: f64) -> Reading {
    apple(Metric::Glucose, &format!("{DAY}T{time}-07:00"), value)
}

async fn delete(fixture: &Fixture, request: DeleteReading) -> Result<Removal, ServiceError> {
    fixture
        .service
        .delete_reading(&fixture.account, request)
        .await
}

async fn shown(fixture: &Fixture) -> Vec<String> {
    lines(&fixture.all_health(DAY, DAY).await)
}

fn fixture() -> Fixture {
    Fixture::at("2026-10-06T12:00:00-07:00")
}

#[tokio::test]
async fn reading_logged_in_chat_is_deleted_by_the_timestamp_it_was_stored_with() {
    let fixture = fixture();
    let timestamp = fixture.log("2026-10-05T07:30:15", 100.0).await.unwrap();
    let removal = delete(&fixture, glucose_at(&timestamp)).await.unwrap();
    let Removal::Deleted(Affected {
        target,
        date: day,
        row: RemovedRow::Reading(reading),
        timestamp: exact,
        note,
    }) = removal
    else {
        panic!("{removal:?}")
    };
    assert_eq!(target.name(), "glucose");
    assert_eq!(day, date(DAY));
    assert_eq!(reading.source, "claude-log");
    assert_eq!(exact, "2026-10-05T07:30:15-07:00");
    assert_eq!(note, None);
    assert!(fixture.record().await.readings[&Metric::Glucose].is_empty());
}

#[tokio::test]
async fn apple_reading_is_marked_and_can_be_put_back() {
    let fixture = fixture();
    fixture.store([missing(phone("07:02:13", 104.0))]).await;

    let removal = delete(&fixture, glucose_at("2026-10-05T07:02")).await;
    let Removal::Removed(affected) = removal.unwrap() else {
        panic!("removed")
    };
    assert_eq!(affected.timestamp, "2026-10-05T07:02:13-07:00");
    assert!(affected.note.unwrap().contains("Apple Health"));
    assert!(shown(&fixture).await.is_empty());
    let record = fixture.record().await;
    let marks = record.readings[&Metric::Glucose][0].marks;
    let superseded = marks.superseded.unwrap();
    assert_eq!(superseded.by, SupersededBy::Chat);
    assert_eq!(superseded.at, instant("2026-10-06T12:00:00-07:00"));
    assert!(marks.missing_since.is_some());

    let undo = DeleteReading {
        undo: true,
        ..glucose_at("2026-10-05T07:02")
    };
    let removal = delete(&fixture, undo).await.unwrap();
    assert!(matches!(removal, Removal::Restored(_)), "{removal:?}");
    assert_eq!(shown(&fixture).await, ["2026-10-05 glucose 07:02=104"]);
    let record = fixture.record().await;
    assert!(!record.readings[&Metric::Glucose][0].marks.any());
}

#[tokio::test]
async fn undo_restores_whatever_carries_a_mark() {
    let cases = [
        (superseded(phone("07:02:00", 104.0)), true),
        (missing(phone("07:02:00", 104.0)), true),
        (phone("07:02:00", 104.0), false),
    ];
    for (row, restored) in cases {
        let fixture = fixture();
        fixture.store([row]).await;
        let undo = DeleteReading {
            undo: true,
            ..glucose_at("2026-10-05T07:02")
        };
        assert_eq!(delete(&fixture, undo).await.is_ok(), restored);
    }
}

#[tokio::test]
async fn deleted_chat_reading_cannot_be_put_back() {
    let fixture = fixture();
    let timestamp = fixture.log("2026-10-05T07:30", 100.0).await.unwrap();
    delete(&fixture, glucose_at(&timestamp)).await.unwrap();
    let undo = DeleteReading {
        undo: true,
        ..glucose_at(&timestamp)
    };
    let error = delete(&fixture, undo).await.unwrap_err();
    assert_eq!(error.code, "not_found");
    assert!(error.advice.unwrap().contains("log it again"));
}

#[tokio::test]
async fn minute_means_its_sixty_seconds_and_a_second_only_itself() {
    let cases = [
        ("2026-10-05T07:02", "07:02:00", true),
        ("2026-10-05T07:02", "07:02:59", true),
        ("2026-10-05T07:02", "07:03:00", false),
        ("2026-10-05T07:02", "07:01:59", false),
        ("2026-10-05T07:02-07:00", "07:02:59", true),
        ("2026-10-05T14:02Z", "07:02:59", true),
        ("2026-10-05T14:02Z", "07:03:00", false),
        ("2026-10-05T07:02:00", "07:02:59", false),
        ("2026-10-05T07:02:59", "07:02:59", true),
    ];
    for (asked, stored, found) in cases {
        let fixture = fixture();
        fixture.store([phone(stored, 104.0)]).await;
        let outcome = delete(&fixture, glucose_at(asked)).await;
        assert_eq!(outcome.is_ok(), found, "{asked} {stored}");
    }
}

#[tokio::test]
async fn wall_clock_shown_twice_means_both_instants() {
    let fixture = Fixture::at("2026-11-02T12:00:00-08:00");
    fixture
        .store([
            apple(Metric::Glucose, "2026-11-01T01:30:00-07:00", 100.0),
            apple(Metric::Glucose, "2026-11-01T01:30:00-08:00", 120.0),
        ])
        .await;
    let error = delete(&fixture, glucose_at("2026-11-01T01:30")).await;
    assert_eq!(error.unwrap_err().code, "ambiguous");
    let second = glucose_at("2026-11-01T01:30-08:00");
    let Removal::Removed(affected) = delete(&fixture, second).await.unwrap() else {
        panic!("removed")
    };
    assert_eq!(affected.timestamp, "2026-11-01T01:30:00-08:00");
}

#[tokio::test]
async fn several_of_one_minute_are_listed_and_value_picks_one() {
    let fixture = fixture();
    fixture
        .store([phone("07:02:10", 104.0), phone("07:02:40", 98.5)])
        .await;
    let before = fixture.record().await;

    let error = delete(&fixture, glucose_at("2026-10-05T07:02")).await;
    let error = error.unwrap_err();
    assert_eq!(error.code, "ambiguous");
    let advice = error.advice.clone().unwrap();
    for said in [
        "2026-10-05T07:02:10-07:00 104 mg/dL (OMRON connect)",
        "2026-10-05T07:02:40-07:00 98.5 mg/dL (OMRON connect)",
    ] {
        assert!(advice.contains(said), "{advice}");
    }
    assert_eq!(fixture.record().await, before);

    let with_value = |value| DeleteReading {
        value: Some(value),
        ..glucose_at("2026-10-05T07:02")
    };
    let error = delete(&fixture, with_value(101.0)).await.unwrap_err();
    assert_eq!(error.code, "not_found");
    assert!(error.message.contains("with that value"), "{error}");
    assert!(error.advice.unwrap().contains("98.5 mg/dL"));
    assert_eq!(fixture.record().await, before);

    delete(&fixture, with_value(98.45)).await.unwrap();
    assert_eq!(shown(&fixture).await, ["2026-10-05 glucose 07:02=104"]);
}

#[tokio::test]
async fn value_of_a_blood_pressure_is_the_systolic() {
    let fixture = fixture();
    fixture
        .store([
            pressure("2026-10-05T07:02:10-07:00", 121.0, 79.0),
            pressure("2026-10-05T07:02:40-07:00", 79.0, 50.0),
        ])
        .await;
    let request = DeleteReading {
        target: Target::Reading(Metric::BloodPressure),
        value: Some(79.0),
        ..glucose_at("2026-10-05T07:02")
    };
    delete(&fixture, request).await.unwrap();
    assert_eq!(shown(&fixture).await, ["2026-10-05 bp 07:02=121/79"]);
}

#[tokio::test]
async fn value_tolerance_covers_rounding_to_a_tenth_and_no_more() {
    for (value, found) in [
        (104.05, true),
        (104.0509, true),
        (104.052, false),
        (103.9, false),
    ] {
        let fixture = fixture();
        fixture.store([phone("07:02:10", 104.0)]).await;
        let request = DeleteReading {
            value: Some(value),
            ..glucose_at("2026-10-05T07:02")
        };
        assert_eq!(delete(&fixture, request).await.is_ok(), found, "{value}");
    }
}

#[tokio::test]
async fn value_as_shown_picks_one_of_two_that_are_near() {
    let near = [180.0, 180.05];
    for units in [UnitSystem::Us, UnitSystem::Metric] {
        let shown = |pounds: f64| {
            let row = apple(Metric::Weight, "2026-10-05T07:02:10-07:00", pounds);
            units.quantity_of(&row).first()
        };
        for (value, left) in [
            (shown(near[0]), Some(near[1])),
            (shown(near[1]), Some(near[0])),
            (shown(near[0]).midpoint(shown(near[1])), None),
        ] {
            let mut fixture = fixture();
            fixture.account.units = units;
            fixture
                .store(
                    near.map(|pounds| apple(Metric::Weight, "2026-10-05T07:02:10-07:00", pounds)),
                )
                .await;
            let request = DeleteReading {
                target: Target::Reading(Metric::Weight),
                value: Some(value),
                ..glucose_at("2026-10-05T07:02:10")
            };
            let outcome = delete(&fixture, request).await;
            let Some(left) = left else {
                let error = outcome.unwrap_err();
                assert_eq!(error.code, "ambiguous");
                assert!(error.advice.unwrap().contains("with the `value` of"));
                continue;
            };
            outcome.unwrap();
            let rows = fixture.record().await.readings[&Metric::Weight].clone();
            let mut counting = rows.iter().filter(|row| row.marks.counts());
            let counts = counting.next().map(|row| row.quantity.first());
            assert_eq!(counts, Some(left), "{units:?} {value}");
            assert!(counting.next().is_none(), "{units:?} {value}");
        }
    }
}

#[tokio::test]
async fn source_picks_one_of_two_apps_at_one_second_and_value() {
    let fixture = fixture();
    let of = |app: &str, number| {
        let row = phone("07:02:10", 104.0);
        let fingerprint = row.fingerprint.with_twin(number);
        let source = app.to_owned();
        Reading {
            source,
            fingerprint,
            ..row
        }
    };
    fixture
        .store([of("Anna\u{2019}s\u{a0}Meter", 0), of("Dexcom", 1)])
        .await;
    let request = DeleteReading {
        value: Some(104.0),
        ..glucose_at("2026-10-05T07:02:10")
    };
    for value in [request.value, None] {
        let request = DeleteReading {
            value,
            ..request.clone()
        };
        let error = delete(&fixture, request).await.unwrap_err();
        assert_eq!(error.code, "ambiguous");
        let advice = error.advice.unwrap();
        assert!(advice.contains("with the `source` of"), "{advice}");
        assert!(advice.contains("10-07:00 104 mg/dL (Dexcom)"), "{advice}");
    }
    let from = |source: &str| DeleteReading {
        source: Some(source.to_owned()),
        ..request.clone()
    };
    let error = delete(&fixture, from("Libre")).await.unwrap_err();
    assert_eq!(error.code, "not_found");
    assert!(
        error.message.contains("with that value and source"),
        "{error}"
    );
    delete(&fixture, from(" anna's meter ")).await.unwrap();
    let rows = fixture.record().await.readings[&Metric::Glucose].clone();
    let counting: Vec<&str> = rows
        .iter()
        .filter(|row| row.marks.counts())
        .map(|row| row.source.as_str())
        .collect();
    assert_eq!(counting, ["Dexcom"]);
}

#[tokio::test]
async fn rows_that_nothing_tells_apart_are_taken_one_at_a_time() {
    let fixture = fixture();
    let twin = |number| {
        let row = phone("07:02:10", 104.0);
        let fingerprint = row.fingerprint.with_twin(number);
        Reading { fingerprint, ..row }
    };
    fixture.log("2026-10-05T07:02:10", 104.0).await.unwrap();
    fixture.store([twin(0), twin(1)]).await;
    let request = DeleteReading {
        value: Some(104.0),
        ..glucose_at("2026-10-05T07:02:10")
    };
    let mut done = Vec::new();
    for _ in 0..3 {
        done.push(match delete(&fixture, request.clone()).await.unwrap() {
            Removal::Deleted(_) => "deleted",
            Removal::Removed(_) => "removed",
            Removal::Restored(_) => "restored",
        });
    }
    assert_eq!(done, ["deleted", "removed", "removed"]);
    assert!(delete(&fixture, request).await.is_err());
}

#[tokio::test]
async fn nothing_at_that_time_lists_the_readings_of_the_day() {
    let fixture = fixture();
    let error = delete(&fixture, glucose_at("2026-10-05T07:02")).await;
    let error = error.unwrap_err();
    assert_eq!(error.code, "not_found");
    assert!(error.message.contains("2026-10-05T07:02"), "{error}");

    let hours = (0..12).map(|hour| phone(&format!("{hour:02}:00:00"), 104.0));
    fixture.store(hours).await;
    fixture
        .store([
            phone("12:00:00", 104.0),
            apple(Metric::Weight, "2026-10-05T07:00:00-07:00", 180.0),
        ])
        .await;
    let error = delete(&fixture, glucose_at("2026-10-05T07:02")).await;
    let advice = error.unwrap_err().advice.unwrap();
    assert_eq!(advice.matches("mg/dL").count(), 10, "{advice}");
    assert!(advice.contains("T07:00:00-07:00 104 mg/dL"), "{advice}");
    assert!(!advice.contains("T00:00:00-07:00"), "{advice}");
}

#[tokio::test]
async fn value_that_no_entry_has_lists_the_food_of_the_day() {
    let fixture = fixture();
    let entry = |minute: u32| {
        let at = format!("{DAY}T{:02}:{:02}:00-07:00", minute / 60, minute % 60);
        apple(Metric::Protein, &at, f64::from(minute))
    };
    fixture
        .store((0..48).map(|half_hour| entry(half_hour * 30)))
        .await;
    let before = fixture.record().await;
    let request = DeleteReading {
        target: Target::Reading(Metric::Protein),
        value: Some(-1.0),
        ..glucose_at("2026-10-05T12:00")
    };
    let error = delete(&fixture, request).await.unwrap_err();
    let advice = error.advice.unwrap();
    assert_eq!(advice.matches(" g (").count(), 48, "{advice}");
    assert!(advice.contains("T23:30:00-07:00 1410 g"), "{advice}");
    assert_eq!(fixture.record().await, before);
}

#[tokio::test]
async fn removed_reading_is_not_found_again_and_undo_is_named() {
    let fixture = fixture();
    fixture.store([phone("07:02:10", 104.0)]).await;
    delete(&fixture, glucose_at("2026-10-05T07:02"))
        .await
        .unwrap();
    let error = delete(&fixture, glucose_at("2026-10-05T07:02")).await;
    let error = error.unwrap_err();
    assert_eq!(error.code, "not_found");
    assert!(error.advice.unwrap().contains("`undo`: true"));
}

#[tokio::test]
async fn time_that_is_none_is_refused() {
    let fixture = fixture();
    for text in ["2026-10-05", "07:02", "", "2026-13-05T07:02"] {
        let error = delete(&fixture, glucose_at(text)).await.unwrap_err();
        assert_eq!(error.code, "invalid_argument", "{text}");
        assert!(error.message.contains("`timestamp`"), "{error}");
        let advice = error.advice.unwrap();
        assert!(advice.contains("Tuesday 2026-10-06T12:00"), "{advice}");
    }
}

#[tokio::test]
async fn reading_that_was_hidden_behind_a_chat_reading_is_announced() {
    for (phone_at, note) in [("07:31:00", true), ("09:00:00", false)] {
        let fixture = fixture();
        fixture.store([phone(phone_at, 101.0)]).await;
        let timestamp = fixture.log("2026-10-05T07:30", 100.0).await.unwrap();
        let removal = delete(&fixture, glucose_at(&timestamp)).await.unwrap();
        let Removal::Deleted(affected) = removal else {
            panic!("{removal:?}")
        };
        let said = affected.note.unwrap_or_default();
        assert_eq!(said.contains("shown again"), note, "{phone_at} {said}");
        let time = &phone_at[..5];
        let line = format!("2026-10-05 glucose {time}=101");
        assert_eq!(shown(&fixture).await, [line]);
    }
}

#[tokio::test]
async fn undo_says_if_something_else_is_shown_for_that_time() {
    for (chat, note) in [(true, "show something else"), (false, "counts again")] {
        let fixture = fixture();
        fixture.store([superseded(phone("07:31:00", 101.0))]).await;
        if chat {
            fixture.log("2026-10-05T07:30", 100.0).await.unwrap();
        }
        let undo = DeleteReading {
            undo: true,
            ..glucose_at("2026-10-05T07:31")
        };
        let Removal::Restored(affected) = delete(&fixture, undo).await.unwrap() else {
            panic!("restored")
        };
        let said = affected.note.unwrap();
        assert!(said.contains(note), "{said}");
    }
}

#[tokio::test]
async fn every_timestamp_that_is_shown_is_taken() {
    // Offsets as they were: whole hours, halves, and with seconds (Amsterdam, Monrovia).
    for (zone, at) in [
        ("America/Los_Angeles", "2026-10-05T07:30:15"),
        ("Asia/Kathmandu", "2026-10-05T07:30:15"),
        ("Europe/Amsterdam", "1930-06-01T23:59:59"),
        ("Europe/Amsterdam", "1901-01-01T00:00:00"),
        ("Africa/Monrovia", "1971-01-01T00:00:10"),
        ("America/Los_Angeles", "2026-11-01T01:30:00-08:00"),
    ] {
        let mut fixture = Fixture::at("2026-12-06T12:00:00-07:00");
        fixture.account.zone = jiff::tz::TimeZone::get(zone).unwrap();
        let stored = fixture.log(at, 100.0).await.unwrap();
        assert_eq!(stored.len(), "2026-10-05T07:30:15-07:00".len(), "{stored}");
        let answer = fixture
            .health(&[Metric::Glucose], "1900-12-31", "1900-12-31")
            .await;
        assert!(answer.notes[0].contains("first on"), "{:?}", answer.notes);
        let removal = delete(&fixture, glucose_at(&stored)).await;
        assert!(removal.is_ok(), "{zone} {stored}: {removal:?}");
    }
}

#[tokio::test]
async fn readings_are_listed_to_the_person_and_never_shown_by_the_error_itself() {
    let fixture = fixture();
    fixture
        .store([phone("07:02:10", 104.7), phone("07:02:40", 98.5)])
        .await;
    let error = delete(&fixture, glucose_at("2026-10-05T07:02")).await;
    let error = error.unwrap_err();
    let logged = format!("{error} {error:?}");
    assert!(
        !logged.contains("104.7") && !logged.contains("98.5"),
        "{logged}"
    );
}
