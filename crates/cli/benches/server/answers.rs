//! Answers over ten years, in this process: from the call of a tool to its reply.

use std::sync::Arc;

use jiff::{ToSpan, civil::Date};
use serde_json::json;
use tokio::runtime::Runtime;
use vitalog_core::{
    DayRange,
    clock::{CountingEntropy, ManualClock},
};
use vitalog_mcp::{Door, Mcp, McpOptions, Principal, Toolsets};
use vitalog_service::{HEALTH_METRICS, Service};
use vitalog_storage::{RecordQuery, RecordStore};

use crate::{
    figures::{cpu_ms, median_and_least, print_budget, print_table},
    plain_table::PlainTable,
    ten_years,
};

const ROUNDS: usize = 11;
/// Calls of a round, so many that the system's coarse count of processor time tells.
const CALLS: u32 = 20;

struct Case {
    name: &'static str,
    tool: &'static str,
    days: i32,
    budget: &'static str,
}

const CASES: [Case; 2] = [
    Case {
        name: "all metrics, 92 days",
        tool: "get_health_metrics",
        days: 92,
        budget: "≤ 5 ms",
    },
    Case {
        name: "report, 366 days",
        tool: "get_report_data",
        days: 366,
        budget: "≤ 15 ms",
    },
];

pub(crate) fn run() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let storage = Arc::new(ten_years::open(&ten_years::folder()));
    let end = ten_years::last_day();
    let plain = plain_table(&runtime, storage.as_ref(), first_day(end, 366));
    let now = ten_years::zone().to_timestamp(end.at(22, 0, 0, 0)).unwrap();
    let clock = Arc::new(ManualClock::new(now));
    let entropy = Arc::new(CountingEntropy::new());
    let service = Service::new(storage, Arc::clone(&clock) as _, entropy);
    let mcp = Mcp::new(service, McpOptions::new(clock));
    let principal = Principal {
        account: ten_years::account(),
        write: false,
        toolsets: Toolsets::ALL,
        door: Door::CommandLine,
        version: None,
    };

    let mut lines = Vec::new();
    for Case {
        name,
        tool,
        days,
        budget,
    } in CASES
    {
        let start = first_day(end, days);
        let range = DayRange { start, end }.instants(&ten_years::zone());
        let mut arguments = json!({"start_date": start.to_string(), "end_date": end.to_string()});
        if tool == "get_health_metrics" {
            arguments["metric"] = json!("all");
        }
        let (mut floor, mut answer) = (Vec::new(), Vec::new());
        let (mut rows, mut bytes) = (0, 0);
        for _ in 0..ROUNDS {
            floor.push(cpu_ms(CALLS, || rows = plain.read(range.start, range.end)));
            answer.push(cpu_ms(CALLS, || {
                let call = mcp.call(&principal, tool, arguments.clone());
                let reply = runtime.block_on(call).unwrap();
                assert!(!reply.is_error, "{}", reply.text);
                bytes = reply.text.len();
            }));
        }
        let (floor, floor_least) = median_and_least(floor);
        let (answer, answer_least) = median_and_least(answer);
        lines.push(vec![
            name.to_owned(),
            rows.to_string(),
            format!("{} kB", bytes / 1000),
            format!("{floor:.1} ({floor_least:.1}) ms"),
            format!("{answer:.1} ({answer_least:.1}) ms"),
            format!("{:.1} ({:.1})", answer / floor, answer_least / floor_least),
        ]);
        print_budget(
            name,
            budget,
            &format!("{answer:.1} ms"),
            &format!("{rows} rows of a plain table: {floor:.1} ms"),
        );
    }
    let heads = ["answer", "rows", "reply", "plain table", "answer", "÷"];
    print_table("answers", &heads, &lines);
}

fn first_day(end: Date, days: i32) -> Date {
    end - (i64::from(days) - 1).days()
}

/// The same rows as the answers are made of.
fn plain_table(runtime: &Runtime, storage: &dyn RecordStore, start: Date) -> PlainTable {
    let end = ten_years::last_day();
    let range = DayRange { start, end }.instants(&ten_years::zone());
    let query = RecordQuery {
        readings: HEALTH_METRICS
            .iter()
            .map(|metric| (*metric, range.clone()))
            .collect(),
        ..RecordQuery::default()
    };
    let account = ten_years::account().id;
    let record = runtime
        .block_on(storage.read_record(&account, &query))
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    // The open file outlives its folder.
    PlainTable::new(folder.path(), record.readings.values().flatten())
}
