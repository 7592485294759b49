//! Periods of sleep: the main one of a day, and its naps.

use std::{cmp::Reverse, collections::BTreeMap};

use jiff::civil::Date;
use vitalog_core::{Grain, Quantity, SentTime};

use super::{
    Read, possible,
    table::{How, Row, rows},
};
use crate::{Mapped, MappedSample, oura::collections::SLEEP};

/// What the vendor took for sleep and the person said was none. What is deleted is left out before.
pub(in crate::oura) const NO_SLEEP: &str = "rest";
/// A night, which counts before any other sleep, however long.
const NIGHT: &str = "long_sleep";

struct Period<'r> {
    day: Date,
    read: &'r Read<'r>,
    start: SentTime,
    end: SentTime,
}

impl<'r> Period<'r> {
    fn asleep_s(&self) -> f64 {
        let asleep = self.read.fields.number("total_sleep_duration");
        asleep.map_or(0.0, |seconds| seconds.max(0.0))
    }

    /// The main sleep of a day ranks highest: the longest night, or without one the longest sleep
    /// of any kind. Of equals it is the earlier.
    fn rank(&self) -> impl PartialOrd + use<'_, 'r> {
        let is_night = self.read.fields.text("type") == Some(NIGHT);
        (
            is_night,
            self.asleep_s(),
            Reverse((self.start.at, self.read.sent.id.as_str())),
        )
    }
}

pub(super) fn map(documents: &[Read<'_>], mapped: &mut Mapped) {
    let mut days: BTreeMap<Date, Vec<Period<'_>>> = BTreeMap::new();
    for read in documents {
        if read.fields.text("type") == Some(NO_SLEEP) {
            continue;
        }
        match period(read) {
            Some(period) => days.entry(period.day).or_default().push(period),
            None => mapped.unreadable = mapped.unreadable.saturating_add(1),
        }
    }
    for periods in days.values() {
        let main = periods.iter().reduce(|main, other| {
            if other.rank() > main.rank() {
                other
            } else {
                main
            }
        });
        for period in periods {
            let is_main = main.is_some_and(|main| std::ptr::eq(main, period));
            let samples = rows(SLEEP)
                .filter(|row| matches!(row.how, How::OfNaps) != is_main)
                .filter_map(|row| sample(row, period));
            mapped.samples.extend(samples);
        }
    }
}

fn period<'r>(read: &'r Read<'r>) -> Option<Period<'r>> {
    Some(Period {
        day: read.sent.day,
        read,
        start: read.fields.time("bedtime_start")?,
        end: read.fields.time("bedtime_end")?,
    })
}

fn sample(row: &Row, period: &Period<'_>) -> Option<MappedSample> {
    let value = possible(row.metric, value(row, period)?)?;
    Some(MappedSample {
        metric: row.metric,
        day: Some(period.day),
        start: period.start.at,
        until: (period.end.at > period.start.at).then_some(period.end.at),
        recorded_at: period.start.text.clone(),
        quantity: Quantity::Single(value),
        unit: row.unit,
        grain: Some(Grain::Day),
    })
}

fn value(row: &Row, period: &Period<'_>) -> Option<f64> {
    let fields = &period.read.fields;
    let above_zero = |field: &str| fields.number(field).filter(|number| *number > 0.0);
    match row.how {
        How::Number => fields.number(row.field),
        How::AboveZero | How::OfNaps => above_zero(row.field),
        How::Lowest { otherwise } => {
            let items = fields.numbers(row.field).filter(|number| *number > 0.0);
            let lowest = items.reduce(f64::min);
            lowest.or_else(|| above_zero(otherwise)).map(f64::round)
        }
        How::Clock => {
            let time = if row.field == "bedtime_end" {
                &period.end
            } else {
                &period.start
            };
            clock(time, period.day)
        }
        How::Place(_) | How::Points(_) | How::Lasted(_) | How::Covered => None,
    }
}

/// Whole minutes from the midnight at which `day` begins to what the clock showed.
fn clock(time: &SentTime, day: Date) -> Option<f64> {
    let offset = time.offset.unwrap_or(jiff::tz::Offset::UTC);
    let shown = offset.to_datetime(time.at);
    let midnight = day.to_datetime(jiff::civil::Time::midnight());
    let minutes = midnight.duration_until(shown).as_secs().div_euclid(60);
    i32::try_from(minutes).ok().map(f64::from)
}
