//! What the phone's automation says about its pushes: which days they hold, and whether samples
//! were summed up first.

use jiff::{ToSpan, civil::Date};

use crate::{DayRange, reading::Grain};

/// A period of which a push holds every sample, so that a sample it lacks is gone at the source.
/// Other periods leave samples out and prove nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Period {
    /// The current day.
    Today,
    /// The seven days before the current one.
    PreviousSevenDays,
}

/// The oldest of the seven days is left out: a push that was made before midnight and arrives
/// after it holds only a part of what is then the seventh day.
const JUDGED_DAYS_BEFORE_TODAY: i32 = 6;

impl Period {
    /// Reads the name of a period, whatever its letter case, spaces, `_` and `-`; `None` for a
    /// period that proves nothing.
    ///
    /// ```
    /// use vitalog_core::reconcile::Period;
    /// assert_eq!(Period::parse("Previous 7 Days"), Some(Period::PreviousSevenDays));
    /// assert_eq!(Period::parse("Since Last Sync"), None);
    /// ```
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match fold_word(name).as_str() {
            "today" => Some(Self::Today),
            "previous7days" => Some(Self::PreviousSevenDays),
            _ => None,
        }
    }

    /// The days that a push on `today` is judged by: today itself, or the six days before it.
    #[must_use]
    pub fn days(self, today: Date) -> DayRange {
        let days_ago = |days: i32| today.saturating_sub(days.days());
        match self {
            Self::Today => DayRange {
                start: today,
                end: today,
            },
            Self::PreviousSevenDays => DayRange {
                start: days_ago(JUDGED_DAYS_BEFORE_TODAY),
                end: days_ago(1),
            },
        }
    }
}

/// Whether samples were summed up into buckets before they were sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aggregation {
    /// Every sample as recorded.
    None,
    /// Into buckets of this length.
    By(Grain),
    /// Into buckets of a length that this version does not know. Taking them for samples would
    /// count them again with every push.
    Unknown,
}

impl Aggregation {
    /// Whether samples were summed up.
    #[must_use]
    pub fn is_aggregated(self) -> bool {
        self != Self::None
    }

    /// The length of the buckets, where it is known.
    #[must_use]
    pub fn grain(self) -> Option<Grain> {
        match self {
            Self::By(grain) => Some(grain),
            Self::None | Self::Unknown => None,
        }
    }
}

impl Grain {
    /// Reads the automation's setting: `Default`, `none` and nothing mean samples as recorded, a
    /// unit of time is the length of the buckets. Letter case, spaces, `_` and `-` do not matter.
    ///
    /// ```
    /// use vitalog_core::{Aggregation, Grain};
    /// assert_eq!(Grain::from_aggregation("Default"), Aggregation::None);
    /// assert_eq!(Grain::from_aggregation("Hours"), Aggregation::By(Grain::Hour));
    /// assert_eq!(Grain::from_aggregation("Fortnights"), Aggregation::Unknown);
    /// ```
    #[must_use]
    pub fn from_aggregation(setting: &str) -> Aggregation {
        let word = fold_word(setting);
        if matches!(word.as_str(), "" | "default" | "none") {
            return Aggregation::None;
        }
        let singular = word.strip_suffix('s').unwrap_or(&word);
        Self::parse(singular).map_or(Aggregation::Unknown, Aggregation::By)
    }
}

fn fold_word(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !"_-".contains(*c))
        .flat_map(char::to_lowercase)
        .collect()
}
