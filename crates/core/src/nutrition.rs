//! Net carbs of a day.

use jiff::Timestamp;

use crate::{Reading, account::Switchover};

/// The carbohydrate figures of one local day.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DayCarbs {
    /// Net carbs in grams, not below 0; `None` when the day has no carbohydrate row.
    pub net_g: Option<f64>,
    /// Carbohydrates from the switchover on; `None` on days entirely before it and on days
    /// without any carbohydrate or fiber row.
    pub total_g: Option<f64>,
    /// All fiber from the switchover on, matched or not; `None` as for `total_g`.
    pub fiber_g: Option<f64>,
    /// The negative net figure that was shown as 0.
    pub clamped_from_g: Option<f64>,
    /// Fiber that no carbohydrate sample of its second and source licenses.
    pub unmatched_fiber: Vec<UnmatchedFiber>,
    /// Whether any carbohydrate row of the day counts as already net.
    pub has_already_net: bool,
}

/// One fiber sample that was not subtracted.
#[derive(Clone, PartialEq, Debug)]
pub struct UnmatchedFiber {
    /// When.
    pub at: Timestamp,
    /// How much.
    pub grams: f64,
    /// The app that wrote it.
    pub source: String,
}

/// Works out a day's carbohydrates from the carbohydrate and fiber readings that count on it.
/// `before_switchover` says that the whole local day lies before the switchover's local date.
#[must_use]
pub fn day_carbs(
    carbs: &[&Reading],
    fiber: &[&Reading],
    switchover: Switchover,
    before_switchover: bool,
) -> DayCarbs {
    unimplemented!(
        "{} {} {switchover:?} {before_switchover}",
        carbs.len(),
        fiber.len()
    )
}
