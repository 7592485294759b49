//! `vitalog import`: takes in files that hold a history.

mod apple;
mod bar;
mod calendar;
mod sort;
mod summary;

use std::{path::PathBuf, time::Instant};

use self::{sort::Sort, summary::Summary};
use crate::{args::Global, failure::Failure, output};

/// The arguments.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Exports of Apple Health (the zip file, its folder or its XML), and calendar files (.ics)
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Whose record; `me` unless said otherwise
    #[arg(long, value_name = "NAME")]
    account: Option<String>,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

/// Takes the files in, in order.
pub(crate) async fn run(global: &Global, args: Args) -> Result<(), Failure> {
    // Before anything is written it is known of all whether they can be something.
    let sorts = args.paths.iter().map(|path| sort::sort_of(path));
    let sorts: Vec<Sort> = sorts.collect::<Result<_, _>>()?;
    let begun = Instant::now();
    let deployment = super::open(global).await?;
    let account = deployment.account(args.account.as_deref()).await?;
    let mut summary = Summary::default();
    let mut cut_off = None;
    for (path, sort) in args.paths.iter().zip(sorts) {
        match sort {
            Sort::Calendar => {
                let report = calendar::take_in(&deployment, &account, path).await?;
                if !args.json {
                    output::note(&calendar::line(path, &report));
                }
                summary.add_calendar(&report);
            }
            Sort::Apple => {
                let report = apple::take_in(&deployment, &account, path, args.json).await?;
                if report.is_partial {
                    cut_off.get_or_insert(path);
                }
                summary.add_apple(&report);
            }
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        output::print_json(&summary.document(seconds))?;
    } else {
        summary.print()?;
    }
    match cut_off {
        None => Ok(()),
        Some(path) => Err(Failure::failed(format!(
            "{} ends in the middle; what it holds was taken in",
            path.display()
        ))
        .advise(
            "Export again, with the phone unlocked until it is done, and import that too: only what \
             is new is written.",
        )),
    }
}
