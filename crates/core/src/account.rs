//! Whose record it is, and the settings that shape its answers.

use std::fmt;

use jiff::{Timestamp, civil::Date, tz::TimeZone};

use crate::day::day_of;

/// The account a fresh deployment starts with.
pub const FIRST_ACCOUNT: &str = "me";

/// The name of one person's record: 1 to 40 of `a-z`, `0-9`, `-` and `_`, starting with a letter
/// or digit. Every stored key starts with it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AccountId(String);

impl AccountId {
    /// Reads an account name, or `None` if it is not one.
    ///
    /// ```
    /// use vitalog_core::AccountId;
    /// assert!(AccountId::new("me").is_some());
    /// assert!(AccountId::new("Me!").is_none());
    /// ```
    #[must_use]
    pub fn new(name: &str) -> Option<Self> {
        let well_formed = (1..=40).contains(&name.len())
            && name
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_".contains(&b))
            && !name.starts_with(['-', '_']);
        well_formed.then(|| Self(name.to_owned()))
    }

    /// The account of a fresh deployment, `me`.
    #[must_use]
    pub fn first() -> Self {
        Self(FIRST_ACCOUNT.to_owned())
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for AccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Which units an answer uses where a seed does not fix them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UnitSystem {
    /// Pounds, inches, Fahrenheit.
    #[default]
    Us,
    /// Kilograms, centimetres, Celsius.
    Metric,
}

/// From when on recorded carbohydrates are totals rather than net carbs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switchover {
    /// From this instant on (a sample exactly at it counts as after).
    At(Timestamp),
    /// Carbohydrates were always totals.
    Always,
    /// Carbohydrates are always net already.
    Never,
}

impl Switchover {
    /// Whether a carbohydrate sample at `at` is a total, from which fiber is subtracted.
    #[must_use]
    pub fn is_total(self, at: Timestamp) -> bool {
        match self {
            Self::At(instant) => at >= instant,
            Self::Always => true,
            Self::Never => false,
        }
    }

    /// Whether it comes after the whole of the local date `day`: the day then has no totals.
    #[must_use]
    pub fn is_after_day(self, day: Date, zone: &TimeZone) -> bool {
        match self {
            Self::At(instant) => day < day_of(instant, zone),
            Self::Always => false,
            Self::Never => true,
        }
    }
}

/// 2026-09-29 15:44 Pacific time, the switchover of an account that has not set its own.
pub const DEFAULT_SWITCHOVER: Switchover = Switchover::At(Timestamp::constant(1_790_721_840, 0));

/// One person's record and the settings that shape its answers.
#[derive(Clone, Debug)]
pub struct Account {
    /// Whose record.
    pub id: AccountId,
    /// The zone that cuts the person's days.
    pub zone: TimeZone,
    /// Whether the person (or an operator) named the zone. An unnamed zone on a machine that runs
    /// in UTC is reported, because the days are then probably cut wrongly.
    pub zone_is_set: bool,
    /// Units of answers where they are ours to choose.
    pub units: UnitSystem,
    /// The net-carbs switchover, `None` while the person has not set it.
    pub switchover: Option<Switchover>,
}

impl Account {
    /// The switchover in force.
    #[must_use]
    pub fn switchover(&self) -> Switchover {
        self.switchover.unwrap_or(DEFAULT_SWITCHOVER)
    }
}
