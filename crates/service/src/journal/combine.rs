//! How the entries of a day become one value.

use vitalog_core::{DailyValue, metric::DailyRule};

/// How the entries of a day become one value. The stored names are those of [`Self::as_str`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combine {
    /// They add up.
    Sum,
    /// Their mean.
    Mean,
    /// The latest stands; one for the whole day stands before those with a time.
    Last,
    /// Whether any of them is true.
    Any,
}

impl Combine {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::Sum, Self::Mean, Self::Last, Self::Any];

    /// The stored and shown name; never changed or reused.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Mean => "mean",
            Self::Last => "last",
            Self::Any => "any",
        }
    }

    /// Reads a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.as_str() == name)
    }

    /// The day's value of entries that come to this.
    #[must_use]
    pub fn of(self, entries: &DailyValue) -> f64 {
        match self {
            Self::Sum => entries.sum,
            Self::Mean => entries.mean(),
            Self::Last => entries.last,
            Self::Any => entries.max,
        }
    }

    /// The rule of a metric of the table, where a journal has it too.
    pub(super) fn of_rule(rule: DailyRule) -> Option<Self> {
        match rule {
            DailyRule::Sum => Some(Self::Sum),
            DailyRule::Mean => Some(Self::Mean),
            DailyRule::Last => Some(Self::Last),
            DailyRule::Max | DailyRule::Min | DailyRule::Night => None,
        }
    }
}
