//! The columns of what is exported. These lists are the form of it: files, their heads and the
//! reference page are made from them. A column is only ever added, at the end.

mod daily;
mod reading;
mod vendor_record;
mod workout;

pub(super) use daily::DailyRow;
pub(super) use reading::ReadingRow;
pub(super) use workout::WorkoutRow;

use super::Cell;

/// A column, made of rows of one kind.
pub(super) struct Column<R> {
    name: &'static str,
    about: &'static str,
    cell: fn(&R) -> Cell,
}

/// Rows of one kind, with the same columns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ExportTable {
    /// Readings of a metric as they are stored, those that no longer count included.
    Readings,
    /// Daily values of a metric.
    DailyValues,
    /// Workouts.
    Workouts,
    /// Documents of vendors, word for word.
    VendorRecords,
}

impl ExportTable {
    /// Every one.
    pub const ALL: [Self; 4] = [
        Self::Readings,
        Self::DailyValues,
        Self::Workouts,
        Self::VendorRecords,
    ];

    /// The name in files and manifests; never changed or reused.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Readings => "readings",
            Self::DailyValues => "daily",
            Self::Workouts => "workouts",
            Self::VendorRecords => "vendor-records",
        }
    }

    /// The name of each column and what stands in it.
    #[must_use]
    pub fn columns(self) -> Vec<(&'static str, &'static str)> {
        match self {
            Self::Readings => described(reading::COLUMNS),
            Self::DailyValues => described(daily::COLUMNS),
            Self::Workouts => described(workout::COLUMNS),
            Self::VendorRecords => described(vendor_record::COLUMNS),
        }
    }
}

fn described<R>(columns: &[Column<R>]) -> Vec<(&'static str, &'static str)> {
    let described = columns.iter().map(|column| (column.name, column.about));
    described.collect()
}

/// A row that can be written down.
pub(super) trait ExportRow: Sized + 'static {
    /// Its columns.
    const COLUMNS: &'static [Column<Self>];

    fn cells(&self) -> Vec<Cell> {
        let columns = Self::COLUMNS.iter();
        columns.map(|column| (column.cell)(self)).collect()
    }
}
