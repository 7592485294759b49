//! `vitalog export`: the person's record, as files that other programs read.

mod folder;
mod form;
mod manifest;
mod stream;

use std::{io, path::Path};

use jiff::civil::Date;
use vitalog_core::{Account, Clock, day::day_of};
use vitalog_service::{ExportError, ExportRequest, ExportTable};

use self::{
    folder::{Folder, Written},
    form::Form,
    stream::Stream,
};
use crate::{args::Global, deployment::Deployment, failure::Failure, output, system::SystemClock};

/// Stands for standard output.
const STDOUT: &str = "-";

/// What to export, and where to.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Whose record; `me` unless said otherwise
    #[arg(long, value_name = "NAME")]
    account: Option<String>,
    /// The form of rows; documents of vendors are always JSON
    #[arg(long, value_enum, default_value = "csv")]
    format: Form,
    /// Only these metrics, also names of the journal; without it everything
    #[arg(long = "metric", value_name = "NAME", num_args = 1..)]
    metrics: Vec<String>,
    /// From this day on, like 2026-01-31
    #[arg(long, value_name = "DAY")]
    from: Option<Date>,
    /// Up to and with this day
    #[arg(long, value_name = "DAY")]
    to: Option<Date>,
    /// Only rows as they came, or only daily values
    #[arg(long, value_enum)]
    tier: Option<Tier>,
    /// A folder that is not there yet, or - for standard output
    #[arg(long, short, value_name = "DIR")]
    output: Option<String>,
    /// Print the manifest
    #[arg(long)]
    json: bool,
}

/// Which of the two tiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Tier {
    /// Rows as they came
    Raw,
    /// One value a day
    Daily,
}

/// Runs the command.
pub(crate) async fn run(global: &Global, args: Args) -> Result<(), Failure> {
    let to_stdout = args.output.as_deref() == Some(STDOUT);
    if to_stdout && args.json {
        return Err(
            Failure::usage("--json prints the manifest where the rows are to go")
                .advise("Name a folder, or leave --json out."),
        );
    }
    let deployment = super::open(global).await?;
    let account = deployment.account(args.account.as_deref()).await?;
    let metrics = deployment
        .service
        .find_any_metrics(&account, &args.metrics)
        .await?;
    let request = ExportRequest {
        metrics,
        from: args.from,
        to: args.to,
        tables: tables(&args, to_stdout),
    };
    if to_stdout {
        return print(&deployment, &account, &args, &request).await;
    }
    let now = SystemClock.now();
    let place = args.output.clone().unwrap_or_else(|| {
        let day = day_of(now, &account.zone);
        format!("vitalog-export-{}-{day}", account.id)
    });
    write(&deployment, &account, &args, &request, Path::new(&place)).await
}

/// One stream of comma-separated values can only hold one table.
fn tables(args: &Args, to_stdout: bool) -> Vec<ExportTable> {
    let is_one = to_stdout && args.format == Form::Csv;
    match args.tier {
        Some(Tier::Daily) => vec![ExportTable::DailyValues],
        Some(Tier::Raw) | None if is_one => vec![ExportTable::Readings],
        Some(Tier::Raw) => vec![
            ExportTable::Readings,
            ExportTable::Workouts,
            ExportTable::VendorRecords,
        ],
        None => ExportTable::ALL.to_vec(),
    }
}

async fn print(
    deployment: &Deployment,
    account: &Account,
    args: &Args,
    request: &ExportRequest,
) -> Result<(), Failure> {
    let mut stream = Stream::new(args.format);
    let exported = deployment
        .service
        .export(account, request, &mut stream)
        .await;
    let ended = match exported {
        Ok(exported) => {
            tell_of_changes(exported.changed_meanwhile);
            let table = request.tables.first().copied();
            stream.finish(table.unwrap_or(ExportTable::Readings))
        }
        Err(ExportError::Service(error)) => return Err(error.into()),
        Err(ExportError::Write(error)) => Err(error),
    };
    match ended {
        // Whoever reads has seen enough, as `head` does.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
        Err(error) => {
            return Err(Failure::failed(format!(
                "cannot write to standard output: {error}"
            )));
        }
        Ok(()) => {}
    }
    if args.format == Form::Csv && request.metrics.is_empty() && args.tier.is_none() {
        output::note(
            "These are the readings. Daily values come with --tier daily; workouts and documents \
             of vendors with --format jsonl, or in a folder.",
        );
    }
    Ok(())
}

async fn write(
    deployment: &Deployment,
    account: &Account,
    args: &Args,
    request: &ExportRequest,
    place: &Path,
) -> Result<(), Failure> {
    let cannot =
        |error: io::Error| Failure::failed(format!("cannot write to {}: {error}", place.display()));
    let mut folder = Folder::make(place, args.format)?;
    let exported = deployment
        .service
        .export(account, request, &mut folder)
        .await
        .map_err(|error| match error {
            ExportError::Service(error) => error.into(),
            ExportError::Write(error) => cannot(error),
        })?;
    let journal = deployment.service.custom_metrics(account).await?;
    let files = folder.end_files().map_err(cannot)?;
    let now = SystemClock.now();
    let manifest = manifest::manifest(args, account, &journal, now, &exported, files);
    let table = table(files);
    let text = serde_json::to_vec_pretty(&manifest)
        .map_err(|error| Failure::failed(format!("cannot write the manifest: {error}")))?;
    folder.finish(&text).map_err(cannot)?;
    tell_of_changes(exported.changed_meanwhile);
    if args.json {
        output::print_json(&manifest)?;
    } else {
        output::print_table(&table)?;
    }
    output::note(&format!(
        "Everything that was asked for is in {}, with a manifest. These files are not encrypted: \
         whoever has them can read them.",
        place.display()
    ));
    Ok(())
}

fn tell_of_changes(changed: bool) {
    if changed {
        output::note(
            "The record was changed while it was written down, so that some rows are newer than \
             others. Export it again if that matters.",
        );
    }
}

fn table(files: &[Written]) -> Vec<Vec<String>> {
    let head = ["FILE", "ROWS"].map(str::to_owned).to_vec();
    let rows = files.iter();
    let rows = rows.map(|file| vec![file.name.clone(), file.rows.to_string()]);
    std::iter::once(head).chain(rows).collect()
}
