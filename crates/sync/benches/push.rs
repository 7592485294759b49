//! A push of 5.5 MB: as it first comes, and as it comes again five minutes later.
//!
//! Storage is in memory, so that what is measured is reading, keys, comparison and reconciliation.
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on should stop"
)]

use std::{fmt::Write, sync::Arc};

use divan::{Bencher, counter::BytesCount};
use jiff::tz::TimeZone;
use tokio::runtime::Runtime;
use vitalog_connectors::hae;
use vitalog_core::{Account, AccountId, UnitSystem, clock::ManualClock};
use vitalog_storage::MemoryStorage;
use vitalog_sync::{Ingest, PushHeaders};

const BYTES: usize = 5_500_000;

fn main() {
    divan::main();
}

/// Seven days of food entries, as the app writes them, until the body is full.
fn body() -> String {
    let metrics = [
        "protein",
        "carbohydrates",
        "fiber",
        "total_fat",
        "weight_body_mass",
    ];
    let units = ["g", "g", "g", "g", "kg"];
    let mut body = String::from(r#"{"data":{"metrics":["#);
    for (number, (metric, unit)) in metrics.iter().zip(units).enumerate() {
        let separator = if number == 0 { "" } else { "," };
        write!(
            body,
            r#"{separator}{{"name":"{metric}","units":"{unit}","data":["#
        )
        .unwrap();
        let full = BYTES * (number + 1) / metrics.len();
        let mut point = 0_u32;
        while body.len() < full {
            let separator = if point == 0 { "" } else { "," };
            let (day, second) = (3 + point % 7, point / 7 * 5 % 86_400);
            let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
            write!(
                body,
                r#"{separator}{{"date":"2026-10-{day:02} {hour:02}:{minute:02}:{second:02} -0700","qty":{}.{:06},"source":"Robin’s Apple Watch"}}"#,
                point % 90,
                point * 7919 % 1_000_000
            )
            .unwrap();
            point += 1;
        }
        body.push_str("]}");
    }
    body.push_str("]}}");
    body
}

fn account() -> Account {
    Account {
        id: AccountId::first(),
        zone: TimeZone::get("America/Los_Angeles").unwrap(),
        zone_is_set: true,
        units: UnitSystem::Us,
        switchover: None,
    }
}

fn ingest() -> Ingest {
    let clock = Arc::new(ManualClock::new("2026-10-10T19:00:00Z".parse().unwrap()));
    Ingest::new(Arc::new(MemoryStorage::default()), clock)
}

fn push(runtime: &Runtime, ingest: &Ingest, account: &Account, body: &str) -> usize {
    let headers = PushHeaders {
        automation_period: Some("Previous 7 Days".to_owned()),
        ..PushHeaders::default()
    };
    let reply = runtime
        .block_on(ingest.ingest(account, &headers, body.as_bytes()))
        .unwrap();
    assert_eq!(reply.skipped, 0);
    reply.rows_written
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap()
}

#[divan::bench]
fn parse(bencher: Bencher<'_, '_>) {
    let (body, account) = (body(), account());
    bencher
        .counter(BytesCount::new(body.len()))
        .bench_local(|| {
            hae::parse(body.as_bytes(), &account.zone)
                .unwrap()
                .samples
                .len()
        });
}

#[divan::bench]
fn first(bencher: Bencher<'_, '_>) {
    let (body, account, runtime) = (body(), account(), runtime());
    bencher
        .counter(BytesCount::new(body.len()))
        .with_inputs(ingest)
        .bench_local_refs(|ingest| assert!(push(&runtime, ingest, &account, &body) > 0));
}

#[divan::bench]
fn again(bencher: Bencher<'_, '_>) {
    let (body, account, runtime, ingest) = (body(), account(), runtime(), ingest());
    push(&runtime, &ingest, &account, &body);
    bencher
        .counter(BytesCount::new(body.len()))
        .bench_local(|| assert_eq!(push(&runtime, &ingest, &account, &body), 0));
}
