//! Whose record it is, and the settings that shape its answers.

use std::fmt;

use jiff::{Timestamp, civil::Date, tz::TimeZone};

use crate::{Place, SourcePriority, day::day_of};

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

    /// What names the account in a command that a text suggests, with a space before it; empty
    /// for the account that commands mean by themselves.
    ///
    /// ```
    /// use vitalog_core::AccountId;
    /// let url = |id: AccountId| format!("vitalog url{}", id.as_flag());
    /// assert_eq!(url(AccountId::first()), "vitalog url");
    /// assert_eq!(AccountId::new("anna").map(url).unwrap(), "vitalog url --account anna");
    /// ```
    #[must_use]
    pub fn as_flag(&self) -> String {
        if self.0 == FIRST_ACCOUNT {
            String::new()
        } else {
            format!(" --account {}", self.0)
        }
    }
}

impl fmt::Display for AccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Which units readings are shown in, where their metric has more than one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UnitSystem {
    /// Pounds and inches.
    #[default]
    Us,
    /// Kilograms and centimetres.
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
    /// Units that its readings are shown in.
    pub units: UnitSystem,
    /// Which of several sources is believed first.
    pub sources: SourcePriority,
    /// The net-carbs switchover, `None` while the person has not set it.
    pub switchover: Option<Switchover>,
    /// Where the person mostly is, as exactly as they want it kept; `None` if they have not said. The
    /// weather is asked for this place.
    pub place: Option<Place>,
}

impl Account {
    /// The switchover in force.
    #[must_use]
    pub fn switchover(&self) -> Switchover {
        self.switchover.unwrap_or(DEFAULT_SWITCHOVER)
    }
}
