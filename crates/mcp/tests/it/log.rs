//! What is logged: one line a call, and no values (gap G14).

use std::{
    io,
    sync::{Arc, Mutex},
};

use serde_json::json;
use tracing_subscriber::{EnvFilter, fmt::MakeWriter, layer::SubscriberExt};
use vitalog_mcp::LOG_DIRECTIVES;

use crate::support::{LEGACY, Post, Server};

#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl io::Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Captured {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

const MARKERS: [&str; 5] = [
    "137.4",
    "marker-note",
    "marker-name",
    "marker-type",
    "marker-tool",
];

async fn talk(server: &Server) {
    let logged = json!({
        "metric": "glucose", "value": 137.4, "unit": "mg/dL", "note": "marker-note",
    });
    for (tool, arguments) in [
        ("log_reading", logged),
        ("get_health_metrics", json!({})),
        ("get_report_data", json!({})),
        ("get_workouts", json!({"marker-name": "marker-type"})),
        ("marker-tool", json!({})),
    ] {
        let params = json!({"name": tool, "arguments": arguments});
        server
            .send(Post::modern("tools/call", params.clone()))
            .await;
        server
            .send(Post::legacy(LEGACY, "tools/call", params))
            .await;
    }
    // Goes through the SDK, as calls of tools do not.
    let prompt = json!({"name": "get_health_metrics"});
    server.send(Post::modern("prompts/get", prompt)).await;
}

fn capture(filter: &str) -> String {
    let captured = Captured::default();
    let layer = tracing_subscriber::fmt::layer()
        .with_ansi(false)
        .with_writer(captured.clone());
    let filter = EnvFilter::new(filter);
    let subscriber = tracing_subscriber::registry().with(filter).with(layer);
    tracing::subscriber::with_default(subscriber, || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        // Another test may be the first to reach a line that logs just while this one begins to
        // listen, and the line then counts as unheard. So all lines are reached once before.
        runtime.block_on(talk(&Server::new()));
        tracing::callsite::rebuild_interest_cache();
        captured.0.lock().unwrap().clear();
        runtime.block_on(talk(&Server::new()));
    });
    let bytes = captured.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn g14_nothing_a_person_says_or_is_told_is_logged_at_any_level() {
    let log = capture(&format!("trace,{LOG_DIRECTIVES}"));
    assert!(log.contains("tool log_reading: ok"), "{log}");
    assert!(
        log.contains("tool get_workouts: invalid_arguments"),
        "{log}"
    );
    assert!(log.contains("client.name=\"tester\""), "{log}");
    for marker in MARKERS {
        assert!(!log.contains(marker), "{marker} in {log}");
    }
    assert_eq!(
        log.matches("tool log_reading").count(),
        2,
        "one line a call"
    );
}

#[test]
fn g08_a_client_that_does_not_name_itself_goes_without_a_name() {
    // The calls of the handshake era say nothing of their client, and the SDK would fall back to
    // its own name.
    let log = capture(&format!("info,{LOG_DIRECTIVES}"));
    let calls: Vec<&str> = log
        .lines()
        .filter(|line| line.contains("tool log_reading: "))
        .collect();
    let named = |line: &&&str| line.contains("client.name=");
    assert_eq!(calls.iter().filter(named).count(), 1, "{log}");
    assert_eq!(calls.len(), 2, "{log}");
    assert!(!log.contains("client.name=\"rmcp"), "{log}");
}

#[test]
fn g14_the_cap_is_needed() {
    let log = capture("trace");
    assert!(
        log.contains("137.4"),
        "without it the SDK logs values, so the test above sees them"
    );
}
