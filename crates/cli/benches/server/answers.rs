//! Answers over ten years, and over one with a ring, in this process: from the call of a tool to
//! its reply.

use std::{ops::Range, sync::Arc};

use jiff::{Timestamp, ToSpan, civil::Date};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use vitalog_core::{
    DayRange, Metric,
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

/// Over years: the last month's readings, and one day's value for each day before.
const YEARS: [Years; 2] = [
    Years {
        name: "query_metric, 5 years of heart rates",
        tool: "query_metric",
        window: ("days", 1825),
        days: 1825,
        budget: "< 10 ms",
    },
    Years {
        name: "get_long_term_trend, 120 months of heart rates",
        tool: "get_long_term_trend",
        window: ("months", 120),
        days: 3_652,
        budget: "< 20 ms",
    },
];

/// A metric that is measured every few minutes.
const DENSE: Metric = Metric::HeartRate;
/// Days that are answered from readings.
const RAW_DAYS: i32 = 31;

struct Years {
    name: &'static str,
    tool: &'static str,
    window: (&'static str, i32),
    days: i32,
    budget: &'static str,
}

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
    lines.extend(YEARS.iter().map(|years| ten_years.measure_years(years)));
    let ring_year = Answers::over(&runtime, ring_year::storage(&runtime));
    lines.push(ring_year.measure(&RING_YEAR));
    let heads = ["answer", "rows", "reply", "plain table", "answer", "÷"];
    print_table("answers", &heads, &lines);
}

/// A record to ask about.
struct Answers<'r> {
    runtime: &'r Runtime,
    storage: Arc<SqliteStorage>,
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
        let service = Service::new(Arc::clone(&storage) as _, Arc::clone(&clock) as _, entropy);
        Self {
            runtime,
            storage,
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
        let asked = Asked {
            name: case.name,
            tool: case.tool,
            budget: case.budget,
            arguments,
        };
        self.measure_call(&asked, &self.plain, &range)
    }

    /// The line of a case over years.
    fn measure_years(&self, years: &Years) -> Vec<String> {
        let end = ten_years::last_day();
        let start = first_day(end, years.days);
        let range = DayRange { start, end }.instants(&ten_years::zone());
        let plain = plain_years(self.runtime, self.storage.as_ref(), start);
        let (window, number) = years.window;
        let asked = Asked {
            name: years.name,
            tool: years.tool,
            budget: years.budget,
            arguments: json!({"metric_type": DENSE.slug(), window: number}),
        };
        self.measure_call(&asked, &plain, &range)
    }

    fn measure_call(
        &self,
        case: &Asked,
        plain: &PlainTable,
        range: &Range<Timestamp>,
    ) -> Vec<String> {
        let (mut floor, mut answer) = (Vec::new(), Vec::new());
        let (mut rows, mut bytes) = (0, 0);
        for _ in 0..ROUNDS {
            floor.push(cpu_ms(CALLS, || {
                rows = plain.read(range.start, range.end);
            }));
            answer.push(cpu_ms(CALLS, || {
                let call = self
                    .mcp
                    .call(&self.principal, case.tool, case.arguments.clone());
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

/// A call to measure.
struct Asked {
    name: &'static str,
    tool: &'static str,
    budget: &'static str,
    arguments: Value,
}

fn first_day(end: Date, days: i32) -> Date {
    end - (i64::from(days) - 1).days()
}

/// As many rows as an answer over years is made of: the readings of its last days, and one of each
/// day before.
fn plain_years(runtime: &Runtime, storage: &dyn RecordStore, start: Date) -> PlainTable {
    let end = ten_years::last_day();
    let zone = ten_years::zone();
    let raw_from = first_day(end, RAW_DAYS);
    let query = RecordQuery {
        readings: vec![(DENSE, DayRange { start, end }.instants(&zone))],
        ..RecordQuery::default()
    };
    let account = ten_years::account().id;
    let read = storage.read_record(&account, &query);
    let mut record = runtime.block_on(read).unwrap();
    let mut rows = record.readings.remove(&DENSE).unwrap();
    let mut last = None;
    rows.retain(|row| {
        let day = zone.to_datetime(row.at).date();
        let is_first = last.replace(day) != Some(day);
        day >= raw_from || is_first
    });
    let folder = tempfile::tempdir().unwrap();
    PlainTable::new(folder.path(), &rows)
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
