//! What an answer without any data says: that nothing ever came, or that there is a gap. Neither
//! is a zero, and a permission that is off looks like either.

use jiff::civil::Date;
use vitalog_core::{DayRange, Metric};

use crate::{
    AnyMetric,
    recorded_days::{Recorded, absence_note},
};

/// What every phone records, so that its absence means that it is not shared.
const EXPECTED: [Metric; 4] = [
    Metric::StepCount,
    Metric::HeartRate,
    Metric::ActiveEnergy,
    Metric::WalkingRunningDistance,
];

/// Why there is nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataStatus {
    /// Whether it was ever recorded.
    pub state: EmptyState,
    /// The same in words, for the person.
    pub message: String,
    /// The last day with a value in the whole record, if any has one.
    pub last_day: Option<Date>,
}

/// Whether what is absent was ever recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmptyState {
    /// It never was.
    NeverRecorded,
    /// It was, on other days.
    EmptyWindow,
}

impl EmptyState {
    /// The name in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NeverRecorded => "never_recorded",
            Self::EmptyWindow => "empty_window",
        }
    }
}

impl DataStatus {
    pub(crate) fn new(metric: &AnyMetric, recorded: Option<Recorded>, asked: DayRange) -> Self {
        let message = absence_note(metric, recorded, asked);
        let is_expected = matches!(metric, AnyMetric::Known(metric) if EXPECTED.contains(metric));
        match recorded {
            None => Self {
                state: EmptyState::NeverRecorded,
                message: if is_expected {
                    format!(
                        "{message} Every phone records it, so it is not shared: Apple Health \
                         shows a permission that is off as no data. Allow it for the app that \
                         pushes, and check that the app sends it."
                    )
                } else {
                    message
                },
                last_day: None,
            },
            Some(recorded) => Self {
                state: EmptyState::EmptyWindow,
                message,
                last_day: recorded.days.map(|days| days.last),
            },
        }
    }
}
