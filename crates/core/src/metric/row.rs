//! The form of a row of the metric table.

use std::ops::RangeInclusive;

use super::measure::Measure;
use crate::Metric;

/// All that is known of one metric.
#[derive(Debug)]
pub struct MetricRow {
    /// The variant this row describes.
    pub metric: Metric,
    /// The name in answers and storage; never changed or reused.
    pub slug: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// One sentence for people and models: what it is, in which unit.
    pub description: &'static str,
    /// Other names it goes by: Health Auto Export's spellings, `HealthKit` identifiers without
    /// their prefix, everyday words. Compared folded.
    pub aliases: &'static [&'static str],
    /// The section it is listed in.
    pub group: Group,
    /// What its numbers mean.
    pub kind: Kind,
    /// Which way is better.
    pub direction: Direction,
    /// How many numbers a value has.
    pub shape: Shape,
    /// The canonical unit; stored values are in it.
    pub unit: &'static str,
    /// The unit that an account with metric units sees instead, where that is another one.
    pub in_metric: Option<MetricUnit>,
    /// Accepted units, folded as [`fold_unit`](crate::unit::fold_unit) does, with the way to the
    /// canonical one.
    pub accepts: &'static [AcceptedUnit],
    /// Whether a value above 0 and up to 1 is a fraction of 100, whatever its unit says. Only
    /// where no living person has up to one percent of it: of what can be that little, a value of
    /// 0.5 % must not become 50 %.
    pub fraction_means_percent: bool,
    /// Decimals a stored value is rounded to.
    pub decimals: u8,
    /// Values a living person can have, in the canonical unit. What people type outside of it is
    /// refused; what a device sends outside of it is kept.
    pub plausible: RangeInclusive<f64>,
    /// How a day's readings become one value.
    pub daily: DailyRule,
    /// What makes two samples the same.
    pub identity: Identity,
    /// To which part of the day it belongs when days are compared.
    pub clock: ClockClass,
    /// Whether a source may say of which day a value is. Such values are looked for around the
    /// day as well, wherever on earth the day began, so of what is sent every minute none may.
    pub names_its_day: bool,
    /// Whether Apple Health knows it, so that a phone may send it.
    pub in_apple_health: bool,
}

/// A unit that values of a metric come in: canonical value = value × `factor` + `offset`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AcceptedUnit {
    /// The unit, folded.
    pub name: &'static str,
    /// What a value is multiplied by first.
    pub factor: f64,
    /// What is added then; 0 but for temperatures.
    pub offset: f64,
}

impl AcceptedUnit {
    /// A value of this unit in the canonical one.
    #[must_use]
    pub fn convert(self, value: f64) -> f64 {
        value * self.factor + self.offset
    }

    /// A value of the canonical unit in this one.
    #[must_use]
    pub fn convert_back(self, value: f64) -> f64 {
        (value - self.offset) / self.factor
    }
}

/// A unit of the metric system in which a metric can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MetricUnit {
    /// The unit; folded, it is one that the metric accepts.
    pub unit: &'static str,
    /// Decimals a shown value is rounded to.
    pub decimals: u8,
}

/// The section a metric is listed in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Group {
    /// Size and composition of the body.
    Body,
    /// Heart, circulation, temperature.
    Vitals,
    /// Blood chemistry measured at home, and what acts on it.
    Blood,
    /// Food and drink.
    Nutrition,
    /// Movement and exercise.
    Activity,
    /// How one walks.
    Mobility,
    /// Lungs and breathing.
    Respiration,
    /// Nights.
    Sleep,
    /// What a wearable makes of nights and days: scores, strain, stress.
    Recovery,
    /// Light, noise, water and weather around the person.
    Environment,
    /// Mood and mindfulness.
    Mind,
    /// Symptoms, medicines, the cycle, and other things that happen.
    Events,
    /// Meetings, messages and what else a working day is made of.
    Work,
    /// What the person keeps a journal of under names of their own.
    Custom,
}

impl Group {
    /// Every group.
    pub const ALL: &'static [Self] = &[
        Self::Body,
        Self::Vitals,
        Self::Blood,
        Self::Nutrition,
        Self::Activity,
        Self::Mobility,
        Self::Respiration,
        Self::Sleep,
        Self::Recovery,
        Self::Environment,
        Self::Mind,
        Self::Events,
        Self::Work,
        Self::Custom,
    ];

    /// The shown name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Vitals => "vitals",
            Self::Blood => "blood",
            Self::Nutrition => "nutrition",
            Self::Activity => "activity",
            Self::Mobility => "mobility",
            Self::Respiration => "respiration",
            Self::Sleep => "sleep",
            Self::Recovery => "recovery",
            Self::Environment => "environment",
            Self::Mind => "mind",
            Self::Events => "events",
            Self::Work => "work",
            Self::Custom => "custom",
        }
    }
}

/// What the numbers of a metric mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An amount: differences and means make sense.
    Numeric,
    /// A place on a scale: only the order is certain.
    Ordinal,
}

/// Which way a metric is better for most people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// More is better.
    HigherBetter,
    /// Less is better.
    LowerBetter,
    /// It depends, or the middle is best.
    Neutral,
}

/// How many numbers a value has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One.
    Single,
    /// Systolic and diastolic.
    Pressure,
    /// Lowest, mean and highest. One number is all three.
    Spread,
}

/// How a day's readings become one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DailyRule {
    /// They add up.
    Sum,
    /// Their mean.
    Mean,
    /// The latest stands.
    Last,
    /// The highest stands.
    Max,
    /// The lowest stands.
    Min,
    /// Hours of the night that ends on the day, as told by one source.
    Night,
}

/// What makes two samples the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Identity {
    /// Source, values and unit as sent: two values at one second are two facts.
    Fact,
    /// Time, source and grain: a value sent again replaces the old one.
    Slot,
}

/// To which part of the day a metric belongs when days are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockClass {
    /// Measured over the night; belongs to the wake day.
    Night,
    /// Measured on waking.
    Morning,
    /// Builds up, or happens, by day.
    Day,
}

/// A row with what every metric must say; the rest is what most metrics have and is changed by
/// the methods below.
pub(super) const fn row(
    metric: Metric,
    group: Group,
    daily: DailyRule,
    measure: Measure,
    slug: &'static str,
) -> MetricRow {
    MetricRow {
        metric,
        slug,
        title: "",
        description: "",
        aliases: &[],
        group,
        kind: Kind::Numeric,
        direction: Direction::Neutral,
        shape: Shape::Single,
        unit: measure.unit,
        in_metric: None,
        accepts: measure.accepts,
        fraction_means_percent: false,
        decimals: 1,
        plausible: 0.0..=0.0,
        daily,
        identity: Identity::Slot,
        clock: ClockClass::Day,
        names_its_day: false,
        in_apple_health: true,
    }
}

impl MetricRow {
    /// Names it for people.
    pub(super) const fn says(mut self, title: &'static str, description: &'static str) -> Self {
        self.title = title;
        self.description = description;
        self
    }

    pub(super) const fn also(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    pub(super) const fn decimals(mut self, decimals: u8) -> Self {
        self.decimals = decimals;
        self
    }

    pub(super) const fn between(mut self, least: f64, most: f64) -> Self {
        self.plausible = least..=most;
        self
    }

    pub(super) const fn in_metric(mut self, unit: &'static str, decimals: u8) -> Self {
        self.in_metric = Some(MetricUnit { unit, decimals });
        self
    }

    pub(super) const fn fact(mut self) -> Self {
        self.identity = Identity::Fact;
        self
    }

    /// Of what is measured over a night the source may say of which day it is, as well.
    pub(super) const fn of_night(mut self) -> Self {
        self.clock = ClockClass::Night;
        self.names_its_day()
    }

    pub(super) const fn names_its_day(mut self) -> Self {
        self.names_its_day = true;
        self
    }

    /// Only vendors and the person tell it, mostly as one value for each day.
    pub(super) const fn of_vendors(mut self) -> Self {
        self.in_apple_health = false;
        self.names_its_day()
    }

    pub(super) const fn of_morning(mut self) -> Self {
        self.clock = ClockClass::Morning;
        self
    }

    pub(super) const fn higher_is_better(mut self) -> Self {
        self.direction = Direction::HigherBetter;
        self
    }

    pub(super) const fn lower_is_better(mut self) -> Self {
        self.direction = Direction::LowerBetter;
        self
    }

    pub(super) const fn ordinal(mut self) -> Self {
        self.kind = Kind::Ordinal;
        self
    }

    pub(super) const fn shaped(mut self, shape: Shape) -> Self {
        self.shape = shape;
        self
    }

    pub(super) const fn up_to_one_is_a_fraction(mut self) -> Self {
        self.fraction_means_percent = true;
        self
    }
}
