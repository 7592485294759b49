//! All of a person's record, to take elsewhere.
//!
//! Rows leave one after the other, as they stand, so that a record of any size takes little
//! memory. What they look like is in [`ExportTable`]; into which files they go is the caller's.

mod cell;
mod column;
mod rows;

use std::io;

use jiff::civil::Date;
use vitalog_core::{Account, DayRange, Metric};
use vitalog_storage::{RecordQuery, Revision};

pub use self::{cell::Cell, column::ExportTable};
use crate::{AnyMetric, Service, ServiceError, code};

/// What is to be exported.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExportRequest {
    /// These metrics and nothing else; if there are none, everything.
    pub metrics: Vec<AnyMetric>,
    /// From this day on.
    pub from: Option<Date>,
    /// Up to and with this day.
    pub to: Option<Date>,
    /// Which tables; a document of a vendor or a workout is no part of a choice of metrics.
    pub tables: Vec<ExportTable>,
}

/// Rows that belong together: of one table and, where it is one of metrics, of one metric.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ExportPart {
    /// The table.
    pub table: ExportTable,
    /// The metric.
    pub metric: Option<Metric>,
}

/// Takes rows.
pub trait ExportSink: Send {
    /// Takes the next row, with a cell for each column of its table. The rows of a part come
    /// together.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn take(&mut self, part: ExportPart, cells: Vec<Cell>) -> io::Result<()>;
}

/// How an export ended that came to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    /// How many rows of each part there were; a part without rows is left out.
    pub parts: Vec<(ExportPart, u64)>,
    /// Whether the record was changed meanwhile, so that rows may be of different moments.
    pub changed_meanwhile: bool,
}

/// Why an export broke off.
#[derive(Debug)]
pub enum ExportError {
    /// The record could not be read, or makes no such answer.
    Service(ServiceError),
    /// The rows could not be written.
    Write(io::Error),
}

impl<E: Into<ServiceError>> From<E> for ExportError {
    fn from(error: E) -> Self {
        Self::Service(error.into())
    }
}

/// The days to export.
#[derive(Clone, Copy)]
struct Days {
    range: DayRange,
    /// Whether any were asked for.
    are_all: bool,
}

impl Service {
    /// Hands every row to `sink` that is asked for.
    ///
    /// # Errors
    ///
    /// If the first day is after the last, the record cannot be read, or the sink fails.
    pub async fn export(
        &self,
        account: &Account,
        request: &ExportRequest,
        sink: &mut dyn ExportSink,
    ) -> Result<Exported, ExportError> {
        let days = days(request)?;
        if request.tables.contains(&ExportTable::DailyValues) {
            self.rebuild_daily_values(account, |_| ()).await?;
        }
        let before = self.revision(account).await?;
        let mut counting = Counting {
            sink,
            parts: Vec::new(),
        };
        for table in ExportTable::ALL {
            if !request.tables.contains(&table) {
                continue;
            }
            match table {
                ExportTable::Readings => {
                    self.export_readings(account, request, days, &mut counting)
                        .await?;
                }
                ExportTable::DailyValues => {
                    self.export_daily(account, request, days, &mut counting)
                        .await?;
                }
                ExportTable::Workouts if request.metrics.is_empty() => {
                    self.export_workouts(account, days, &mut counting).await?;
                }
                ExportTable::VendorRecords if request.metrics.is_empty() => {
                    self.export_vendor_records(account, days, &mut counting)
                        .await?;
                }
                ExportTable::Workouts | ExportTable::VendorRecords => {}
            }
        }
        Ok(Exported {
            parts: counting.parts,
            changed_meanwhile: self.revision(account).await? != before,
        })
    }

    async fn revision(&self, account: &Account) -> Result<Revision, ServiceError> {
        let nothing = RecordQuery::default();
        Ok(self
            .storage
            .read_record(&account.id, &nothing)
            .await?
            .revision)
    }
}

fn days(request: &ExportRequest) -> Result<Days, ServiceError> {
    let range = DayRange {
        start: request.from.unwrap_or(Date::MIN),
        end: request.to.unwrap_or(Date::MAX),
    };
    if range.start > range.end {
        let (start, end) = (range.start, range.end);
        return Err(ServiceError::new(
            code::INVALID_RANGE,
            format!("The first day {start} is after the last day {end}."),
        ));
    }
    Ok(Days {
        range,
        are_all: request.from.is_none() && request.to.is_none(),
    })
}

/// A sink, and how many rows it took.
struct Counting<'s> {
    sink: &'s mut dyn ExportSink,
    parts: Vec<(ExportPart, u64)>,
}

impl Counting<'_> {
    fn take(&mut self, part: ExportPart, cells: Vec<Cell>) -> Result<(), ExportError> {
        match self.parts.last_mut() {
            Some((last, rows)) if *last == part => *rows += 1,
            _ => self.parts.push((part, 1)),
        }
        self.sink.take(part, cells).map_err(ExportError::Write)
    }
}
