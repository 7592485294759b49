//! The forms that several tools' documents share.

mod by_day;
mod coverage;
mod number;
mod range;
mod reading;
mod trend;
mod workout;

pub(crate) use by_day::{ByDay, OrNull, RowsInput, SourceName};
pub(crate) use coverage::Coverage;
pub(crate) use number::Number;
pub(crate) use range::Range;
pub(crate) use reading::{Reading, health_day_schema};
pub(crate) use trend::{TierOfDays, TrendFoot, TrendHead, grain_word, tiers_word, trend_ends};
pub(crate) use workout::Workout;
