//! `vitalog erase`: takes everything of an account out of the record, and gives a receipt.

use std::io::BufRead;

use serde_json::{Value, json};
use vitalog_connectors::Vendor;
use vitalog_core::{AccountId, Clock};
use vitalog_service::Erasure;
use vitalog_sync::vendor::Ended;

use crate::{
    args::Global,
    deployment::{self, Deployment},
    failure::Failure,
    logging::{self, Chatter},
    output,
    system::SystemClock,
};

/// Whom.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Whose record; `me` unless said otherwise
    #[arg(long, value_name = "NAME")]
    account: Option<String>,
    /// Do not ask
    #[arg(long)]
    yes: bool,
    /// Print the receipt as JSON
    #[arg(long)]
    json: bool,
}

/// Erases an account.
pub(crate) async fn run(global: &Global, args: Args) -> Result<(), Failure> {
    let settings = deployment::settings(global, Vec::new(), false)?;
    logging::start(&settings, Chatter::Quiet);
    let id = match args.account.as_deref() {
        Some(name) => deployment::account_id(name)?,
        None => AccountId::first(),
    };
    let deployment = Deployment::open_to_erase(settings).await?;
    let goes_on = deployment.service.is_being_erased(&id).await?;
    let erasure = deployment.service.erasure(&id).await?;
    if !args.yes && !goes_on {
        confirm(&id, &erasure)?;
    }
    let vendors = disconnect(&deployment, &id).await;
    deployment.service.erase(&id, &erasure).await?;
    let ended_at = SystemClock.now();
    if args.json {
        let rows = erasure.rows.iter();
        output::print_json(&json!({
            "account": id.as_str(),
            "begun_at": erasure.begun_at,
            "ended_at": ended_at.to_string(),
            "erased": rows.map(|row| json!({"part": row.part, "rows": row.rows})).collect::<Vec<_>>(),
            "vendors": vendors,
            "left": 0,
        }))?;
    } else {
        output::print_table(&table(&erasure))?;
        output::print(&format!(
            "Account {id} was erased, from {} to {ended_at}. Nothing of it is left.",
            erasure.begun_at
        ))?;
    }
    for vendor in &vendors {
        if vendor["ended"] == false {
            output::note(&format!(
                "{} was not told, or takes no word of that: end the permission in its own settings.",
                vendor["vendor"].as_str().unwrap_or_default()
            ));
        }
    }
    output::note(
        "Backups, exports and copies made before still hold it, and so do the phone and the vendors it \
         came from. Take the account's addresses out of the phone and the chat apps.",
    );
    Ok(())
}

/// Asks the person to type the account's name.
fn confirm(id: &AccountId, erasure: &Erasure) -> Result<(), Failure> {
    output::note(&format!("This is what is stored for account {id}:"));
    for line in table(erasure) {
        output::note(&format!("  {}", line.join("  ")));
    }
    output::note(&format!(
        "It will be gone for good. To erase it, type the name of the account ({id}):"
    ));
    let mut line = String::new();
    std::io::stdin()
        .lock()
        .read_line(&mut line)
        .map_err(|error| Failure::failed(format!("cannot read standard input: {error}")))?;
    if line.trim() == id.as_str() {
        return Ok(());
    }
    Err(
        Failure::usage("that is not the name of the account; nothing was erased")
            .advise("With --yes nothing is asked."),
    )
}

/// Ends what the account let vendors give, as far as they can be told.
async fn disconnect(deployment: &Deployment, id: &AccountId) -> Vec<Value> {
    let mut told = Vec::new();
    for vendor in [Vendor::Oura, Vendor::Whoop] {
        let storage = deployment.storage().as_ref();
        let connection = vitalog_sync::vendor::connection::read(storage, id, vendor).await;
        if !matches!(connection, Ok(Some(_))) {
            continue;
        }
        let ended = deployment.relay.disconnect(id, vendor).await;
        let ended = matches!(ended, Ok(Ended::ByVendor | Ended::Before));
        told.push(json!({"vendor": vendor.source(), "ended": ended}));
    }
    deployment.relay.finish().await;
    told
}

fn table(erasure: &Erasure) -> Vec<Vec<String>> {
    let head = ["WHAT", "ROWS"].map(str::to_owned).to_vec();
    let rows = erasure.rows.iter();
    let rows = rows.map(|row| vec![row.part.clone(), row.rows.to_string()]);
    std::iter::once(head).chain(rows).collect()
}
