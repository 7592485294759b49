//! Net carbs of a day.

use std::collections::BTreeSet;

use jiff::Timestamp;

use crate::{Metric, Reading, account::Switchover, unit::round_to};

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
/// `before_switchover` says that the whole local day lies before the switchover's local date, as
/// [`Switchover::is_after_day`] tells.
///
/// Carbohydrates before the switchover are net already and stand as they are; fiber before it is
/// left out. From the switchover on, fiber is subtracted where a carbohydrate reading has the same
/// second and source, however many of each there are: one entry of a food diary writes all its
/// nutrients at one second. Figures are rounded as the metric is.
#[must_use]
pub fn day_carbs(
    carbs: &[&Reading],
    fiber: &[&Reading],
    switchover: Switchover,
    before_switchover: bool,
) -> DayCarbs {
    let (total, already_net): (Vec<&Reading>, Vec<&Reading>) = carbs
        .iter()
        .partition(|reading| switchover.is_total(reading.at));
    let entries: BTreeSet<(Timestamp, &str)> = total.iter().map(|reading| entry(reading)).collect();
    let (matched, unmatched): (Vec<&Reading>, Vec<&Reading>) = fiber
        .iter()
        .copied()
        .filter(|reading| switchover.is_total(reading.at))
        .partition(|reading| entries.contains(&entry(reading)));

    let net = grams(sum(&already_net) + sum(&total) - sum(&matched));
    let has_rows = !carbs.is_empty() || !fiber.is_empty();
    let shows_totals = has_rows && !before_switchover;
    DayCarbs {
        // Not `max`, which would make a 0 of what is no number.
        net_g: (!carbs.is_empty()).then_some(if net < 0.0 { 0.0 } else { net }),
        total_g: shows_totals.then(|| grams(sum(&total))),
        fiber_g: shows_totals.then(|| grams(sum(&matched) + sum(&unmatched))),
        clamped_from_g: (!carbs.is_empty() && net < 0.0).then_some(net),
        unmatched_fiber: list_unmatched(unmatched),
        has_already_net: !already_net.is_empty(),
    }
}

/// What two nutrients of one entry of a food diary share.
fn entry(reading: &Reading) -> (Timestamp, &str) {
    (reading.at, &reading.source)
}

fn sum(readings: &[&Reading]) -> f64 {
    readings
        .iter()
        .map(|reading| reading.quantity.first())
        .sum()
}

fn grams(value: f64) -> f64 {
    round_to(value, Metric::Carbs.row().decimals)
}

fn list_unmatched(mut readings: Vec<&Reading>) -> Vec<UnmatchedFiber> {
    readings.sort_by_key(|reading| (reading.at, reading.fingerprint));
    readings
        .into_iter()
        .map(|reading| UnmatchedFiber {
            at: reading.at,
            grams: grams(reading.quantity.first()),
            source: reading.source.clone(),
        })
        .collect()
}
