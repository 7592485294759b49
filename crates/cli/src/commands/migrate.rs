//! `vitalog migrate`: moves the record to another place, and proves that it is there.

use std::path::PathBuf;

use serde_json::Value;
use vitalog_config::{Settings, sections::storage::StorageUrl};
use vitalog_core::Clock;
use vitalog_storage::{
    Storage,
    copy::{CopyError, Part, Place, Total, copy},
};

use super::totals::{Told, as_json, table, whose};
use crate::{
    args::Global,
    deployment,
    failure::Failure,
    key_file,
    logging::{self, Chatter},
    output, storage,
    system::SystemClock,
};

/// From where to where.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where the record is; where the settings have it unless said otherwise
    #[arg(long, value_name = "URL")]
    from: Option<String>,
    /// Where it is to be: a place where nothing is stored yet
    #[arg(long, value_name = "URL")]
    to: String,
    /// The key file of the database it comes from, if that is not the data folder's
    #[arg(long, value_name = "FILE")]
    from_key: Option<PathBuf>,
    /// The key file of the database it goes to, if that is not the data folder's
    #[arg(long, value_name = "FILE")]
    to_key: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) async fn run(global: &Global, args: Args) -> Result<(), Failure> {
    let settings = deployment::settings(global, Vec::new(), false)?;
    logging::start(&settings, Chatter::Quiet);
    let source = at(&settings, args.from.as_deref(), args.from_key, "--from")?;
    let target = at(&settings, Some(&args.to), args.to_key, "--to")?;
    let (from_shown, to_shown) = (source.storage.url.shown(), target.storage.url.shown());
    let from = storage::open_existing(&source).await?;
    if from.list_owners().await?.is_empty() {
        return Err(Failure::usage(format!("nothing is stored in {from_shown}"))
            .advise("Name the place of the record with --from."));
    }
    let to = storage::open(&target).await?;
    let totals = make_copy(&*from, &*to)
        .await
        .map_err(|error| explain(error, &from_shown, &to_shown))?;
    if args.json {
        let totals: Vec<Value> = totals.iter().map(as_json).collect();
        output::print_json(&totals)?;
    } else {
        output::print_table(&table(&totals))?;
    }
    output::note(&format!(
        "Everything in {from_shown} is in {to_shown} as well: each row was read back and \
         compared.\nTo use it, set storage.url (VITALOG_STORAGE__URL) to the new place. \
         {from_shown} was left as it is."
    ));
    Ok(())
}

/// The settings of a deployment whose record is at another place.
fn at(
    settings: &Settings,
    url: Option<&str>,
    key: Option<PathBuf>,
    flag: &str,
) -> Result<Settings, Failure> {
    let mut settings = settings.clone();
    if let Some(url) = url {
        settings.storage.url = StorageUrl::parse(url).ok_or_else(|| {
            Failure::usage(format!("{flag} must be a storage URL"))
                .advise("One looks like sqlite:/var/lib/vitalog/vitalog.db.")
        })?;
    }
    if let Some(path) = key {
        let key = key_file::read(&path)?;
        settings.storage.key =
            Some(key.ok_or_else(|| {
                Failure::usage(format!("there is no key file {}", path.display()))
            })?);
    }
    Ok(settings)
}

/// Makes the copy, and tells now and then how far it is.
async fn make_copy(from: &dyn Storage, to: &dyn Storage) -> Result<Vec<Total>, CopyError> {
    let told = Told::new("are copied");
    let progress = |place: &Place, rows: u64| told.tell(place, rows);
    copy(from, to, SystemClock.now(), &progress).await
}

fn explain(error: CopyError, from: &str, to: &str) -> Failure {
    let begin_anew = format!("Empty {to}, and run the same command again.");
    match error {
        CopyError::SourceUnfinished => {
            Failure::usage(format!("{from} is itself a copy that was not finished"))
                .advise("Finish it first, or copy from where it came from.")
        }
        CopyError::TargetNotEmpty => Failure::usage(format!("something is stored in {to}"))
            .advise("Choose a place where nothing is stored yet."),
        CopyError::AnotherCopy => Failure::failed(format!(
            "{to} holds an unfinished copy of something else, or of {from} before it changed"
        ))
        .advise(begin_anew),
        CopyError::SourceChanged => {
            Failure::failed(format!("somebody wrote to {from} while it was copied")).advise(
                format!("Stop the server and close apps that use it. {begin_anew}"),
            )
        }
        CopyError::TargetChanged => Failure::failed(format!("somebody else writes to {to}"))
            .advise("Once nobody does, run the same command again."),
        CopyError::Differs(differences) => {
            let line = |place: &Place| {
                if place.part == Part::Jobs {
                    return place.part.to_string();
                }
                let whose = whose(place).unwrap_or("the deployment");
                format!("{} of {whose}", place.part)
            };
            let lines: Vec<String> = differences
                .iter()
                .map(|difference| {
                    let (here, there) = (difference.rows_in_source, difference.rows_in_target);
                    format!("{} ({here} rows, {there} copied)", line(&difference.place))
                })
                .collect();
            Failure::failed(format!(
                "{to} does not hold what {from} holds: {}",
                lines.join(", ")
            ))
            .advise(format!(
                "Stop the server and close apps that use either. {begin_anew}"
            ))
        }
        CopyError::From(error) | CopyError::To(error) => Failure::from(error),
    }
}
