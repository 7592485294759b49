//! What a store holds, in parts.

use std::fmt;

use vitalog_core::Metric;

use crate::Owner;

/// A sort of rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// The readings of a metric.
    Readings(Metric),
    /// The daily values of all metrics.
    DailyValues,
    /// The workouts.
    Workouts,
    /// The vendor records.
    VendorRecords,
    /// The findings of all runs.
    Findings,
    /// The entries of the access log.
    AccessLog,
    /// The documents.
    Documents,
    /// The jobs.
    Jobs,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Readings(metric) => metric.slug(),
            Self::DailyValues => "daily values",
            Self::Workouts => "workouts",
            Self::VendorRecords => "vendor records",
            Self::Findings => "findings",
            Self::AccessLog => "access log",
            Self::Documents => "documents",
            Self::Jobs => "jobs",
        })
    }
}

/// A part of what belongs to someone; jobs belong to the deployment.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// Whose.
    pub owner: Owner,
    /// Which.
    pub part: Part,
}

/// What a place holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Total {
    /// Whose and which.
    pub place: Place,
    /// How many rows.
    pub rows: u64,
    /// The sum of the values of readings in their metric's unit (of pressures the systolic ones, of
    /// spreads the means).
    pub sum: Option<f64>,
}
