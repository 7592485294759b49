//! `vitalog log`: who asked what, when.

use jiff::{Timestamp, civil::Date};
use serde_json::{Value, json};
use vitalog_core::{Account, DayRange};
use vitalog_service::AccessRow;

use crate::{args::Global, failure::Failure, output};

/// More entries than this are not shown.
const MOST: usize = 10_000;

/// The arguments.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Whose record was asked; `me` unless said otherwise
    #[arg(long, value_name = "NAME")]
    account: Option<String>,
    /// From this day on, YYYY-MM-DD; all that is kept unless said otherwise
    #[arg(long, value_name = "DAY")]
    since: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Prints the access log, oldest first.
pub(crate) async fn run(global: &Global, args: Args) -> Result<(), Failure> {
    let since = args.since.as_deref().map(day).transpose()?;
    let deployment = super::open(global).await?;
    let account = deployment.account(args.account.as_deref()).await?;
    let since = since.map_or(Timestamp::UNIX_EPOCH, |day| begin(day, &account));
    let rows = deployment
        .service
        .access_log(&account.id, since, MOST)
        .await?;
    if rows.len() == MOST {
        output::note(&format!(
            "These are the newest {MOST}; --since chooses fewer."
        ));
    }
    if args.json {
        let documents: Vec<Value> = rows.iter().map(|row| document(row, &account)).collect();
        return output::print_json(&documents);
    }
    let head = [
        "at", "door", "client", "tool", "metrics", "days", "rows", "outcome", "calls",
    ];
    let head: Vec<String> = head.map(str::to_owned).to_vec();
    let lines = rows.iter().map(|row| line(row, &account));
    output::print_table(&std::iter::once(head).chain(lines).collect::<Vec<_>>())
}

fn day(text: &str) -> Result<Date, Failure> {
    text.parse()
        .map_err(|_| Failure::usage("--since must be a day, as 2026-11-01"))
}

fn begin(day: Date, account: &Account) -> Timestamp {
    let days = DayRange {
        start: day,
        end: day,
    };
    days.instants(&account.zone).start
}

fn line(row: &AccessRow, account: &Account) -> Vec<String> {
    let days = match (row.from, row.to) {
        (Some(from), Some(to)) if from != to => format!("{from}..{to}"),
        (Some(day), _) | (None, Some(day)) => day.to_string(),
        (None, None) => String::new(),
    };
    let civil = account.zone.to_datetime(row.at);
    vec![
        civil.strftime("%Y-%m-%d %H:%M:%S").to_string(),
        row.door.clone(),
        shown(
            row.client
                .as_deref()
                .or(row.token.as_deref())
                .unwrap_or_default(),
        ),
        row.tool.clone(),
        row.metrics.join(","),
        days,
        row.rows.map(|rows| rows.to_string()).unwrap_or_default(),
        row.outcome.as_str().to_owned(),
        row.calls.to_string(),
    ]
}

/// A client's own name, without what a terminal obeys.
fn shown(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).collect()
}

fn document(row: &AccessRow, account: &Account) -> Value {
    let text = |day: Option<Date>| day.map(|day| day.to_string());
    json!({
        "at": row.at.to_string(),
        "account": account.id.as_str(),
        "door": row.door,
        "client": row.client,
        "token": row.token,
        "tool": row.tool,
        "metrics": row.metrics,
        "from": text(row.from),
        "to": text(row.to),
        "rows": row.rows,
        "outcome": row.outcome.as_str(),
        "ms": row.ms,
        "calls": row.calls,
    })
}
