//! The program `vitalog`: reads the command line, puts the application together, runs a command.
//!
//! This crate is the one place that reads the process's environment, tells the real time, makes
//! real randomness and picks a storage engine. Commands hold no rules: each calls what it shows.
//!
//! To add a command, add one file to `commands` with its arguments and its function, and name it
//! in `args` and in `commands::run`.

mod access_log;
mod args;
mod backup;
mod commands;
mod conformance;
mod data_folder;
mod demo;
mod deployment;
mod environment;
mod failure;
mod key_file;
mod logging;
mod output;
mod relay;
mod running;
mod stop_signal;
mod storage;
mod system;

use std::{
    panic::{self, AssertUnwindSafe},
    process::ExitCode,
    time::Duration,
};

use clap::Parser;

use crate::{args::Cli, failure::Failure};

/// How long the runtime waits for a read of standard input that nobody wants any more.
const LEFTOVERS: Duration = Duration::from_millis(50);

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let code = if error.use_stderr() {
                failure::BAD_USAGE
            } else {
                failure::DONE
            };
            // Nothing is left to tell if even this cannot be written.
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let ended = run(cli);
    logging::finish();
    match ended {
        Ok(()) => ExitCode::from(failure::DONE),
        Err(failure) => {
            output::note(&failure.to_string());
            ExitCode::from(failure.code)
        }
    }
}

fn run(cli: Cli) -> Result<(), Failure> {
    logging::hide_panics();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::failed(format!("cannot start: {error}")))?;
    let command = AssertUnwindSafe(|| runtime.block_on(commands::run(cli)));
    // Nothing of the command is used after a panic.
    let outcome = panic::catch_unwind(command);
    runtime.shutdown_timeout(LEFTOVERS);
    outcome.unwrap_or_else(|_| {
        Err(Failure::failed("something went wrong inside vitalog")
            .advise("The log says where; please report it (SECURITY.md, CONTRIBUTING.md)."))
    })
}
