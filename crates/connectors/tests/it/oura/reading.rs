//! Pages: which documents are kept of them, and how pages come together.

use jiff::civil::date;
use serde_json::{Value, json};
use vitalog_connectors::{Connector, oura::Oura};
use vitalog_core::DayRange;

use super::{autumn, collection, fixture};

fn window(from: i8, to: i8) -> DayRange {
    DayRange {
        start: date(2026, 9, from),
        end: date(2026, 9, to),
    }
}

fn ids(kind: &str, window: DayRange, data: &Value) -> Vec<String> {
    let body = json!({ "data": data }).to_string();
    let page = Oura
        .read_page(collection(kind), window, body.as_bytes())
        .unwrap();
    page.documents
        .into_iter()
        .map(|document| document.id)
        .collect()
}

#[test]
fn documents_are_kept_by_their_own_day() {
    let data = json!([
        {"id": "a", "day": "2026-09-19"},
        // By its time of the day after, by its day within.
        {"id": "b", "day": "2026-09-20", "timestamp": "2026-09-21T04:00:00+02:00"},
        {"id": "c", "day": "2026-09-21"},
        {"id": "d", "day": "2026-09-22"},
    ]);
    assert_eq!(ids("daily_sleep", window(20, 21), &data), ["b", "c"]);
    assert_eq!(ids("daily_sleep", window(22, 22), &data), ["d"]);
    assert!(ids("daily_sleep", window(1, 18), &data).is_empty());
}

#[test]
fn rest_mode_is_kept_if_it_reaches_into_the_window() {
    let data = json!([
        {"id": "before", "start_day": "2026-09-01", "end_day": "2026-09-19"},
        {"id": "into", "start_day": "2026-09-01", "end_day": "2026-09-20"},
        {"id": "open", "start_day": "2026-09-01", "end_day": null},
        {"id": "forgotten", "start_day": "2026-05-01", "end_day": null},
        {"id": "within", "start_day": "2026-09-21", "end_day": "2026-09-30"},
        {"id": "after", "start_day": "2026-09-22", "end_day": null},
    ]);
    assert_eq!(
        ids("rest_mode_period", window(20, 21), &data),
        ["into", "open", "within"]
    );
}

#[test]
fn what_has_no_day_is_kept_in_any_window() {
    let page = Oura
        .read_page(
            collection("personal_info"),
            window(1, 1),
            &fixture("personal-info"),
        )
        .unwrap();
    assert_eq!(page.documents[0].id, "8f9a5221-0000-4000-8000-0000000000a1");
    assert_eq!(page.documents[0].day, vitalog_connectors::UNDATED);
    assert!(page.documents[0].body.contains("74.3"));
    assert!(!page.documents[0].body.contains("email"));
    let rings = ids(
        "ring_configuration",
        window(1, 1),
        &json!([{"id": "r"}, {"size": 10}]),
    );
    assert_eq!(rings, ["r"]);
}

#[test]
fn pages_of_a_series_become_whole_days_of_utc() {
    let heartrate = collection("heartrate");
    let pages = ["heartrate-page-1", "heartrate-page-2"].map(|name| {
        let page = Oura.read_page(heartrate, autumn(), &fixture(name)).unwrap();
        (page.documents, page.next)
    });
    let [(first, next), (second, end)] = pages;
    assert_eq!(next.as_deref(), Some("ZXhhbXBsZS1uZXh0"));
    assert_eq!(end, None);
    let parts = [first.clone(), second.clone()].concat();
    let days = Oura.join(heartrate, parts);
    let times = |body: &str| {
        let points: Vec<Value> = serde_json::from_str(body).unwrap();
        let time = |point: &Value| {
            point["timestamp"]
                .as_str()
                .unwrap()
                .get(5..16)
                .unwrap()
                .to_owned()
        };
        points.iter().map(time).collect::<Vec<_>>()
    };
    assert_eq!(days.len(), 2);
    assert_eq!(days[0].id, "2026-09-13");
    assert_eq!(
        times(&days[0].body),
        ["09-13T22:04", "09-13T22:09", "09-13T22:14"]
    );
    assert_eq!(times(&days[1].body), ["09-14T06:40"]);
    // In whatever order the pages come, and if one of them comes twice.
    let again = [second.clone(), first, second].concat();
    assert_eq!(Oura.join(heartrate, again), days);
}

#[test]
fn of_a_document_that_moved_between_two_pages_the_later_version_stays() {
    let page = |updated_at: &str, score: u32| {
        let body = json!({"data": [{"id": "a", "day": "2026-09-20", "score": score,
            "meta": {"updated_at": updated_at}}]});
        Oura.read_page(
            collection("daily_sleep"),
            autumn(),
            body.to_string().as_bytes(),
        )
        .unwrap()
        .documents
    };
    let old = page("2026-09-20T08:00:00Z", 70);
    let new = page("2026-09-20T09:00:00Z", 71);
    let joined = |parts: Vec<_>| Oura.join(collection("daily_sleep"), parts);
    assert_eq!(joined([old.clone(), new.clone()].concat()), new);
    assert_eq!(joined([new.clone(), old].concat()), new);
}

#[test]
fn answer_that_is_no_page_is_an_error_without_its_words() {
    for body in ["", "hush", "[]", r#"{"detail": "hush"}"#] {
        let refused = Oura
            .read_page(collection("sleep"), autumn(), body.as_bytes())
            .unwrap_err();
        assert!(!refused.to_string().contains("hush"));
    }
    for body in ["", "[]", "{}", r#"{"id": "a"}"#] {
        assert!(
            Oura.read_one(collection("sleep"), body.as_bytes()).is_err(),
            "{body}"
        );
    }
}

#[test]
fn one_document_is_read_like_one_of_a_page() {
    let body = br#" {"id": "a", "day": "2026-09-20", "score": 70}
"#;
    let one = Oura.read_one(collection("daily_sleep"), body).unwrap();
    assert_eq!(one.body, r#"{"id": "a", "day": "2026-09-20", "score": 70}"#);
    assert_eq!(one.day, date(2026, 9, 20));
}
