//! `vitalog secret`: replaces secrets.

use vitalog_service::SecretKind;

use crate::{
    args::Global,
    deployment,
    failure::Failure,
    logging::{self, Chatter},
    output, storage,
};

/// What to do with secrets.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Replace a secret; the old one stops working at once
    Rotate {
        /// Which one
        which: Which,
        /// Whose; `me` unless said otherwise
        #[arg(long, value_name = "NAME")]
        account: Option<String>,
    },
}

/// The secrets of an account, and the key of the database that holds them all.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Which {
    /// The end of the connector's address
    Path,
    /// The end of the ingest address
    IngestPath,
    /// The value of the X-Ingest-Key header
    IngestKey,
    /// The key of the database; stop the server first
    Database,
}

/// Runs the command.
pub(crate) async fn run(global: &Global, command: Command) -> Result<(), Failure> {
    let Command::Rotate { which, account } = command;
    let (kind, command, next) = match which {
        Which::Path => (
            SecretKind::Path,
            "url",
            "the new address; add it to your chat apps anew",
        ),
        Which::IngestPath => (
            SecretKind::IngestPath,
            "ingest-url",
            "the new address; set it in every automation",
        ),
        Which::IngestKey => (
            SecretKind::IngestKey,
            "ingest-url",
            "the new header; set it in every automation",
        ),
        Which::Database => return rotate_database(global, account.as_deref()).await,
    };
    let deployment = super::open(global).await?;
    let account = deployment.account(account.as_deref()).await?;
    deployment.service.rotate_secret(&account.id, kind).await?;
    let flags = format!("{}{}", account.id.as_flag(), global.as_flags());
    output::note(&format!(
        "The old secret no longer works. `vitalog {command}{flags}` prints {next}."
    ));
    Ok(())
}

/// Gives the database a new key. It is not opened as for other commands: nobody may have it open,
/// not even this one.
async fn rotate_database(global: &Global, account: Option<&str>) -> Result<(), Failure> {
    if account.is_some() {
        return Err(
            Failure::usage("the key of the database belongs to no account")
                .advise("Leave --account out."),
        );
    }
    let settings = deployment::settings(global, Vec::new(), false)?;
    logging::start(&settings, Chatter::Quiet);
    let place = storage::rotate_key(&settings).await?;
    output::note(&format!(
        "The database has a new key, in {}. Keep a copy of it apart from the database.\n\
         Backups made until now open only with the old key, which is no longer kept here: \
         make a new one.",
        place.display()
    ));
    Ok(())
}
