//! Exports of Apple Health.

use std::{path::Path, sync::Arc};

use vitalog_connectors::apple_export::ExportError;
use vitalog_core::Account;
use vitalog_sync::import::{AppleImport, ImportError, ImportReport};

use super::bar::Bar;
use crate::{deployment::Deployment, failure::Failure, output, system::SystemClock};

/// Takes an export in, and tells how it goes.
pub(super) async fn take_in(
    deployment: &Deployment,
    account: &Account,
    path: &Path,
    is_quiet: bool,
) -> Result<ImportReport, Failure> {
    let import = AppleImport::new(deployment.storage().clone(), Arc::new(SystemClock));
    let mut bar = Bar::new(path, is_quiet);
    let report = import
        .import_file(account, path, |progress| bar.show(progress))
        .await;
    bar.clear();
    let report = report.map_err(|error| explain(path, error))?;
    if !is_quiet {
        output::note(&line(path, account, &report));
    }
    Ok(report)
}

fn explain(path: &Path, error: ImportError) -> Failure {
    let shown = path.display();
    match error {
        ImportError::Export(error @ (ExportError::NotAnExport | ExportError::Truncated)) => {
            Failure::failed(format!("{shown}: {error}")).advise(
                "On the phone: Health, your picture, Export All Health Data. Send the zip file as it is.",
            )
        }
        ImportError::Export(ExportError::Open { source, .. }) => {
            Failure::failed(format!("cannot read {shown}: {source}"))
        }
        ImportError::Export(error) => Failure::failed(format!("{shown}: {error}")),
        ImportError::Io(error) => Failure::failed(format!("cannot read {shown}: {error}")),
        ImportError::Busy => Failure::failed("the record is busy")
            .advise("Import again: it goes on where it was."),
        ImportError::Storage(error) => Failure::from(error),
    }
}

fn line(path: &Path, account: &Account, report: &ImportReport) -> String {
    let made = report.made_at.map(|at| {
        let day = account.zone.to_datetime(at).date();
        format!(", made on {day}")
    });
    let read: u64 = report.tally.by_element.values().map(|c| c.read).sum();
    let known = if report.was_known {
        "; taken in before, so nothing was read"
    } else {
        ""
    };
    format!(
        "{}: {read} elements{}{known}",
        path.display(),
        made.unwrap_or_default()
    )
}
