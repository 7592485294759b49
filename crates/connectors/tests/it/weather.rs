//! Answers about the weather in, samples out.

use std::{fmt::Write, path::Path};

use jiff::civil::date;
use vitalog_connectors::{
    Connector, Page, SentDocument,
    weather::{Weather, read_reason},
};
use vitalog_core::{DayRange, Place};

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/weather/fixtures");
    std::fs::read(folder.join(name).with_extension("json")).unwrap()
}

fn weather() -> Weather {
    let place: Place = "48.14,11.58".parse().unwrap();
    Weather::new(place, "Europe/Berlin", date(2026, 9, 14))
}

fn page(body: &[u8]) -> Page {
    let window = DayRange {
        start: date(2026, 6, 1),
        end: date(2026, 9, 30),
    };
    let collection = weather().collection("daily").unwrap();
    weather().read_page(collection, window, body).unwrap()
}

fn render(documents: &[SentDocument]) -> String {
    let mut text = String::new();
    for document in documents {
        writeln!(text, "{} {}", document.id, document.body).unwrap();
    }
    for sample in weather().map(documents).samples {
        let slug = sample.metric.row().slug;
        let (day, value, unit) = (sample.day.unwrap(), sample.quantity.first(), sample.unit);
        writeln!(text, "{day} {slug} = {value:.4} {unit}").unwrap();
    }
    text
}

#[test]
fn each_fixture_reads_as_agreed() {
    for name in ["archive", "forecast", "hourly"] {
        let page = page(&fixture(name));
        let text = format!("{}unreadable {}", render(&page.documents), page.unreadable);
        insta::assert_snapshot!(name, text);
        assert_eq!(page.next, None);
    }
}

#[test]
fn a_null_is_never_a_zero() {
    let body = br#"{"daily_units": {"precipitation_sum": "mm"},
        "daily": {"time": ["2026-09-12", "2026-09-13"], "precipitation_sum": [0.0, null]}}"#;
    let mapped = weather().map(&page(body).documents);
    let rain = mapped
        .samples
        .iter()
        .filter(|it| it.metric.row().slug == "precipitation");
    let days: Vec<_> = rain.map(|it| it.day.unwrap()).collect();
    assert_eq!(days, [date(2026, 9, 12)]);
}

#[test]
fn an_answer_that_is_none_is_refused_and_a_refusal_says_why() {
    let window = DayRange {
        start: date(2026, 9, 1),
        end: date(2026, 9, 2),
    };
    let collection = weather().collection("daily").unwrap();
    for body in [
        "",
        "[]",
        "[1]",
        "{}",
        r#"{"daily": {}}"#,
        r#"{"daily": {"time": 7}}"#,
    ] {
        let read = weather().read_page(collection, window, body.as_bytes());
        assert!(read.is_err(), "{body}");
    }
    let error = fixture("error");
    assert!(weather().read_page(collection, window, &error).is_err());
    assert_eq!(
        read_reason(&error).as_deref(),
        Some("Parameter 'start_date' is out of allowed range")
    );
    for body in ["", "[]", r#"{"reason": "x"}"#, r#"{"error": true}"#] {
        assert_eq!(read_reason(body.as_bytes()), None, "{body}");
    }
}

#[test]
fn what_was_kept_reads_as_what_was_sent_and_order_does_not_matter() {
    let documents = page(&fixture("archive")).documents;
    for document in &documents {
        let collection = weather().collection("daily").unwrap();
        let kept = weather().read_kept(collection, &document.body);
        assert_eq!(kept.as_ref(), Ok(document));
    }
    let mut other = documents.clone();
    other.reverse();
    assert_eq!(weather().map(&other), weather().map(&documents));
    for sample in weather().map(&documents).samples {
        assert!(weather().covers().contains(&sample.metric));
    }
}

#[test]
fn polar_days_and_nights_have_all_of_the_day_or_nothing() {
    let tromso: Place = "69.65,18.96".parse().unwrap();
    let weather = Weather::new(tromso, "Europe/Oslo", date(2026, 12, 31));
    let window = DayRange {
        start: date(2026, 1, 1),
        end: date(2026, 12, 31),
    };
    let collection = weather.collection("daily").unwrap();
    let body = br#"{"daily": {"time": ["2026-06-21", "2026-12-21"], "uv_index_max": [1, 0]}}"#;
    let page = weather.read_page(collection, window, body).unwrap();
    let samples = weather.map(&page.documents).samples;
    let light = samples
        .iter()
        .filter(|it| it.metric.row().slug == "daylight_duration");
    let hours: Vec<f64> = light.map(|sample| sample.quantity.first()).collect();
    assert_eq!(hours, [24.0, 0.0]);
}
