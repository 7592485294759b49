//! `vitalog serve --demo`: a server on the record of a person who does not exist.
//!
//! The record is kept by the same engine and filled by the same write path as any other, in a
//! folder of its own that is gone when the server stops. No other record and no settings file of
//! one is looked at.

mod folder;
mod phone;

use std::time::Instant;

use vitalog_sync::IngestError;

pub(crate) use folder::{Folder, is_demo};
pub(crate) use phone::Phone;

use crate::{
    args::Global,
    failure::Failure,
    output,
    stop_signal::{hangup_signal, stop_signal},
};

/// What every command says that is run on such a folder.
pub(crate) const WARNING: &str = "this is a demonstration: the record is invented, and it is \
    removed, with all that you add to it, when its server stops";

/// How often the person is told how far it is.
const DAYS_A_LINE: usize = 80;

/// Refuses a flag that names a record: whoever gives one means that record.
pub(crate) fn refuse_record(global: &Global) -> Result<(), Failure> {
    let named = [
        ("--data", global.data.is_some()),
        ("--database", global.database.is_some()),
    ];
    let Some((flag, _)) = named.iter().find(|(_, given)| *given) else {
        return Ok(());
    };
    Err(
        Failure::usage(format!("--demo and {flag} exclude each other")).advise(
            "A demonstration makes an invented record in a folder of its own, and touches no other.",
        ),
    )
}

/// Done when the process is asked to stop, or the terminal is closed.
pub(crate) fn stop() -> Result<impl Future<Output = ()>, Failure> {
    let (stop, hangup) = (stop_signal()?, hangup_signal()?);
    Ok(async {
        tokio::select! {
            () = stop => {}
            () = hangup => {}
        }
    })
}

/// Fills the record up to now, and tells the person how it goes.
pub(crate) async fn fill(phone: &mut Phone) -> Result<(), Failure> {
    output::note(&format!(
        "This is a demonstration. It is filled with {} days of a person who does not exist:",
        Phone::DAYS
    ));
    let began = Instant::now();
    phone
        .push_past(|done, of| {
            if done % DAYS_A_LINE == 0 || done == of {
                output::note(&format!("  {done} of {of} days are in"));
            }
        })
        .await
        .map_err(|error| match error {
            IngestError::Storage(error) => Failure::from(error),
            IngestError::NotJson
            | IngestError::WrongShape { .. }
            | IngestError::TooMany { .. }
            | IngestError::Busy => {
                Failure::failed(format!("the demonstration cannot be filled: {error}"))
            }
        })?;
    output::note(&format!("  done in {:.1} s", began.elapsed().as_secs_f64()));
    Ok(())
}

/// How to look at it, and what becomes of it.
pub(crate) fn next_steps(global: &Global) -> String {
    let flags = global.as_flags();
    format!(
        "Try it:\n  \
         1. `vitalog url{flags}` prints the address for a chat app on this machine \
         (docs/guides/connect.md)\n  \
         2. `vitalog call get_day{flags}` asks without one\n\
         Every value is invented. When this server stops (Ctrl-C), all of it is removed, with what \
         you add."
    )
}
