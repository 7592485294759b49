//! `vitalog sync` and `vitalog remap`: brings the copy of what vendors know up to date, and works out
//! anew what it comes to.

use serde_json::{Value, json};
use vitalog_core::Account;
use vitalog_sync::vendor::{Fault, RelayError, SyncReport, Vendor, budget::Lane, connection};

use super::{
    backfill::put_off,
    source::{Source, explain},
};
use crate::{args::Global, deployment::Deployment, failure::Failure, output};

/// The arguments of both.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The source; all that are connected unless said otherwise
    source: Option<Source>,
    /// Whose record; `me` unless said otherwise
    #[arg(long, value_name = "NAME", conflicts_with = "all_accounts")]
    account: Option<String>,
    /// Every account, as for a scheduler
    #[arg(long)]
    all_accounts: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Lists the recent days of the sources, after what their events are about.
pub(crate) async fn run(global: &Global, args: Args) -> Result<(), Failure> {
    let deployment = super::open(global).await?;
    let work = work(&deployment, &args).await?;
    let relay = &deployment.relay;
    let accounts = deployment.accounts();
    let mut vendors: Vec<Vendor> = work.iter().map(|(_, vendor)| *vendor).collect();
    vendors.sort_unstable();
    vendors.dedup();
    for vendor in vendors {
        relay.ask_again(vendor).await?;
        relay.drain_events(vendor, &accounts).await?;
    }
    let mut rows = Vec::new();
    let mut failure: Option<Failure> = None;
    for (account, vendor) in work {
        let synced = relay.sync(&account, vendor, Lane::Interactive).await;
        let (row, failed) = judge(&account, vendor, synced);
        rows.push(row);
        // What needs the person is said last, and decides the exit code.
        if let Some(failed) = failed {
            failure = Some(match failure {
                Some(before) if before.code >= failed.code => {
                    output::note(&failed.to_string());
                    before
                }
                Some(before) => {
                    output::note(&before.to_string());
                    failed
                }
                None => failed,
            });
        }
    }
    relay.finish().await;
    print(&rows, args.json)?;
    failure.map_or(Ok(()), Err)
}

/// Works out anew what is kept.
pub(crate) async fn remap(global: &Global, args: Args) -> Result<(), Failure> {
    let deployment = super::open(global).await?;
    let mut rows = Vec::new();
    for (account, vendor) in work(&deployment, &args).await? {
        let remapped = deployment.relay.remap(&account, vendor).await;
        let applied = remapped.map_err(|error| explain(error, vendor, &account.id))?;
        rows.push(json!({
            "account": account.id.as_str(),
            "source": vendor.as_str(),
            "state": "remapped",
            "written": applied.rows.written,
            "unchanged": applied.rows.unchanged,
            "superseded": applied.rows.superseded,
            "unreadable": applied.unreadable,
        }));
    }
    print(&rows, args.json)
}

/// What is to be done: which source of which account. A source that is named must be connected.
async fn work(deployment: &Deployment, args: &Args) -> Result<Vec<(Account, Vendor)>, Failure> {
    let accounts = if args.all_accounts {
        deployment.service.list_accounts().await?
    } else {
        vec![deployment.account(args.account.as_deref()).await?]
    };
    let mut work = Vec::new();
    for account in accounts {
        let vendors: Vec<Vendor> = match args.source {
            Some(source) => vec![source.vendor()],
            None => deployment.relay.vendors().collect(),
        };
        for vendor in vendors {
            let is_named = args.source.is_some() && !args.all_accounts;
            if is_named || is_connected(deployment, &account, vendor).await? {
                work.push((account.clone(), vendor));
            }
        }
    }
    if work.is_empty() {
        output::note("No source is connected; `vitalog connect oura` or `whoop` connects one.");
    }
    Ok(work)
}

async fn is_connected(
    deployment: &Deployment,
    account: &Account,
    vendor: Vendor,
) -> Result<bool, Failure> {
    if vendor == Vendor::Weather {
        return Ok(account.place.is_some());
    }
    let storage = deployment.storage().as_ref();
    let known = connection::read(storage, &account.id, vendor).await?;
    Ok(known.is_some())
}

fn judge(
    account: &Account,
    vendor: Vendor,
    synced: Result<SyncReport, RelayError>,
) -> (Value, Option<Failure>) {
    let report = match synced {
        Ok(report) => report,
        Err(error) => {
            let again_at = error.budget_spent_until();
            let state = match again_at {
                Some(_) => "put_off",
                None if error.needs_person() => "needs_reconnect",
                None => "failed",
            };
            let row = json!({
                "account": account.id.as_str(),
                "source": vendor.as_str(),
                "state": state,
                "reason": error.to_string(),
                "again_at": again_at.map(|at| at.to_string()),
            });
            let Some(again_at) = again_at else {
                return (row, Some(explain(error, vendor, &account.id)));
            };
            output::note(&put_off(vendor, account, again_at));
            return (row, None);
        }
    };
    let of = |wanted: Fault| -> Vec<&str> {
        let faults = report.faults.iter();
        let faults = faults.filter(|(_, fault)| **fault == wanted);
        faults.map(|(kind, _)| *kind).collect()
    };
    let failed = [of(Fault::Unavailable), of(Fault::Unreadable)].concat();
    let failure = (!failed.is_empty()).then(|| {
        Failure::failed(format!(
            "{} did not give {} as it should",
            vendor.source(),
            failed.join(", ")
        ))
        .advise("What is stored still stands; try again later.")
    });
    if let Some(again_at) = report.put_off {
        output::note(&put_off(vendor, account, again_at));
    }
    let state = match (report.put_off, failed.is_empty()) {
        (Some(_), _) => "put_off",
        (None, true) => "synced",
        (None, false) => "failed",
    };
    let applied = report.applied;
    let row = json!({
        "account": account.id.as_str(),
        "source": vendor.as_str(),
        "state": state,
        "from": report.window.start.to_string(),
        "to": report.window.end.to_string(),
        "documents_changed": applied.news,
        "documents_known": applied.known,
        "written": applied.rows.written,
        "unchanged": applied.rows.unchanged,
        "superseded": applied.rows.superseded,
        "unreadable": applied.unreadable,
        "not_granted": of(Fault::NotGranted),
        "not_offered": of(Fault::NotOffered),
        "failed": failed,
        "again_at": report.put_off.map(|at| at.to_string()),
    });
    (row, failure)
}

/// The columns of the table for people.
const COLUMNS: [&str; 6] = [
    "account",
    "source",
    "state",
    "written",
    "unchanged",
    "superseded",
];

fn print(rows: &[Value], as_json: bool) -> Result<(), Failure> {
    if as_json {
        return output::print_json(&rows);
    }
    if rows.is_empty() {
        return Ok(());
    }
    let cell = |row: &Value, column: &str| match row.get(column) {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => String::new(),
    };
    let head = COLUMNS.map(str::to_owned).to_vec();
    let rows = rows
        .iter()
        .map(|row| COLUMNS.iter().map(|column| cell(row, column)).collect());
    output::print_table(&std::iter::once(head).chain(rows).collect::<Vec<_>>())
}
