//! Answers over ten years, and over one with a ring, in this process: from the call of a tool to
//! its reply.

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
use vitalog_storage_sqlite::SqliteStorage;

use crate::{
    figures::{cpu_ms, median_and_least, print_budget, print_table},
    plain_table::PlainTable,
    ring_year, ten_years,
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

/// The same report of somebody who wears a ring, eats and trains every day.
const RING_YEAR: Case = Case {
    name: "report, 366 days, with a ring",
    tool: "get_report_data",
    days: 366,
    budget: "≤ 15 ms",
};

pub(crate) fn run() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let storage = Arc::new(ten_years::open(&ten_years::folder()));
    let ten_years = Answers::over(&runtime, storage);
    let mut lines: Vec<_> = CASES.iter().map(|case| ten_years.measure(case)).collect();
    let ring_year = Answers::over(&runtime, ring_year::storage(&runtime));
    lines.push(ring_year.measure(&RING_YEAR));
    let heads = ["answer", "rows", "reply", "plain table", "answer", "÷"];
    print_table("answers", &heads, &lines);
}

/// A record to ask about.
struct Answers<'r> {
    runtime: &'r Runtime,
    plain: PlainTable,
    mcp: Mcp,
    principal: Principal,
}

impl<'r> Answers<'r> {
    fn over(runtime: &'r Runtime, storage: Arc<SqliteStorage>) -> Self {
        let end = ten_years::last_day();
        let plain = plain_table(runtime, storage.as_ref(), first_day(end, 366));
        let now = ten_years::zone().to_timestamp(end.at(22, 0, 0, 0)).unwrap();
        let clock = Arc::new(ManualClock::new(now));
        let entropy = Arc::new(CountingEntropy::new());
        let service = Service::new(storage, Arc::clone(&clock) as _, entropy);
        Self {
            runtime,
            plain,
            mcp: Mcp::new(service, McpOptions::new(clock)),
            principal: Principal {
                account: ten_years::account(),
                write: false,
                toolsets: Toolsets::ALL,
                door: Door::CommandLine,
                token: None,
                version: None,
            },
        }
    }

    /// The line of a case.
    fn measure(&self, case: &Case) -> Vec<String> {
        let end = ten_years::last_day();
        let start = first_day(end, case.days);
        let range = DayRange { start, end }.instants(&ten_years::zone());
        let mut arguments = json!({"start_date": start.to_string(), "end_date": end.to_string()});
        if case.tool == "get_health_metrics" {
            arguments["metric"] = json!("all");
        }
        let (mut floor, mut answer) = (Vec::new(), Vec::new());
        let (mut rows, mut bytes) = (0, 0);
        for _ in 0..ROUNDS {
            floor.push(cpu_ms(CALLS, || {
                rows = self.plain.read(range.start, range.end);
            }));
            answer.push(cpu_ms(CALLS, || {
                let call = self.mcp.call(&self.principal, case.tool, arguments.clone());
                let reply = self.runtime.block_on(call).unwrap();
                assert!(!reply.is_error, "{}", reply.text);
                bytes = reply.text.len();
            }));
        }
        let (floor, floor_least) = median_and_least(floor);
        let (answer, answer_least) = median_and_least(answer);
        print_budget(
            case.name,
            case.budget,
            &format!("{answer:.1} ms"),
            &format!("{rows} rows of a plain table: {floor:.1} ms"),
        );
        vec![
            case.name.to_owned(),
            rows.to_string(),
            format!("{} kB", bytes / 1000),
            format!("{floor:.1} ({floor_least:.1}) ms"),
            format!("{answer:.1} ({answer_least:.1}) ms"),
            format!("{:.1} ({:.1})", answer / floor, answer_least / floor_least),
        ]
    }
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
