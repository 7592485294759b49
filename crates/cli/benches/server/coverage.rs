//! `get_coverage` over loopback, beside the official TypeScript SDK answering a constant.

use serde_json::{Value, json};

use crate::{
    figures::{median, print_budget, print_table, thousands},
    load::{self, REVISIONS, Request},
    peer::{self, Peer},
    program::{Server, mcp_url},
    ten_years,
};

const TOOL: &str = "get_coverage";
/// Turns of both servers; which of them the rest of the machine burdens more changes by turn.
const ROUNDS: usize = 3;
/// Seconds of a server's work in one turn.
const TURN_S: f64 = 1.0;
/// Node compiles what is used often, and is slower before it has.
const WARM_UP_S: f64 = 5.0;

pub(crate) fn run() {
    let folder = ten_years::folder();
    let server = Server::of_vitalog(&folder);
    let url = mcp_url(&folder, &server);
    let end = ten_years::last_day().to_string();
    let ten = [
        "weight",
        "heart_rate",
        "resting_heart_rate",
        "step_count",
        "protein",
        "carbs",
        "calories",
        "glucose",
        "sleep_core",
        "heart_rate_variability",
    ];
    let mut lines = Vec::new();
    let mut compared = Vec::new();
    for (name, arguments) in [
        (
            "one metric, 90 days",
            json!({"metrics": ["weight"], "end_date": end}),
        ),
        (
            "ten metrics, 90 days",
            json!({"metrics": ten, "end_date": end}),
        ),
    ] {
        let ask = |revision| Request::call(&url, revision, TOOL, &arguments);
        let reply: Value = serde_json::from_str(&ask(REVISIONS[0]).send(&load::agent())).unwrap();
        let result = &reply["result"];
        assert_eq!(result["structuredContent"]["found"], true, "{reply}");
        let peer = Peer::new(&json!({
            "content": result["content"],
            "structuredContent": result["structuredContent"],
        }));
        for revision in REVISIONS {
            let ours = ask(revision);
            let theirs = Request::call(&peer.url(), revision, TOOL, &arguments);
            let measure_ours = |seconds| load::requests_per_cpu_second(&server, &ours, seconds);
            let measure_theirs =
                |seconds| load::requests_per_cpu_second(&peer.server, &theirs, seconds);
            measure_ours(TURN_S);
            measure_theirs(WARM_UP_S);
            let turns = (0..ROUNDS).map(|_| (measure_ours(TURN_S), measure_theirs(TURN_S)));
            let (ours, theirs): (Vec<f64>, Vec<f64>) = turns.unzip();
            let (ours, theirs) = (median(ours), median(theirs));
            lines.push(vec![
                format!("{name}, {revision}"),
                format!(
                    "{:.1} kB",
                    f64::from(u32::try_from(reply.to_string().len()).unwrap()) / 1e3
                ),
                format!("{} /s", thousands(theirs)),
                format!("{} /s", thousands(ours)),
                format!("{:.0} µs", 1e6 / ours),
                format!("{:.1}", ours / theirs),
            ]);
            compared.push((ours, theirs));
        }
    }
    let (ours, theirs) = compared[0];
    print_budget(
        "tools/call of `get_coverage`, requests a second of the server's processor time",
        "≥ 10 ×",
        &format!("{:.1} ×", ours / theirs),
        &format!(
            "{}: {} /s, ours {} /s",
            peer::description(),
            thousands(theirs),
            thousands(ours)
        ),
    );
    let heads = [
        "question",
        "reply",
        "TypeScript SDK",
        "Vitalog",
        "a request",
        "×",
    ];
    print_table("coverage", &heads, &lines);
}
