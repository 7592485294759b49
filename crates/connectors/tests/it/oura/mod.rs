//! Oura: its documents, what they come to, and its events.

mod events;
mod golden;
mod laws;
mod reading;
mod rules;
mod subscriptions;

use std::path::Path;

use jiff::civil::date;
use vitalog_connectors::{Collection, Connector, MappedSample, SentDocument, oura::Oura};
use vitalog_core::{DayRange, Metric, Quantity};

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/oura/fixtures");
    std::fs::read(folder.join(name).with_extension("json")).unwrap()
}

fn collection(kind: &str) -> &'static Collection {
    Oura.collection(kind).unwrap()
}

/// A window that all fixtures lie in.
fn autumn() -> DayRange {
    DayRange {
        start: date(2026, 8, 1),
        end: date(2026, 10, 31),
    }
}

/// The documents of a page, joined.
fn documents(kind: &str, page: &serde_json::Value) -> Vec<SentDocument> {
    let page = page.to_string();
    let read = Oura
        .read_page(collection(kind), autumn(), page.as_bytes())
        .unwrap();
    Oura.join(collection(kind), read.documents)
}

fn value(sample: &MappedSample) -> f64 {
    match sample.quantity {
        Quantity::Single(value) => value,
        Quantity::Pressure { .. } | Quantity::Spread { .. } => panic!("one number"),
    }
}

/// The values of a metric: with the day that is named, or else the instant.
fn values(documents: &[SentDocument], metric: Metric) -> Vec<(String, f64)> {
    let of_metric = |sample: &&MappedSample| sample.metric == metric;
    let mapped = Oura.map(documents);
    let samples = mapped.samples.iter().filter(of_metric);
    samples
        .map(|sample| {
            let when = sample.day.map(|day| day.to_string());
            (
                when.unwrap_or_else(|| sample.start.to_string()),
                value(sample),
            )
        })
        .collect()
}
