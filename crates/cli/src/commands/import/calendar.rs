//! Calendar files.

use std::{path::Path, sync::Arc};

use vitalog_core::Account;
use vitalog_sync::{CalendarError, CalendarImport, CalendarReport};

use crate::{deployment::Deployment, failure::Failure, output, system::SystemClock};

/// Larger than this no calendar is; it is read whole.
const LARGEST: u64 = 256 * 1024 * 1024;

pub(super) async fn take_in(
    deployment: &Deployment,
    account: &Account,
    path: &Path,
) -> Result<CalendarReport, Failure> {
    let shown = path.display();
    let cannot = |error: std::io::Error| Failure::failed(format!("cannot read {shown}: {error}"));
    if std::fs::metadata(path).map_err(cannot)?.len() > LARGEST {
        return Err(Failure::failed(format!(
            "{shown} is too large for a calendar"
        )));
    }
    let body = std::fs::read(path).map_err(cannot)?;
    let import = CalendarImport::new(deployment.storage().clone(), Arc::new(SystemClock));
    let imported = import.import(account, &body).await;
    let report = imported.map_err(|error| match error {
        CalendarError::NotACalendar(error) => Failure::failed(format!("{shown}: {error}")),
        CalendarError::Busy => Failure::failed("the record is busy; try again"),
        CalendarError::Storage(error) => Failure::from(error),
    })?;
    if !report.doubts.is_empty() {
        let doubts = report.doubts.iter();
        let doubts: Vec<_> = doubts
            .map(|(what, number)| format!("{number} {what}"))
            .collect();
        output::note(&format!(
            "{shown}: some events count, but are not understood in full: {}",
            doubts.join(", ")
        ));
    }
    Ok(report)
}

pub(super) fn line(path: &Path, report: &CalendarReport) -> String {
    match report.days {
        Some(days) => format!(
            "{}: {} events, {} to {}",
            path.display(),
            report.events,
            days.start,
            days.end
        ),
        None => format!("{}: {} events, no meetings", path.display(), report.events),
    }
}
