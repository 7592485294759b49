//! Days, written as the Health app exports them.
//!
//! This is a second opinion on that form, and shares nothing with the writer of pushes but the facts:
//! both have their own names, units and dates. What a phone keeps and an export does not hold
//! (states of mind, medications) is left out.

mod document;
mod event;
mod generate;
mod rings;
mod tag;
mod types;
mod value;
mod workout;

pub use generate::generate;

use std::io::{self, Write};

use jiff::{Timestamp, tz::TimeZone};

use crate::day::Day;

/// How the phone is set, and what else is in its export.
#[derive(Clone, Debug)]
pub struct Options {
    /// The phone's preference of units.
    pub units: Units,
    /// Where the phone is when it exports: all dates are written by the clock of this zone.
    pub zone: TimeZone,
    /// When it exports.
    pub made_at: Timestamp,
    /// Whether some records stand twice, as those of a watch that was paired anew do.
    pub repeats: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            units: Units::Metric,
            zone: TimeZone::UTC,
            made_at: Timestamp::UNIX_EPOCH,
            repeats: true,
        }
    }
}

/// A phone's preference of units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Units {
    /// Kilograms, kilometres, degrees Celsius, mmol/L.
    Metric,
    /// Pounds, miles, degrees Fahrenheit, mg/dL.
    Us,
}

/// Writes an export that holds these days.
///
/// # Errors
///
/// If `out` cannot be written to.
pub fn write(days: &[Day], options: &Options, out: &mut impl Write) -> io::Result<()> {
    document::head(options, out)?;
    document::block(days, options, out)?;
    document::foot(out)
}
