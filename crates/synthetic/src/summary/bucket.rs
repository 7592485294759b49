//! Stretches of the phone's clock.

use jiff::{
    Timestamp, ToSpan,
    civil::{Date, DateTime, Time},
    tz::Offset,
};
use vitalog_core::Grain;

/// A stretch of the clock, told by what the clock shows at its start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Bucket {
    shown: DateTime,
    /// An hour that the clock shows twice is two; a day on which the clock changes is one.
    offset_s: Option<i32>,
}

impl Bucket {
    /// The one that holds an instant.
    pub(super) fn of(at: Timestamp, offset: Offset, grain: Grain) -> Self {
        let shown = offset.to_datetime(at);
        let (date, time) = (shown.date(), shown.time());
        let hour = |minute, second| Time::new(time.hour(), minute, second, 0).unwrap_or(time);
        let midnight = |date: Date| date.to_datetime(Time::midnight());
        let (shown, short) = match grain {
            Grain::Second => (date.to_datetime(hour(time.minute(), time.second())), true),
            Grain::Minute => (date.to_datetime(hour(time.minute(), 0)), true),
            Grain::Hour => (date.to_datetime(hour(0, 0)), true),
            Grain::Day => (midnight(date), false),
            Grain::Week => {
                let since_monday = date.weekday().to_monday_zero_offset();
                (midnight(date.saturating_sub(since_monday.days())), false)
            }
            Grain::Month => (midnight(date.first_of_month()), false),
            Grain::Year => (midnight(date.first_of_year()), false),
        };
        Self {
            shown,
            offset_s: short.then_some(offset.seconds()),
        }
    }

    /// Its first instant by a clock of this offset.
    pub(super) fn start(self, offset: Offset) -> Timestamp {
        offset.to_timestamp(self.shown).unwrap_or_default()
    }

    /// The first instant of the next one.
    pub(super) fn end(self, offset: Offset, grain: Grain) -> Timestamp {
        let next = match grain {
            Grain::Second => 1.second(),
            Grain::Minute => 1.minute(),
            Grain::Hour => 1.hour(),
            Grain::Day => 1.day(),
            Grain::Week => 1.week(),
            Grain::Month => 1.month(),
            Grain::Year => 1.year(),
        };
        let next = self.shown.saturating_add(next);
        offset.to_timestamp(next).unwrap_or(Timestamp::MAX)
    }
}
