//! What was acknowledged survives the death of the process.

use std::{
    collections::BTreeSet,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::program::{Program, Server, post, weight};

const ROUNDS: u32 = 20;
/// How long the first push to a started server may take.
const FIRST: Duration = Duration::from_secs(10);

/// The weights of the test's day, in hundredths of a pound.
fn stored(server: &Server) -> BTreeSet<u32> {
    let range = json!({"metric": "weight", "start_date": "2026-10-05", "end_date": "2026-10-05"});
    let answer = server.call("get_health_metrics", &range);
    let readings = answer["structuredContent"]["days"][0]["weight"]
        .as_array()
        .cloned();
    readings
        .unwrap_or_default()
        .iter()
        .map(|reading| hundredths(reading["value"].as_f64().unwrap()))
        .collect()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small and positive"
)]
fn hundredths(pounds: f64) -> u32 {
    (pounds * 100.0).round() as u32
}

/// A push of one weight that no other push has.
fn push_of(number: u32) -> Vec<u8> {
    let (minute, second) = ((number / 60) % 60, number % 60);
    let date = format!("2026-10-05 07:{minute:02}:{second:02} -0700");
    weight(&date, f64::from(10_000 + number) / 100.0)
}

#[test]
fn an_acknowledged_push_survives_kill_9_every_time() {
    let program = Program::new();
    let mut expected = BTreeSet::new();
    for round in 0..ROUNDS {
        let server = program.serve();
        let (status, reply) = server.push(&push_of(round));
        assert_eq!(status, 200, "{reply}");
        server.kill();
        expected.insert(10_000 + round);
    }
    assert_eq!(stored(&program.serve()), expected);
}

#[test]
fn acknowledged_pushes_survive_kill_9_with_several_under_way() {
    let program = Program::new();
    let acknowledged = Mutex::new(BTreeSet::new());
    let next = AtomicU32::new(0);
    for _ in 0..ROUNDS {
        let server = program.serve();
        let over = AtomicBool::new(false);
        let (url, key) = (server.ingest_url.clone(), server.key.clone());
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while !over.load(Ordering::SeqCst) {
                        let number = next.fetch_add(1, Ordering::SeqCst);
                        let headers = [("x-ingest-key", key.as_str())];
                        // A push that gets no answer may be stored or not; one with 200 is.
                        if let Ok((200, _)) = post(&url, &headers, &push_of(number)) {
                            acknowledged.lock().unwrap().insert(10_000 + number);
                        }
                    }
                });
            }
            // On a busy machine the first takes its time.
            let deadline = Instant::now() + FIRST;
            let so_far = || acknowledged.lock().unwrap().len();
            let before = so_far();
            while so_far() == before && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(5));
            }
            thread::sleep(Duration::from_millis(60));
            server.kill();
            over.store(true, Ordering::SeqCst);
        });
    }
    let acknowledged = acknowledged.into_inner().unwrap();
    assert!(
        acknowledged.len() >= 20,
        "only {} pushes were acknowledged",
        acknowledged.len()
    );
    let stored = stored(&program.serve());
    let lost: Vec<&u32> = acknowledged.difference(&stored).collect();
    assert!(
        lost.is_empty(),
        "{lost:?} of {} are lost",
        acknowledged.len()
    );
}
