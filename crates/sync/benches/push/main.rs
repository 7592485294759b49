//! A push of 5.5 MB, as it first comes and as it comes again five minutes later, beside what Node
//! takes for `JSON.parse` and one SHA-256 a sample of the same body.
//!
//! The whole way is measured: from the bytes to the reply, over the encrypted file with
//! `synchronous=FULL`. `cargo bench -p vitalog-sync` prints medians and, in brackets, the fastest;
//! Node 20 or newer must be in the `PATH`. Rounds take turns, so that what else the machine does
//! burdens all alike.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark prints its figures, and should stop if it cannot go on"
)]

mod body;

use std::{
    path::Path,
    process::Command,
    sync::Arc,
    time::{Duration, Instant},
};

use jiff::{SignedDuration, tz::TimeZone};
use secrecy::SecretString;
use tokio::runtime::Runtime;
use vitalog_connectors::hae;
use vitalog_core::{Account, AccountId, SourcePriority, UnitSystem, clock::ManualClock};
use vitalog_storage_sqlite::SqliteStorage;
use vitalog_sync::{Ingest, PushHeaders, PushReply};

const ROUNDS: usize = 7;
/// Rounds of Node, and pushes that change nothing, in each round.
const REPEATS: usize = 3;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let mut lines = Vec::new();
    let [mut worst_first, mut worst_again] = [0.0_f64; 2];
    for (name, body) in [("known", body::known()), ("mixed", body::mixed())] {
        let taken = measure(&runtime, &body);
        let [node, parse, first, again] = taken.times.map(median_and_best);
        let figure = |(median, best): (f64, f64)| format!("{median:.0} ({best:.0}) ms");
        let ratio = |ours: (f64, f64)| format!("{:.2} ({:.2})", ours.0 / node.0, ours.1 / node.1);
        worst_first = worst_first.max(first.0 / node.0);
        worst_again = worst_again.max(again.0 / node.0);
        lines.push(format!(
            "| {name} | {} | {} | {} | {} | {} | {} | {} |",
            taken.reply.accepted,
            figure(node),
            figure(parse),
            figure(first),
            figure(again),
            ratio(first),
            ratio(again)
        ));
    }
    // `cargo xtask bench` reads these lines.
    println!("budget");
    for (which, most, worst) in [("first", "2.0", worst_first), ("again", "0.7", worst_again)] {
        println!(
            "| push of 5.5 MB, {which} | ≤ {most} × | {worst:.2} × | Node {}: `JSON.parse` and a \
             SHA-256 a sample |",
            node_version()
        );
    }
    println!("\ntable push");
    println!(
        "| body | samples | Node | reading alone | first | again | first ÷ Node | again ÷ Node |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for line in lines {
        println!("{line}");
    }
}

struct Taken {
    reply: PushReply,
    /// Milliseconds of Node, of reading the body, of the first push, and of the same again.
    times: [Vec<f64>; 4],
}

fn measure(runtime: &Runtime, body: &str) -> Taken {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("body.json");
    std::fs::write(&path, body).unwrap();
    let [mut node, mut parse, mut first, mut again] = [const { Vec::new() }; 4];
    let mut last = None;
    for _ in 0..ROUNDS {
        node.push(node_ms(&path));
        let account = account();
        parse.push(ms(|| hae::parse(body.as_bytes(), &account.zone).unwrap()).1);

        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(ManualClock::new("2026-10-10T19:00:00Z".parse().unwrap()));
        let key = SecretString::from("4f".repeat(32));
        let storage = SqliteStorage::open(&folder.path().join("vitalog.db"), &key).unwrap();
        let ingest = Ingest::new(Arc::new(storage), clock.clone());
        let push = |session| {
            let headers = headers(session);
            let pushed = ingest.ingest(&account, &headers, body.as_bytes());
            runtime.block_on(pushed).unwrap()
        };
        let (reply, took) = ms(|| push(0));
        let rows = reply.rows_written;
        // Of samples of one slot the last becomes a row.
        assert!(rows > 0 && rows <= reply.accepted);
        first.push(took);
        for session in 1..=REPEATS {
            clock.advance(SignedDuration::from_mins(5));
            let (reply, took) = ms(|| push(session));
            assert_eq!((reply.rows_written, reply.rows_unchanged), (0, rows));
            again.push(took);
        }
        last = Some(reply);
    }
    Taken {
        reply: last.unwrap(),
        times: [node, parse, first, again],
    }
}

fn ms<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let done = work();
    let took: Duration = start.elapsed();
    (done, took.as_secs_f64() * 1000.0)
}

fn median_and_best(mut times: Vec<f64>) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], times[0])
}

fn node_ms(body: &Path) -> f64 {
    let floor = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/push/floor.mjs");
    let run = Command::new("node")
        .args([&floor, body])
        .arg(REPEATS.to_string())
        .output()
        .unwrap();
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    String::from_utf8(run.stdout)
        .unwrap()
        .trim()
        .parse()
        .unwrap()
}

fn node_version() -> String {
    let output = Command::new("node").arg("--version").output().unwrap();
    let version = String::from_utf8(output.stdout).unwrap();
    version.trim().trim_start_matches('v').to_owned()
}

fn headers(session: usize) -> PushHeaders {
    PushHeaders {
        automation_name: Some("Vitalog".to_owned()),
        automation_period: Some("Previous 7 Days".to_owned()),
        session_id: Some(session.to_string()),
        ..PushHeaders::default()
    }
}

fn account() -> Account {
    Account {
        id: AccountId::first(),
        zone: TimeZone::get("America/Los_Angeles").unwrap(),
        zone_is_set: true,
        units: UnitSystem::Us,
        sources: SourcePriority::default(),
        switchover: None,
        place: None,
    }
}
