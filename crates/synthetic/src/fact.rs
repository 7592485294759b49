//! A fact: one thing that a phone knows, before any app has written it down.

use std::borrow::Cow;

use jiff::{Timestamp, tz::Offset};

use crate::measure::Measure;

/// One value of one metric, as the phone keeps it.
#[derive(Clone, PartialEq, Debug)]
pub struct Fact {
    /// What is measured, under Health Auto Export's canonical name.
    pub metric: &'static str,
    /// The unit of the value; a writer may convert it.
    pub unit: &'static str,
    /// When it was, or began.
    pub start: Timestamp,
    /// When it ended, for what takes time.
    pub end: Option<Timestamp>,
    /// The offset of the phone's clock at the start.
    pub offset: Offset,
    /// How much.
    pub value: FactValue,
    /// The app or device that recorded it; a summary may name several, with `|` between them.
    pub source: Cow<'static, str>,
    /// What is said beside the value.
    pub meta: Option<Meta>,
}

impl Fact {
    /// A fact of one number at an instant.
    pub(crate) fn at(
        measure: Measure,
        start: Timestamp,
        offset: Offset,
        value: f64,
        source: &'static str,
    ) -> Self {
        Self {
            metric: measure.name,
            unit: measure.unit,
            start,
            end: None,
            offset,
            value: FactValue::Single(value),
            source: Cow::Borrowed(source),
            meta: None,
        }
    }

    /// The same fact, lasting until `end`.
    pub(crate) fn until(self, end: Timestamp) -> Self {
        Self {
            end: Some(end),
            ..self
        }
    }

    /// The same fact with something said beside it.
    pub(crate) fn with(self, meta: Meta) -> Self {
        Self {
            meta: Some(meta),
            ..self
        }
    }

    /// The number, where there is just one.
    #[must_use]
    pub fn single(&self) -> Option<f64> {
        match self.value {
            FactValue::Single(value) => Some(value),
            FactValue::Pressure { .. }
            | FactValue::Spread { .. }
            | FactValue::Night(_)
            | FactValue::Segment(_) => None,
        }
    }
}

/// How much.
#[derive(Clone, PartialEq, Debug)]
pub enum FactValue {
    /// One number.
    Single(f64),
    /// A blood pressure.
    Pressure {
        /// The higher number.
        systolic: f64,
        /// The lower number.
        diastolic: f64,
    },
    /// Several values made one by a summary.
    Spread {
        /// The least.
        min: f64,
        /// Their mean.
        avg: f64,
        /// The greatest.
        max: f64,
    },
    /// A night made one by a summary.
    Night(Box<Night>),
    /// A stretch of a night, from the start of the fact to its end.
    Segment(Stage),
}

impl FactValue {
    /// The stage, of a stretch of a night.
    #[must_use]
    pub fn stage(&self) -> Option<Stage> {
        match self {
            Self::Segment(stage) => Some(*stage),
            Self::Single(_) | Self::Pressure { .. } | Self::Spread { .. } | Self::Night(_) => None,
        }
    }

    /// The night, of a summary of one.
    #[must_use]
    pub fn night(&self) -> Option<&Night> {
        match self {
            Self::Night(night) => Some(night),
            Self::Single(_) | Self::Pressure { .. } | Self::Spread { .. } | Self::Segment(_) => {
                None
            }
        }
    }
}

/// What a source says of a stretch of a night.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// In bed, asleep or not.
    InBed,
    /// Awake between sleep and sleep.
    Awake,
    /// Asleep, said by a device that does not tell stages apart.
    Asleep,
    /// Light sleep.
    Core,
    /// Deep sleep.
    Deep,
    /// Dreaming sleep.
    Rem,
}

/// A night in hours, as one source tells it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Night {
    /// In bed.
    pub in_bed: f64,
    /// Awake.
    pub awake: f64,
    /// Asleep without a stage.
    pub asleep: f64,
    /// Core sleep.
    pub core: f64,
    /// Deep sleep.
    pub deep: f64,
    /// REM sleep.
    pub rem: f64,
    /// In bed from when to when, where a source says so.
    pub bed: Option<(Timestamp, Timestamp)>,
}

impl Night {
    /// Asleep, in any stage or none.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.asleep + self.core + self.deep + self.rem
    }
}

/// What is said beside a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Meta {
    /// A glucose value before a meal.
    BeforeMeal,
    /// A glucose value after a meal.
    AfterMeal,
    /// A glucose value at no particular time.
    UnspecifiedMeal,
    /// Insulin for a meal.
    Bolus,
    /// Insulin for the day.
    Basal,
    /// Washed or brushed for as long as one should.
    Complete,
    /// Washed or brushed for less.
    Incomplete,
    /// Sex with protection.
    Protected,
    /// Sex without protection.
    Unprotected,
    /// A heart rate while sitting or lying.
    Sedentary,
    /// A heart rate while moving.
    Active,
    /// Typed in by hand.
    Entered,
}
