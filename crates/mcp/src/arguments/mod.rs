//! The arguments of tools: checking them, and the types that several share.

mod check;
mod clamped;
mod day;
mod day_or_today;
mod first_day;
mod hrv_name;
mod known_metric;
mod name;
mod range_input;

pub(crate) use check::check;
pub(crate) use clamped::clamped;
pub(crate) use day::{Day, parse_day};
pub(crate) use day_or_today::DayOrToday;
pub(crate) use first_day::first_day;
pub(crate) use hrv_name::HrvName;
pub(crate) use known_metric::{KnownMetric, KnownMetrics};
pub(crate) use name::{LoggableName, MetricName, TargetName, means_all, slugs};
pub(crate) use range_input::RangeInput;
