//! Daily sums, and the day's carbohydrates.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use jiff::civil::Date;
use vitalog_core::{
    Account, DayFinder, DayRange, Metric, Reading,
    counting::{is_about_a_day, parts_that_count},
    log_text,
    nutrition::{DayCarbs, UnmatchedFiber, day_carbs},
    unit::round_to,
};
use vitalog_storage::Record;

use crate::shown_time::{local_clock, local_iso};

/// Fiber samples that the log line about those not subtracted names.
const MOST_LOGGED: usize = 3;

/// The field of all carbohydrates, beside the net carbs of the metric's own field.
const TOTAL_CARBS: &str = "total_carbs_g";

/// A day's sum.
#[derive(Clone, PartialEq, Debug)]
pub struct DaySum {
    /// The field's name, which ends in its unit, as `carbs_g`.
    pub field: String,
    /// The sum, rounded to the metric's decimals.
    pub value: f64,
}

/// The name of a metric's daily sum: its slug and its unit, as `calories_kcal`.
#[must_use]
pub fn sum_field(metric: Metric) -> String {
    format!("{}_{}", metric.slug(), metric.row().unit.to_lowercase())
}

/// The sums of a range of days.
#[derive(Default)]
pub(super) struct Sums {
    /// Each day's sums.
    pub(super) by_day: BTreeMap<Date, SummedDay>,
    /// Whether any carbohydrates shown count as already net.
    pub(super) has_already_net: bool,
    /// Whether fiber was asked for alone, and some lies before the switchover and is not shown.
    pub(super) leaves_fiber_out: bool,
    /// Fiber that was not subtracted.
    pub(super) unmatched_fiber: Vec<UnmatchedFiber>,
}

/// The sums of one day.
#[derive(Default)]
pub(super) struct SummedDay {
    pub(super) sums: Vec<DaySum>,
    pub(super) warnings: Vec<String>,
}

/// Readings by metric and day.
struct Rows<'r>(BTreeMap<Metric, BTreeMap<Date, Vec<Cow<'r, Reading>>>>);

/// Adds up the summed metrics among `metrics`.
pub(super) fn collect(
    account: &Account,
    metrics: &BTreeSet<Metric>,
    range: DayRange,
    record: &Record,
) -> Sums {
    let rows = Rows::sort(account, range, record);
    let mut sums = Sums::default();
    for date in rows.days() {
        let mut day = SummedDay::default();
        for metric in metrics.iter().copied().filter(|metric| metric.is_summed()) {
            if metric == Metric::Carbs {
                let fiber = rows.of(Metric::Fiber, date);
                let carbs = carbs_of(account, date, &rows.of(metric, date), &fiber);
                sums.has_already_net |= carbs.has_already_net;
                day.push_carbs(&carbs, account);
                sums.unmatched_fiber.extend(carbs.unmatched_fiber);
            } else if metric == Metric::Fiber {
                if !metrics.contains(&Metric::Carbs) {
                    let fiber = rows.of(metric, date);
                    let carbs = carbs_of(account, date, &[], &fiber);
                    sums.leaves_fiber_out |= !fiber.is_empty() && carbs.fiber_g.is_none();
                    day.push(sum_field(metric), metric, carbs.fiber_g);
                }
            } else {
                let readings = rows.of(metric, date);
                let sum: f64 = readings.iter().map(|row| row.quantity.first()).sum();
                day.push(
                    sum_field(metric),
                    metric,
                    (!readings.is_empty()).then_some(sum),
                );
            }
        }
        sums.by_day.insert(date, day);
    }
    sums
}

impl<'r> Rows<'r> {
    fn sort(account: &Account, range: DayRange, record: &'r Record) -> Self {
        let mut sorted = BTreeMap::new();
        let mut finder = DayFinder::new(&account.zone);
        for (metric, stored) in &record.readings {
            if !metric.is_summed() {
                continue;
            }
            let days: &mut BTreeMap<_, Vec<_>> = sorted.entry(*metric).or_default();
            for part in parts_that_count(stored, &account.zone) {
                let date = part.row.day_in(&mut finder);
                if range.contains(date) && is_about_a_day(part.row) {
                    days.entry(date).or_default().push(part.reading());
                }
            }
        }
        Self(sorted)
    }

    fn days(&self) -> BTreeSet<Date> {
        self.0.values().flat_map(BTreeMap::keys).copied().collect()
    }

    fn of(&self, metric: Metric, date: Date) -> Vec<&Reading> {
        let days = self.0.get(&metric);
        let rows = days.and_then(|days| days.get(&date));
        rows.into_iter().flatten().map(AsRef::as_ref).collect()
    }
}

fn carbs_of(account: &Account, date: Date, carbs: &[&Reading], fiber: &[&Reading]) -> DayCarbs {
    let switchover = account.switchover();
    let before_switchover = switchover.is_after_day(date, &account.zone);
    day_carbs(carbs, fiber, switchover, before_switchover)
}

impl SummedDay {
    fn push(&mut self, field: String, metric: Metric, sum: Option<f64>) {
        if let Some(sum) = sum {
            self.sums.push(DaySum {
                field,
                value: round_to(sum, metric.row().decimals),
            });
        }
    }

    /// Adds the three carbohydrate figures, and warns of what is odd about them.
    fn push_carbs(&mut self, carbs: &DayCarbs, account: &Account) {
        self.push(sum_field(Metric::Carbs), Metric::Carbs, carbs.net_g);
        self.push(TOTAL_CARBS.to_owned(), Metric::Carbs, carbs.total_g);
        self.push(sum_field(Metric::Fiber), Metric::Fiber, carbs.fiber_g);

        if let Some(negative) = carbs.clamped_from_g {
            let negative = round_to(negative, Metric::Carbs.row().decimals);
            self.warnings.push(format!(
                "More fiber than carbohydrates was subtracted: net carbs would be {negative} g, and \
                 are shown as 0."
            ));
        }
        if !carbs.unmatched_fiber.is_empty() {
            let listed: Vec<String> = carbs
                .unmatched_fiber
                .iter()
                .map(|fiber| list_unmatched(fiber, account))
                .collect();
            self.warnings.push(format!(
                "Fiber was not subtracted where the same app has no carbs at the same second: {}.",
                listed.join(", ")
            ));
        }
    }
}

/// A fiber sample for the day's warning.
fn list_unmatched(fiber: &UnmatchedFiber, account: &Account) -> String {
    format!(
        "{} {} g ({})",
        local_clock(fiber.at, &account.zone),
        round_to(fiber.grams, Metric::Fiber.row().decimals),
        fiber.source
    )
}

/// Logs that there is fiber that was not subtracted, without its amount: one line with the first
/// few, whatever the number of days, and one line each for whoever looks closer. An answer that is
/// made of several sums says so once.
pub(super) fn log_unmatched(unmatched: &[UnmatchedFiber], account: &Account) {
    if unmatched.is_empty() {
        return;
    }
    let time = |fiber: &UnmatchedFiber| local_iso(fiber.at, &account.zone);
    let app = |fiber: &UnmatchedFiber| log_text::fit(&fiber.source, &[]);
    let first: Vec<String> = unmatched
        .iter()
        .take(MOST_LOGGED)
        .map(|fiber| format!("{} ({})", time(fiber), app(fiber)))
        .collect();
    tracing::info!(
        account.id = %account.id,
        fiber.samples = unmatched.len(),
        fiber.first = first.join(", "),
        "fiber without carbs of the same second and source is not subtracted",
    );
    for fiber in unmatched {
        tracing::debug!(
            account.id = %account.id,
            fiber.at = time(fiber),
            fiber.source = app(fiber),
            "fiber is not subtracted",
        );
    }
}
