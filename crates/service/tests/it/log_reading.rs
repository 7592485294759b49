use vitalog_core::{Context, Metric, Quantity, Via};
use vitalog_service::LogReading;

use crate::fixture::{Fixture, apple, date, glucose, lines, superseded};

#[tokio::test]
async fn reading_is_stored_with_all_that_was_said() {
    let fixture = Fixture::at("2026-10-05T12:00:00.75-07:00");
    let request = LogReading {
        value: 104.26,
        timestamp: Some("2026-10-05T07:30".to_owned()),
        context: Some(Context::Fasting),
        note: Some("before coffee".to_owned()),
        ..glucose(0.0)
    };
    let stored = fixture.service.log_reading(&fixture.account, request);
    let stored = stored.await.unwrap();
    assert_eq!(stored.metric, Metric::Glucose);
    assert_eq!(stored.date, date("2026-10-05"));
    assert_eq!(stored.time, "07:30");
    assert_eq!((stored.value, stored.unit), (104.3, "mg/dL"));
    assert_eq!(stored.context, Some(Context::Fasting));
    assert_eq!(stored.source, "claude-log");
    assert_eq!(stored.note.as_deref(), Some("before coffee"));
    assert_eq!(stored.timestamp, "2026-10-05T07:30:00-07:00");

    let record = fixture.record().await;
    let [row] = &record.readings[&Metric::Glucose][..] else {
        panic!("one row")
    };
    assert_eq!(row.original, Quantity::Single(104.26));
    assert_eq!(row.original_unit, "mg/dL");
    assert_eq!(row.recorded_at, "2026-10-05T07:30");
    assert_eq!(row.via, Via::Chat);
    assert_eq!(row.fingerprint, vitalog_core::Fingerprint::BARE);
}

#[tokio::test]
async fn time_defaults_to_now_in_whole_seconds() {
    let fixture = Fixture::at("2026-10-05T12:00:00.75-07:00");
    let stored = fixture
        .service
        .log_reading(&fixture.account, glucose(100.0));
    assert_eq!(stored.await.unwrap().timestamp, "2026-10-05T12:00:00-07:00");
    let record = fixture.record().await;
    let row = &record.readings[&Metric::Glucose][0];
    assert_eq!(row.recorded_at, "2026-10-05T12:00:00-07:00");
}

#[tokio::test]
async fn what_is_not_allowed_is_refused_and_nothing_is_stored() {
    let in_words = |text: &str| Some(text.to_owned());
    let ketones = |value| LogReading {
        metric: Metric::Ketones,
        unit: "mmol/L".to_owned(),
        ..glucose(value)
    };
    let unit = |unit: &str| LogReading {
        unit: unit.to_owned(),
        ..glucose(100.0)
    };
    let at = |time: &str| LogReading {
        timestamp: Some(time.to_owned()),
        ..glucose(100.0)
    };
    let note = |length| LogReading {
        note: Some("ä".repeat(length)),
        ..glucose(100.0)
    };
    let weight = LogReading {
        metric: Metric::Weight,
        unit: "lb".to_owned(),
        ..glucose(180.0)
    };
    // The field that the refusal names, or `None` for what is allowed.
    let cases: Vec<(LogReading, Option<String>)> = vec![
        (glucose(20.0), None),
        (glucose(600.0), None),
        (glucose(19.9), in_words("from 20 to 600 mg/dL")),
        (glucose(600.1), in_words("from 20 to 600 mg/dL")),
        (glucose(f64::NAN), in_words("`value`")),
        (glucose(f64::INFINITY), in_words("`value`")),
        (ketones(0.0), None),
        (ketones(10.0), None),
        (ketones(-0.1), in_words("from 0 to 10 mmol/L")),
        (ketones(10.1), in_words("from 0 to 10 mmol/L")),
        (weight, in_words("`metric` must be glucose or ketones")),
        (unit("mmol/L"), in_words("`unit` must be exactly mg/dL")),
        (unit("mg/dl"), in_words("`unit` must be exactly mg/dL")),
        (unit(" mg/dL"), in_words("`unit` must be exactly mg/dL")),
        (at("2026-10-05T12:05:00-07:00"), None),
        (
            at("2026-10-05T12:05:01-07:00"),
            in_words("`timestamp` is in the future"),
        ),
        (
            at("2026-10-05T12:06"),
            in_words("`timestamp` is in the future"),
        ),
        (at("1900-01-01T00:00"), None),
        (
            at("1899-12-31T23:59"),
            in_words("`timestamp` lies before 1900"),
        ),
        (
            at("0001-01-01T00:00Z"),
            in_words("`timestamp` lies before 1900"),
        ),
        (at("2026-02-30T07:00"), in_words("`timestamp`")),
        (at("yesterday"), in_words("`timestamp`")),
        (note(200), None),
        (note(201), in_words("at most 200")),
    ];
    for (request, refusal) in cases {
        let fixture = Fixture::at("2026-10-05T12:00:00-07:00");
        let outcome = fixture
            .service
            .log_reading(&fixture.account, request.clone())
            .await;
        match refusal {
            None => assert!(outcome.is_ok(), "{request:?} {outcome:?}"),
            Some(said) => {
                let error = outcome.unwrap_err();
                assert_eq!(error.code, "invalid_argument", "{request:?}");
                assert!(error.message.contains(&said), "{request:?} {error}");
                assert_eq!(fixture.revision().await.0, 0, "{request:?}");
            }
        }
    }
}

#[tokio::test]
async fn wrong_glucose_unit_is_told_the_factor_only_where_there_is_one() {
    let cases = [
        ("mmol/L", "times 18"),
        ("mmol", "times 18"),
        ("mg/dl", "exactly so"),
        (" MG / dL", "exactly so"),
        ("g/L", "Ask the person"),
        ("", "Ask the person"),
    ];
    for (unit, said) in cases {
        let fixture = Fixture::at("2026-10-05T12:00:00-07:00");
        let request = LogReading {
            unit: unit.to_owned(),
            ..glucose(5.5)
        };
        let outcome = fixture.service.log_reading(&fixture.account, request);
        let advice = outcome.await.unwrap_err().advice.unwrap();
        assert!(advice.contains(said), "{unit:?} {advice}");
    }
}

#[tokio::test]
async fn words_for_a_time_are_answered_with_the_time_it_is() {
    let fixture = Fixture::at("2026-10-05T12:00:00-07:00");
    for text in ["now", "yesterday", "7:30", "07:30", "2026-10-05"] {
        let outcome = fixture.log(text, 100.0).await;
        let advice = outcome.unwrap_err().advice.unwrap();
        assert!(advice.contains("Monday 2026-10-05T12:00 now"), "{advice}");
        assert!(advice.contains("Leave it out"), "{advice}");
    }
}

#[tokio::test]
async fn second_reading_of_one_second_replaces_the_first() {
    let fixture = Fixture::at("2026-10-05T12:00:00-07:00");
    fixture.log("2026-10-05T07:30", 100.0).await.unwrap();
    fixture.log("2026-10-05T14:30:00Z", 110.0).await.unwrap();
    let answer = fixture.all_health("2026-10-05", "2026-10-05").await;
    assert_eq!(lines(&answer), ["2026-10-05 glucose 07:30=110"]);
}

#[tokio::test]
async fn apple_reading_that_counts_is_never_logged_over() {
    let phone = apple(Metric::Glucose, "2026-10-05T07:30:00-07:00", 104.0);
    let cases = [
        (phone.clone(), "2026-10-05T07:30", true),
        (phone.clone(), "2026-10-05T07:30:01", false),
        (phone.clone(), "2026-10-05T07:29:59", false),
        (superseded(phone), "2026-10-05T07:30", false),
    ];
    for (row, at, refused) in cases {
        let fixture = Fixture::at("2026-10-05T12:00:00-07:00");
        fixture.store([row]).await;
        let before = fixture.revision().await;
        let outcome = fixture.log(at, 100.0).await;
        assert_eq!(outcome.is_err(), refused, "{at}");
        if let Err(error) = outcome {
            assert_eq!(error.code, "conflict");
            assert_eq!(fixture.revision().await, before);
        }
    }
}

#[tokio::test]
async fn apple_reading_of_another_metric_is_no_hindrance() {
    let fixture = Fixture::at("2026-10-05T12:00:00-07:00");
    fixture
        .store([apple(Metric::Ketones, "2026-10-05T07:30:00-07:00", 1.0)])
        .await;
    fixture.log("2026-10-05T07:30", 100.0).await.unwrap();
}

#[tokio::test]
async fn a_note_loses_what_does_not_show() {
    for (sent, kept) in [
        ("before\ncoffee", Some("before\ncoffee")),
        (" a\u{202e}b\u{0}\u{2028} ", Some("ab")),
        ("\u{200f}\u{feff}", None),
        ("  ", None),
    ] {
        let fixture = Fixture::at("2026-10-05T12:00:00-07:00");
        let request = LogReading {
            note: Some(sent.to_owned()),
            ..glucose(100.0)
        };
        let stored = fixture.service.log_reading(&fixture.account, request);
        assert_eq!(stored.await.unwrap().note.as_deref(), kept, "{sent:?}");
    }
}
