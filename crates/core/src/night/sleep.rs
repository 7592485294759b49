//! One sleep.

use std::ops::Range;

use jiff::{SignedDuration, Timestamp, civil::Time, civil::time, tz::TimeZone};

use crate::{Metric, day::day_of};

/// Below this a sleep in broad daylight is a nap.
const NAP_UNDER: SignedDuration = SignedDuration::from_hours(3);
/// When broad daylight begins: later than the last hours of a night.
const DAYLIGHT_FROM: Time = time(9, 0, 0, 0);
/// When it ends, and with it the daytime: earlier than a night begins.
const DAYLIGHT_UNTIL: Time = time(21, 0, 0, 0);
/// When the daytime begins, in which whoever is up has ended the night.
const DAYTIME_FROM: Time = time(6, 0, 0, 0);

/// One sleep, as one source tells it.
#[derive(Clone, PartialEq, Debug)]
pub struct Sleep {
    /// When it began: going to sleep, or to bed if that is all that is known.
    pub start: Timestamp,
    /// When it ended; `start` if only the day is known.
    pub end: Timestamp,
    /// How long it was.
    pub hours: StageHours,
}

/// Hours of a sleep. What the source does not tell is `None`; 0 is told.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct StageHours {
    /// Asleep, in whichever stage; without time awake.
    pub total: Option<f64>,
    /// In core (light) sleep.
    pub core: Option<f64>,
    /// In deep sleep.
    pub deep: Option<f64>,
    /// In REM sleep.
    pub rem: Option<f64>,
    /// Asleep, in a stage that is not known.
    pub unspecified: Option<f64>,
    /// Awake between going to sleep and getting up.
    pub awake: Option<f64>,
    /// In bed.
    pub in_bed: Option<f64>,
}

impl StageHours {
    /// The hours that are the value of one of [`Metric::SLEEP`].
    #[must_use]
    pub fn of(&self, metric: Metric) -> Option<f64> {
        let hours = [
            self.total,
            self.core,
            self.deep,
            self.rem,
            self.unspecified,
            self.awake,
            self.in_bed,
        ];
        let place = Metric::SLEEP.iter().position(|stage| *stage == metric)?;
        hours[place]
    }

    /// Whether the source tells the stages of sleep apart.
    #[must_use]
    pub fn has_stages(&self) -> bool {
        self.core.or(self.deep).or(self.rem).is_some()
    }
}

impl Sleep {
    /// How long it was: asleep, or else in bed, or else from start to end.
    pub(super) fn length(&self) -> SignedDuration {
        let hours = self.hours.total.or(self.hours.in_bed);
        hours.map_or_else(|| self.start.duration_until(self.end), from_hours)
    }

    /// The time it covers, waking hours within it included.
    pub(super) fn covered(&self) -> SignedDuration {
        self.start.duration_until(self.end).max(self.length())
    }
}

/// Whether a sleep is a nap wherever it stands among others.
pub(super) fn is_nap_by_daylight(sleep: &Sleep, zone: &TimeZone) -> bool {
    let (start, end) = (zone.to_datetime(sleep.start), zone.to_datetime(sleep.end));
    // Where only the day is known there is no time of day.
    sleep.start < sleep.end
        && sleep.length() < NAP_UNDER
        && start.date() == end.date()
        && start.time() >= DAYLIGHT_FROM
        && end.time() <= DAYLIGHT_UNTIL
}

/// How much of a stretch of a few hours is daytime, on the day on which it begins.
pub(super) fn daytime_within(time: &Range<Timestamp>, zone: &TimeZone) -> SignedDuration {
    let day = day_of(time.start, zone);
    let instant = |clock: Time| zone.to_timestamp(day.to_datetime(clock)).ok();
    let Some((from, until)) = instant(DAYTIME_FROM).zip(instant(DAYLIGHT_UNTIL)) else {
        return SignedDuration::ZERO;
    };
    let daytime = time.start.max(from).duration_until(time.end.min(until));
    daytime.max(SignedDuration::ZERO)
}

/// A length of at most a day.
pub(super) fn from_hours(hours: f64) -> SignedDuration {
    SignedDuration::try_from_secs_f64((hours * 3600.0).round()).unwrap_or_default()
}
