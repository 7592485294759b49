//! `vitalog secret`: replaces secrets.

use vitalog_service::SecretKind;

use crate::{args::Global, failure::Failure, output};

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

/// The secrets of an account.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Which {
    /// The end of the connector's address
    Path,
    /// The end of the ingest address
    IngestPath,
    /// The value of the X-Ingest-Key header
    IngestKey,
}

/// Runs the command.
pub(crate) async fn run(global: &Global, command: Command) -> Result<(), Failure> {
    let Command::Rotate { which, account } = command;
    let deployment = super::open(global).await?;
    let account = deployment.account(account.as_deref()).await?;
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
    };
    deployment.service.rotate_secret(&account.id, kind).await?;
    let flags = format!("{}{}", account.id.as_flag(), global.as_flags());
    output::note(&format!(
        "The old secret no longer works. `vitalog {command}{flags}` prints {next}."
    ));
    Ok(())
}
