//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use vitalog_config::sections::storage::StorageUrl;

use crate::commands::{
    account, backfill, backup, call, config, connect, doctor, erase, export, import, ingest, log,
    migrate, queue, secret, serve, stdio, sync, token, tools, url, webhook,
};

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  failed
  2  bad usage: a flag, setting or name that is not taken
  3  needs a person, for example to connect a source again

Settings come from flags, then variables (VITALOG_SECTION__KEY), then vitalog.toml in the data
folder, then defaults; `vitalog config` shows them. Logs and hints go to standard error.";

/// The version. A build for developers says so: it is slow, and checks what a release does not.
const VERSION: &str = if cfg!(debug_assertions) {
    concat!(env!("CARGO_PKG_VERSION"), " (debug build)")
} else {
    env!("CARGO_PKG_VERSION")
};

/// Your health record, on your own machine, for any chat app that speaks MCP.
#[derive(Debug, Parser)]
#[command(name = "vitalog", version = VERSION, after_help = EXIT_CODES, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What every command takes.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Global {
    /// The folder that holds the database, its key and the settings file
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// A settings file other than vitalog.toml in the data folder
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    #[arg(
        long,
        global = true,
        value_name = "URL",
        help = "Where the record is kept, as sqlite:PATH, postgres://ROLE@HOST/DATABASE or dynamodb:TABLE"
    )]
    pub(crate) database: Option<String>,
}

impl Global {
    /// The flags that name the same deployment in a command that a text suggests, each with a
    /// space before it.
    pub(crate) fn as_flags(&self) -> String {
        let text = |path: &PathBuf| path.display().to_string();
        [
            ("--data", self.data.as_ref().map(text)),
            ("--config", self.config.as_ref().map(text)),
            ("--database", self.database.as_deref().map(shown)),
        ]
        .into_iter()
        .filter_map(|(flag, value)| Some(format!(" {flag} {}", quoted(&value?))))
        .collect()
    }
}

/// A storage URL without what may hold a password; a person puts that back in.
fn shown(url: &str) -> String {
    StorageUrl::parse(url).map_or_else(|| url.to_owned(), |url| url.shown())
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-:~+,=@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the server
    Serve(serve::Args),
    /// Speak MCP over standard input and output
    Stdio(stdio::Args),
    /// Print the address to add to a chat app; it holds a secret
    Url(url::Args),
    /// Print the address and header for Health Auto Export; they hold secrets
    IngestUrl(url::Args),
    /// Replace a secret
    #[command(subcommand)]
    Secret(secret::Command),
    /// Make, list and revoke tokens for programs that read the record
    #[command(subcommand)]
    Token(token::Command),
    /// Make, list and change accounts
    #[command(subcommand)]
    Account(account::Command),
    /// Take in saved pushes, as if the phone had sent them
    Ingest(ingest::Args),
    /// Take in files that hold a history: exports of Apple Health, calendars
    Import(import::Args),
    /// Let an account's data be read from Oura or WHOOP
    Connect(connect::Args),
    /// Forget a connection; what was copied stays
    Disconnect(connect::DisconnectArgs),
    /// Bring the copy of what sources know up to date
    Sync(sync::Args),
    /// Bring in the history of a source
    Backfill(backfill::Args),
    /// Work out anew what the kept documents of sources come to
    Remap(sync::Args),
    /// Look at what waits to be done, and at what was given up
    #[command(subcommand)]
    Queue(queue::Command),
    /// Look after the subscriptions by which Oura tells of changes
    #[command(subcommand)]
    Webhook(webhook::Command),
    /// Show who asked what, when
    Log(log::Args),
    /// Call a tool and print its result
    Call(call::Args),
    /// List the tools
    Tools(tools::Args),
    /// Check the set-up and say what to mend
    Doctor(doctor::Args),
    /// Show the settings in force and where they come from
    Config(config::Args),
    /// Write the record down as files that other programs read
    Export(export::Args),
    /// Write the whole record into one encrypted file, and prove that it can be restored
    Backup(backup::Args),
    /// Put a backup back, and prove that it is there
    Restore(backup::RestoreArgs),
    /// Take everything of an account out of the record, for good, and print a receipt
    Erase(erase::Args),
    /// Copy the record to another place, and prove that it is there
    Migrate(migrate::Args),
}
