//! An export of a size, for measurements.

use std::io::{self, Write};

use jiff::{
    ToSpan,
    civil::{Date, Time},
    tz::{Offset, TimeZone},
};

use super::{Options, Units, document};
use crate::person::Person;

/// Days that are held at once.
const BLOCK: i32 = 90;
/// The first day of every life.
const FIRST: Date = Date::constant(2005, 1, 1);
/// Days that are made at most: far more than five gigabytes.
const MOST: u16 = 30_000;

/// Writes the export of the person of a seed: days from the first on until it has so many bytes,
/// and then to the end of their block. The same arguments give the same bytes.
///
/// # Errors
///
/// If `out` cannot be written to.
pub fn generate(seed: u64, bytes: u64, out: impl Write) -> io::Result<u64> {
    let last = FIRST.saturating_add((i32::from(MOST) - 1).days());
    let zone = TimeZone::get("Europe/Berlin").unwrap_or(TimeZone::UTC);
    let person = Person::new(seed, zone.clone(), last, MOST);
    let made_at = Offset::UTC
        .to_timestamp(last.to_datetime(Time::midnight()))
        .unwrap_or_default();
    let options = Options {
        units: Units::Metric,
        zone,
        made_at,
        repeats: true,
    };
    let mut out = Counted { out, written: 0 };
    document::head(&options, &mut out)?;
    let mut from = FIRST;
    while out.written < bytes && from <= last {
        let days: Vec<_> = (0..BLOCK)
            .map(|day| person.day(from.saturating_add(day.days())))
            .collect();
        document::block(&days, &options, &mut out)?;
        from = from.saturating_add(BLOCK.days());
    }
    document::foot(&mut out)?;
    out.out.flush()?;
    Ok(out.written)
}

/// What is written, counted.
struct Counted<W> {
    out: W,
    written: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.written += u64::try_from(written).unwrap_or_default();
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
