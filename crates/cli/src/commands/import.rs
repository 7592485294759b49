//! `vitalog import`: takes in files that hold a history.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use serde_json::{Value, json};
use vitalog_core::Account;
use vitalog_sync::{CalendarCounts, CalendarError, CalendarImport, CalendarReport};

use crate::{args::Global, deployment::Deployment, failure::Failure, output, system::SystemClock};

/// Larger than this no calendar is; it is read whole.
const LARGEST: u64 = 256 * 1024 * 1024;

/// The arguments.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Calendar files (.ics)
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Whose record; `me` unless said otherwise
    #[arg(long, value_name = "NAME")]
    account: Option<String>,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

/// What all files together came to.
#[derive(Default)]
struct Summary {
    files: usize,
    events: usize,
    others: BTreeMap<&'static str, usize>,
    metrics: BTreeMap<&'static str, CalendarCounts>,
}

/// Takes the files in, in order.
pub(crate) async fn run(global: &Global, args: Args) -> Result<(), Failure> {
    for path in &args.paths {
        let extension = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        if extension.is_none_or(|ending| ending != "ics") {
            return Err(Failure::usage(format!(
                "{} is no calendar file; only .ics files are taken in for now",
                path.display()
            )));
        }
    }
    let begun = Instant::now();
    let deployment = super::open(global).await?;
    let account = deployment.account(args.account.as_deref()).await?;
    let mut summary = Summary::default();
    for path in &args.paths {
        let report = take_in(&deployment, &account, path).await?;
        if !args.json {
            output::note(&line(path, &report));
        }
        summary.add(report);
    }
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        return output::print_json(&summary.document(seconds));
    }
    summary.print()
}

async fn take_in(
    deployment: &Deployment,
    account: &Account,
    path: &Path,
) -> Result<CalendarReport, Failure> {
    let shown = path.display();
    let cannot = |error: std::io::Error| Failure::failed(format!("cannot read {shown}: {error}"));
    if std::fs::metadata(path).map_err(cannot)?.len() > LARGEST {
        return Err(Failure::failed(format!(
            "{shown} is too large for a calendar"
        )));
    }
    let body = std::fs::read(path).map_err(cannot)?;
    let import = CalendarImport::new(deployment.storage().clone(), Arc::new(SystemClock));
    import
        .import(account, &body)
        .await
        .map_err(|error| match error {
            CalendarError::NotACalendar(error) => Failure::failed(format!("{shown}: {error}")),
            CalendarError::Busy => Failure::failed("the record is busy; try again"),
            CalendarError::Storage(error) => Failure::from(error),
        })
}

fn line(path: &Path, report: &CalendarReport) -> String {
    match report.days {
        Some(days) => format!(
            "{}: {} events, {} to {}",
            path.display(),
            report.events,
            days.start,
            days.end
        ),
        None => format!("{}: {} events, no meetings", path.display(), report.events),
    }
}

impl Summary {
    fn add(&mut self, report: CalendarReport) {
        self.files += 1;
        self.events += report.events;
        for (reason, number) in report.others {
            *self.others.entry(reason).or_default() += number;
        }
        for (metric, counts) in report.metrics {
            let sum = self.metrics.entry(metric.slug()).or_default();
            sum.read += counts.read;
            sum.new += counts.new;
            sum.changed += counts.changed;
            sum.unchanged += counts.unchanged;
        }
    }

    fn document(&self, seconds: f64) -> Value {
        let skipped: usize = self.others.values().sum();
        let metrics = self.metrics.iter().map(|(slug, counts)| {
            let counts = json!({
                "read": counts.read,
                "new": counts.new,
                "changed": counts.changed,
                "unchanged": counts.unchanged,
                "skipped": 0,
            });
            ((*slug).to_owned(), counts)
        });
        json!({
            "files": self.files,
            "seconds": (seconds * 1000.0).round() / 1000.0,
            "by_element": {"VEVENT": {"read": self.events, "skipped": skipped, "why": self.others}},
            "by_metric": metrics.collect::<serde_json::Map<_, _>>(),
        })
    }

    fn print(&self) -> Result<(), Failure> {
        let head = ["metric", "read", "new", "changed", "unchanged"];
        let head: Vec<String> = head.map(str::to_owned).to_vec();
        let rows = self.metrics.iter().map(|(slug, counts)| {
            let numbers = [counts.read, counts.new, counts.changed, counts.unchanged];
            let numbers = numbers.into_iter().map(|number| number.to_string());
            std::iter::once((*slug).to_owned()).chain(numbers).collect()
        });
        output::print_table(&std::iter::once(head).chain(rows).collect::<Vec<_>>())
    }
}
