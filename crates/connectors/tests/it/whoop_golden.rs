//! Each fixture of WHOOP, read and mapped, against what it was last agreed to yield.

use std::{fmt::Write, path::Path};

use jiff::civil::date;
use serde_json::Value;
use vitalog_connectors::{Connector, Mapped, Page, SentDocument, whoop::Whoop};
use vitalog_core::DayRange;

fn fixture(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/whoop/fixtures");
    let text = std::fs::read(folder.join(name).with_extension("json")).unwrap();
    serde_json::from_slice(&text).unwrap()
}

fn page(kind: &str, body: &Value) -> Page {
    let window = DayRange {
        start: date(2026, 1, 1),
        end: date(2026, 12, 31),
    };
    let collection = Whoop.collection(kind).unwrap();
    let body = body.to_string();
    Whoop
        .read_page(collection, window, body.as_bytes())
        .unwrap()
}

fn render(mapped: &Mapped) -> String {
    let mut text = String::new();
    for sample in &mapped.samples {
        let slug = sample.metric.row().slug;
        let day = sample.day.unwrap();
        let until = sample
            .until
            .map_or("…".to_owned(), |until| until.to_string());
        let value = sample.quantity.first();
        let (unit, sent) = (sample.unit, &sample.recorded_at);
        writeln!(text, "{day} {slug} = {value} {unit} ({sent} .. {until})").unwrap();
    }
    for workout in &mapped.workouts {
        let day = workout.day.unwrap();
        writeln!(
            text,
            "{day} {:?} {}: {} .. {} ({} .. {}), {} s, {:?} kcal, avg {:?}, max {:?}",
            workout.name,
            workout.source_id,
            workout.start,
            workout.end,
            workout.recorded_at,
            workout.recorded_end,
            workout.duration_s,
            workout.active_kcal,
            workout.avg_hr_bpm,
            workout.max_hr_bpm,
        )
        .unwrap();
    }
    writeln!(text, "unreadable {}", mapped.unreadable).unwrap();
    text
}

fn contract_documents() -> Vec<SentDocument> {
    let files = [
        ("sleep", "sleep-page-1"),
        ("sleep", "sleep-page-2"),
        ("cycle", "cycle"),
        ("recovery", "recovery"),
        ("workout", "workout"),
        ("profile", "profile"),
        ("body", "body"),
    ];
    let pages = files.map(|(kind, file)| page(kind, &fixture(file)).documents);
    pages.into_iter().flatten().collect()
}

#[test]
fn documents_lie_where_agreed() {
    let mut text = String::new();
    for document in contract_documents() {
        let (day, first, last) = (document.day, document.first_day, document.last_day);
        let follows = Whoop.follows(&document).map(|(kind, _)| kind);
        let along = Whoop.along_with(&document);
        writeln!(
            text,
            "{} {}: {day} ({first}..{last}) follows {follows:?} along {along:?}",
            document.kind, document.id
        )
        .unwrap();
    }
    insta::assert_snapshot!(text);
}

#[test]
fn contract_examples_yield_as_agreed() {
    let mapped = Whoop.map(&contract_documents());
    insta::assert_snapshot!(render(&mapped));
}

/// The documents of the file with odd ones, and how many of each collection are none.
fn odd_documents() -> (Vec<SentDocument>, Vec<(&'static str, u32)>) {
    let odd = fixture("odd");
    let mut documents = Vec::new();
    let mut unreadable = Vec::new();
    for kind in ["sleep", "cycle", "recovery", "workout"] {
        let body = serde_json::json!({"records": odd[kind], "next_token": null});
        let page = page(kind, &body);
        unreadable.push((kind, page.unreadable));
        documents.extend(page.documents);
    }
    (documents, unreadable)
}

#[test]
fn odd_records_spoil_nothing_but_themselves() {
    let (documents, unreadable) = odd_documents();
    let text = format!("{}{unreadable:?}", render(&Whoop.map(&documents)));
    insta::assert_snapshot!(text);
}

#[test]
fn pages_lead_to_the_next_until_there_is_none() {
    let next = |file| page("sleep", &fixture(file)).next;
    assert_eq!(next("sleep-page-1").as_deref(), Some("ZXhhbXBsZQ"));
    assert_eq!(next("sleep-page-2"), None);
    assert_eq!(page("cycle", &fixture("cycle")).next, None);
}

#[test]
fn of_a_profile_only_the_identifier_is_kept() {
    let documents = page("profile", &fixture("profile")).documents;
    assert_eq!(documents.len(), 1);
    assert_eq!(documents[0].id, "1000001");
    assert_eq!(documents[0].body, r#"{"user_id":1000001}"#);
    let collection = Whoop.collection("profile").unwrap();
    let kept = Whoop.read_kept(collection, &documents[0].body).unwrap();
    assert_eq!(kept, documents[0]);
}

#[test]
fn what_was_kept_reads_as_what_was_sent() {
    for document in contract_documents() {
        let collection = Whoop.collection(document.kind).unwrap();
        assert_eq!(Whoop.read_kept(collection, &document.body), Ok(document));
    }
}

#[test]
fn coverage_is_what_the_table_yields() {
    let documents = [contract_documents(), odd_documents().0].concat();
    let mapped = Whoop.map(&documents);
    let mut yielded: Vec<_> = mapped.samples.iter().map(|sample| sample.metric).collect();
    yielded.sort_unstable();
    yielded.dedup();
    assert_eq!(yielded, Whoop.covers());
}
