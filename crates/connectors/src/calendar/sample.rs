//! Meetings as values of metrics.

use jiff::civil::Date;
use vitalog_core::Metric;

use super::{Calendar, MeetingKind, MeetingTally};

/// The metrics that a calendar tells.
pub const COVERED: [Metric; 2] = [Metric::Meetings, Metric::MeetingMinutes];

/// How many meetings of a kind a day held, or how many minutes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MeetingSample {
    /// What is counted.
    pub metric: Metric,
    /// The day it is of.
    pub day: Date,
    /// Which kind of meeting; `None` for the zero of a day without any. It tells the values of one
    /// day apart, as a label does.
    pub kind: Option<MeetingKind>,
    /// The count, or the minutes.
    pub value: f64,
    /// The metric's own unit.
    pub unit: &'static str,
}

impl Calendar {
    /// Two values for each kind of a day, in order. The kinds of a day add up to the day.
    pub fn samples(&self) -> impl Iterator<Item = MeetingSample> + '_ {
        self.days.iter().flat_map(|(&day, kinds)| {
            let told = kinds.iter().map(|(&kind, tally)| (Some(kind), *tally));
            let none = kinds.is_empty().then(|| (None, MeetingTally::default()));
            told.chain(none).flat_map(move |(kind, tally)| {
                let sample = |metric, value, unit| MeetingSample {
                    metric,
                    day,
                    kind,
                    value,
                    unit,
                };
                [
                    sample(Metric::Meetings, f64::from(tally.meetings), "count"),
                    sample(Metric::MeetingMinutes, tally.minutes, "min"),
                ]
            })
        })
    }
}
