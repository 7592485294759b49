//! A reading: one stored value of a metric, with where it came from.

use jiff::{Timestamp, civil::Date};

use crate::{Fingerprint, Marks, Metric, Quantity};

/// The source of a reading said in a conversation.
pub const CHAT_SOURCE: &str = "claude-log";
/// The source of a sample that names none.
pub const UNKNOWN_SOURCE: &str = "unknown";

/// One stored value of a metric, in the metric's canonical unit.
///
/// Its key within an account is (`metric`, `at`, `fingerprint`).
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// What is measured.
    pub metric: Metric,
    /// When, in whole UTC seconds.
    pub at: Timestamp,
    /// Tells readings of one metric and second apart.
    pub fingerprint: Fingerprint,
    /// The value in the metric's canonical unit, rounded to the metric's decimals.
    pub quantity: Quantity,
    /// The value as sent.
    pub original: Quantity,
    /// The unit as sent.
    pub original_unit: String,
    /// The recording app, [`CHAT_SOURCE`], or [`UNKNOWN_SOURCE`].
    pub source: String,
    /// The route it came by.
    pub via: Via,
    /// The time as sent, with its offset.
    pub recorded_at: String,
    /// The day that its source says it is of. It wins over the day that its instant has in the
    /// account's zone, and only metrics that [name their day](Metric::names_its_day) have it.
    pub day: Option<Date>,
    /// The end of the time it covers, where the source says one.
    pub until: Option<Timestamp>,
    /// How it was summed up before it was sent; `None` for a sample as recorded.
    pub grain: Option<Grain>,
    /// What else was going on.
    pub context: Option<Context>,
    /// The source's own word that tells samples of one metric and time apart and is no value: the
    /// name of a symptom or a medicine, whether insulin was a bolus. Of [`Metric::Custom`] the name
    /// that the person chose.
    pub label: Option<String>,
    /// What the person wanted to remember with it.
    pub note: Option<String>,
    /// When it was stored or last changed.
    pub ingested_at: Timestamp,
    /// Whether it still counts.
    pub marks: Marks,
}

impl Reading {
    /// Whether the two rows say the same, whenever they were stored and whatever their marks.
    #[must_use]
    pub fn same_content(&self, other: &Self) -> bool {
        let at_rest = |reading: &Self| {
            let mut copy = reading.clone();
            copy.ingested_at = Timestamp::UNIX_EPOCH;
            copy.marks = Marks::default();
            copy
        };
        at_rest(self) == at_rest(other)
    }
}

macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The stored and shown name; never changed or reused.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// Reads a stored name.
            #[must_use]
            pub fn parse(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == name)
            }
        }
    };
}

pub(crate) use named;

named! {
    /// The route a row came by.
    Via {
        /// A Health Auto Export push.
        Hae = "hae",
        /// A conversation.
        Chat = "chat",
        /// Oura's own documents.
        Oura = "oura",
        /// WHOOP's own documents.
        Whoop = "whoop",
        /// A weather service, for the place of the person.
        Weather = "weather",
        /// A calendar.
        Calendar = "calendar",
        /// Apple Health's own export.
        AppleExport = "apple-export",
    }
}

impl Via {
    /// Whether it leads out of Apple Health: what comes by one such route is what comes by another.
    #[must_use]
    pub fn is_from_apple_health(self) -> bool {
        match self {
            Self::Hae | Self::AppleExport => true,
            Self::Chat | Self::Oura | Self::Whoop | Self::Weather | Self::Calendar => false,
        }
    }
}

named! {
    /// What was going on at a reading, or what else to know of its value.
    Context {
        /// Nothing eaten for hours.
        Fasting = "fasting",
        /// After a meal.
        PostMeal = "post-meal",
        /// Something else.
        Other = "other",
        /// The value is a guess.
        Estimate = "estimate",
    }
}

named! {
    /// The bucket a source summed up before sending, finest first.
    Grain {
        /// One second.
        Second = "second",
        /// One minute.
        Minute = "minute",
        /// One hour.
        Hour = "hour",
        /// One day.
        Day = "day",
        /// One week.
        Week = "week",
        /// One month.
        Month = "month",
        /// One year.
        Year = "year",
    }
}
