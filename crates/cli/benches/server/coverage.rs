//! `get_coverage` over loopback, beside the official TypeScript SDK answering a constant.

use jiff::{ToSpan, civil::Date};
use serde_json::{Value, json};

use crate::{
    figures::{median, print_budget, print_table, thousands},
    load::{self, REVISIONS, Request},
    peer::{self, Peer},
    program::{Cores, Server, mcp_url},
    ten_years,
};

const TOOL: &str = "get_coverage";
/// Turns of both servers; which of them the rest of the machine burdens more changes by turn.
const ROUNDS: usize = 3;
/// Seconds of a server's work in one turn.
const TURN_S: f64 = 1.0;
/// Ends of ranges.
const OTHER_DAYS: i64 = 3_000;
/// Node compiles what is used often, and is slower before it has.
const WARM_UP_S: f64 = 5.0;

pub(crate) fn run() {
    let folder = ten_years::folder();
    let server = Server::of_vitalog(&folder, Cores::One);
    let url = mcp_url(&folder, &server);
    let mut lines = Vec::new();
    let mut compared = Vec::new();
    for (name, questions) in questions() {
        let ask = |url: &str, revision| -> Vec<Request> {
            let calls = questions.iter();
            calls
                .map(|arguments| Request::call(url, revision, TOOL, arguments))
                .collect()
        };
        let reply = ask(&url, REVISIONS[0])[0].send(&load::agent());
        let bytes = f64::from(u32::try_from(reply.len()).unwrap());
        let reply: Value = serde_json::from_str(&reply).unwrap();
        let result = &reply["result"];
        assert_eq!(result["structuredContent"]["found"], true, "{reply}");
        let peer = Peer::new(
            &json!({
                "content": result["content"],
                "structuredContent": result["structuredContent"],
            }),
            Cores::One,
        );
        for revision in REVISIONS {
            let ours = ask(&url, revision);
            let theirs = ask(&peer.url(), revision);
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
                format!("{:.1} kB", bytes / 1e3),
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

/// What is asked, again and again in turn.
fn questions() -> [(&'static str, Vec<Value>); 3] {
    let end = ten_years::last_day();
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
    let one = |metric: &str, end: Date| json!({"metrics": [metric], "end_date": end.to_string()});
    // So many that no answer is remembered until its question comes again.
    let many = (0..OTHER_DAYS).flat_map(|days| {
        let end = end - days.days();
        ["weight", "protein", "step_count"].map(|metric| one(metric, end))
    });
    [
        ("one metric", vec![one("weight", end)]),
        (
            "ten metrics",
            vec![json!({"metrics": ten, "end_date": end.to_string()})],
        ),
        ("one metric, of other days each time", many.collect()),
    ]
}
