//! What can be measured. [`table`] holds one row per metric; everything else derives from it.

mod measure;
mod name;
mod row;
pub mod table;

pub use row::{
    AcceptedUnit, ClockClass, DailyRule, Direction, Group, Identity, Kind, MetricRow, MetricUnit,
    Shape,
};
pub use table::Metric;

impl Metric {
    /// The hours of a night, by stage and in total. They are worked out together, since the stages
    /// of one source belong to one another.
    pub const SLEEP: &'static [Self] = &[
        Self::SleepTotal,
        Self::SleepCore,
        Self::SleepDeep,
        Self::SleepRem,
        Self::SleepUnspecified,
        Self::SleepAwake,
        Self::SleepInBed,
    ];

    /// What a working day is made of; calendars tell some of it, and the person may tell any.
    pub const WORK: &'static [Self] = &[
        Self::Meetings,
        Self::MeetingMinutes,
        Self::CallSentiment,
        Self::MessagesSent,
        Self::IssuesOpened,
        Self::IssuesClosed,
    ];

    /// The metric's row in the table.
    #[must_use]
    pub fn row(self) -> &'static MetricRow {
        &table::TABLE[self as usize]
    }

    /// The name that answers and storage use; never changed or reused.
    #[must_use]
    pub fn slug(self) -> &'static str {
        self.row().slug
    }

    /// Whether a source may say of which day a value is; see [`Reading::day`](crate::Reading).
    #[must_use]
    pub fn names_its_day(self) -> bool {
        self.row().names_its_day
    }

    /// Whether a day's value is the sum of its readings.
    #[must_use]
    pub fn is_summed(self) -> bool {
        matches!(self.row().daily, DailyRule::Sum)
    }
}
