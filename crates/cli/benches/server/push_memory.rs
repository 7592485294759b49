//! What a server holds at most while it takes pushes of 5.5 MB.

// The bodies of the other benchmark of a push, so that both are about the same.
#[path = "../../../sync/benches/push/body.rs"]
mod usual;

use serde_json::Value;

use crate::{
    figures::{print_budget, print_table, thousands},
    load,
    program::{self, Cores, Server},
    push_body,
};

/// The first time, and twice again.
const PUSHES: usize = 3;

/// A body as a phone sends it.
const USUAL: usize = 0;
/// A body that no phone sends.
const MADE_UP: usize = 1;

pub(crate) fn run() {
    let bodies = [
        ("known", USUAL, usual::known()),
        ("mixed", USUAL, usual::mixed()),
        ("shortest samples", MADE_UP, push_body::shortest_samples()),
        ("shortest nights", MADE_UP, push_body::shortest_nights()),
        ("shortest workouts", MADE_UP, push_body::shortest_workouts()),
    ];
    let mut lines = Vec::new();
    let mut most = [0.0_f64; 2];
    for (name, kind, body) in bodies {
        let taken = push(&body);
        most[kind] = most[kind].max(taken.peak_mb);
        lines.push(vec![
            name.to_owned(),
            format!(
                "{:.1} MB",
                f64::from(u32::try_from(body.len()).unwrap()) / 1e6
            ),
            thousands(taken.rows),
            format!("{:.1} MB", taken.before_mb),
            format!("{:.0} MB", taken.peak_mb),
            format!("{:.0} MB", taken.after_mb),
        ]);
    }
    print_budget(
        "memory of a server that takes pushes of 5.5 MB (peak RSS)",
        "< 120 MB",
        &format!("{:.0} MB", most[USUAL]),
        &format!("bodies made to be the worst: {:.0} MB", most[MADE_UP]),
    );
    let heads = ["body", "size", "rows", "before", "peak", "after"];
    print_table("push-memory", &heads, &lines);
}

struct Taken {
    rows: f64,
    before_mb: f64,
    peak_mb: f64,
    after_mb: f64,
}

fn push(body: &str) -> Taken {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::of_vitalog(folder.path(), Cores::All);
    let before_mb = server.memory_mb("VmHWM");
    let printed = program::print(folder.path(), &["ingest-url", "--json"]);
    let printed: Value = serde_json::from_str(&printed).unwrap();
    let path = printed["url"]
        .as_str()
        .unwrap()
        .rsplit_once("/ingest/")
        .unwrap()
        .1;
    let url = format!("{}/ingest/{path}", server.origin);
    let mut rows = 0.0;
    for number in 0..PUSHES {
        let request = load::agent()
            .post(&url)
            .header("content-type", "application/json")
            .header("automation-name", "Vitalog")
            .header("automation-period", "Previous 7 Days")
            .header("session-id", number.to_string())
            .header(
                "x-ingest-key",
                printed["headers"]["X-Ingest-Key"].as_str().unwrap(),
            );
        let mut response = request.send(body).unwrap();
        let reply = response.body_mut().read_to_string().unwrap();
        let reply: Value = serde_json::from_str(&reply).unwrap();
        let written = |count: &Value| count["rows_written"].as_f64().unwrap_or_default();
        let written = written(&reply) + written(&reply["workouts"]);
        rows += written;
        assert_eq!(number == 0, written > 0.0, "{reply}");
    }
    Taken {
        rows,
        before_mb,
        peak_mb: server.memory_mb("VmHWM"),
        after_mb: server.memory_mb("VmRSS"),
    }
}
