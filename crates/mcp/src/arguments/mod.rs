//! The arguments of tools: checking them, and the types that several share.

mod check;
mod day;
mod first_day;
mod known_metric;
mod name;
mod range_input;

pub(crate) use check::check;
pub(crate) use day::{Day, parse_day};
pub(crate) use first_day::first_day;
pub(crate) use known_metric::{KnownMetric, KnownMetrics};
pub(crate) use name::{LoggableName, MetricName, TargetName, means_all, slugs};
pub(crate) use range_input::RangeInput;
