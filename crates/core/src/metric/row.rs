//! The form of a row of the metric table.

use std::ops::RangeInclusive;

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
    /// One number or two.
    pub shape: Shape,
    /// The canonical unit; stored values are in it.
    pub unit: &'static str,
    /// The unit that an account with metric units sees instead, where that is another one.
    pub in_metric: Option<MetricUnit>,
    /// Accepted units, folded (lower case, no white space), with the factor to the canonical one.
    pub accepts: &'static [(&'static str, f64)],
    /// Whether a value above 0 and up to 1 is a fraction of 100, whatever its unit says.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// Size and composition of the body.
    Body,
    /// Heart and circulation.
    Vitals,
    /// Blood chemistry measured at home.
    Blood,
    /// Food and drink.
    Nutrition,
}

/// One number or two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One number.
    Single,
    /// Systolic and diastolic.
    Pressure,
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
