//! Units as people and devices write them.

use crate::{Metric, Quantity};

/// Folds a unit as sent to the form the metric table lists: lower case, no white space, the molar
/// form `mmol<180.1558800000541>/L` as `mmol/l`.
#[must_use]
pub fn fold_unit(unit: &str) -> String {
    unimplemented!("{unit}")
}

/// A value as sent, in the metric's canonical unit, rounded to its decimals; `None` for a unit
/// that the metric does not accept.
#[must_use]
pub fn to_canonical(metric: Metric, sent: Quantity, unit: &str) -> Option<Quantity> {
    unimplemented!("{metric:?} {sent:?} {unit}")
}

/// Rounds half away from zero to `decimals` places; `-0` becomes `0`.
#[must_use]
pub fn round_to(value: f64, decimals: u8) -> f64 {
    unimplemented!("{value} {decimals}")
}
