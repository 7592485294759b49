//! The commands, one file each.

pub(crate) mod account;
pub(crate) mod backfill;
pub(crate) mod backup;
pub(crate) mod call;
pub(crate) mod config;
pub(crate) mod connect;
pub(crate) mod doctor;
pub(crate) mod erase;
pub(crate) mod export;
pub(crate) mod import;
pub(crate) mod ingest;
pub(crate) mod log;
pub(crate) mod migrate;
pub(crate) mod queue;
pub(crate) mod secret;
pub(crate) mod serve;
mod source;
pub(crate) mod stdio;
pub(crate) mod sync;
pub(crate) mod token;
pub(crate) mod tools;
mod totals;
pub(crate) mod url;
pub(crate) mod webhook;

use crate::{
    args::{Cli, Command, Global},
    deployment::{self, Deployment},
    failure::Failure,
    logging::{self, Chatter},
};

/// Runs a command.
pub(crate) async fn run(cli: Cli) -> Result<(), Failure> {
    let global = &cli.global;
    match cli.command {
        Command::Serve(args) => serve::run(global, args).await,
        // What speaks for long is put aside, so that the rest stays small.
        Command::Stdio(args) => Box::pin(stdio::run(global, args)).await,
        Command::Url(args) => url::print_connector(global, args).await,
        Command::IngestUrl(args) => url::print_ingest(global, args).await,
        Command::Secret(command) => secret::run(global, command).await,
        Command::Token(command) => token::run(global, command).await,
        Command::Account(command) => account::run(global, command).await,
        Command::Ingest(args) => ingest::run(global, args).await,
        Command::Import(args) => import::run(global, args).await,
        Command::Connect(args) => connect::run(global, args).await,
        Command::Disconnect(args) => connect::disconnect(global, args).await,
        Command::Sync(args) => sync::run(global, args).await,
        Command::Backfill(args) => backfill::run(global, args).await,
        Command::Remap(args) => sync::remap(global, args).await,
        Command::Queue(command) => queue::run(global, command).await,
        Command::Webhook(command) => webhook::run(global, command).await,
        Command::Log(args) => log::run(global, args).await,
        Command::Call(args) => call::run(global, args).await,
        Command::Tools(args) => tools::run(global, args).await,
        Command::Doctor(args) => Box::pin(doctor::run(global, args)).await,
        Command::Config(args) => config::run(global, args),
        Command::Export(args) => Box::pin(export::run(global, args)).await,
        Command::Backup(args) => Box::pin(backup::run(global, args)).await,
        Command::Restore(args) => Box::pin(backup::restore(global, args)).await,
        Command::Erase(args) => Box::pin(erase::run(global, args)).await,
        Command::Migrate(args) => migrate::run(global, args).await,
    }
}

/// Opens the deployment for a command whose answer a person reads.
async fn open(global: &Global) -> Result<Deployment, Failure> {
    let settings = deployment::settings(global, Vec::new(), false)?;
    logging::start(&settings, Chatter::Quiet);
    Deployment::open(settings).await
}
