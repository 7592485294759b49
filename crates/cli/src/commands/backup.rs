//! `vitalog backup` and `vitalog restore`: the whole record in one encrypted file, and back.

use std::path::PathBuf;

use serde_json::{Value, json};
use vitalog_storage::copy::Total;

use super::totals;
use crate::{
    args::Global,
    backup, deployment,
    failure::Failure,
    key_file,
    logging::{self, Chatter},
    output,
};

/// Where to.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The file to write; a backup that has this name is replaced
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The key file to encrypt it with, if that is not vitalog-backup.key in the data folder
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Where from.
#[derive(Debug, clap::Args)]
pub(crate) struct RestoreArgs {
    /// The backup
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The file with its key; else vitalog-backup.key in the data folder, else it is asked for
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Put it in the place of what is stored there; stop the server first
    #[arg(long)]
    replace: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Makes a backup.
pub(crate) async fn run(global: &Global, args: Args) -> Result<(), Failure> {
    let settings = deployment::settings(global, Vec::new(), false)?;
    logging::start(&settings, Chatter::Quiet);
    let told = totals::Told::new("are copied");
    let made = backup::make(
        &settings,
        &args.file,
        args.key.as_deref(),
        &|place, rows| told.tell(place, rows),
    )
    .await?;
    let file = args.file.display();
    print(&made.totals, args.json, &json!({"file": file.to_string()}))?;
    output::note(&format!(
        "{file} was restored to try it: each row is there, as it was. It holds the secrets of your \
         addresses, and access to vendors only sealed with a key that is not in it."
    ));
    if made.new_key {
        let place = backup::key_path(&settings);
        output::note(&format!(
            "Its key was made just now, in {}. Keep a copy of that in another place, such as your \
             password manager: if this machine is lost, nobody can read the backup without it.",
            place.display()
        ));
    }
    Ok(())
}

/// Restores a backup.
pub(crate) async fn restore(global: &Global, args: RestoreArgs) -> Result<(), Failure> {
    let settings = deployment::settings(global, Vec::new(), false)?;
    logging::start(&settings, Chatter::Quiet);
    let told = totals::Told::new("are restored");
    let restored = backup::put_back(
        &settings,
        &args.file,
        args.key.as_deref(),
        args.replace,
        &|place, rows| told.tell(place, rows),
    )
    .await?;
    let aside = restored.aside.map(|path| path.display().to_string());
    let about = json!({
        "file": args.file.display().to_string(),
        "made_at": restored.made_at,
        "put_aside": aside,
    });
    print(&restored.totals, args.json, &about)?;
    output::note(&format!(
        "The backup of {} is in {}: each row was read back and compared.",
        restored.made_at,
        settings.storage.url.shown()
    ));
    if let Some(aside) = aside {
        output::note(&format!(
            "What was there before is in {aside}, with the same key."
        ));
    }
    if !key_file::seal_path(&settings.data).exists() && settings.access.seal_key.is_none() {
        output::note(
            "The key that access to vendors is sealed with is not here, so that Oura and WHOOP \
             have to be connected again: `vitalog connect oura`, `vitalog connect whoop`.",
        );
    }
    Ok(())
}

/// The totals as a table, or as JSON with what else there is to tell.
fn print(all: &[Total], as_json: bool, about: &Value) -> Result<(), Failure> {
    if !as_json {
        return output::print_table(&totals::table(all));
    }
    let mut document = about.clone();
    document["totals"] = all.iter().map(totals::as_json).collect();
    output::print_json(&document)
}
