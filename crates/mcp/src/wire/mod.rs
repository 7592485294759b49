//! The forms that several tools' documents share.

mod coverage;
mod number;
mod range;
mod reading;
mod workout;

pub(crate) use coverage::Coverage;
pub(crate) use number::Number;
pub(crate) use range::Range;
pub(crate) use reading::{Reading, health_day_schema};
pub(crate) use workout::Workout;
