//! Single readings with their times.

use jiff::tz::TimeZone;
use vitalog_core::{
    Account, Context, DayFinder, DayRange, Grain, Metric, Quantity, Reading,
    counting::{is_about_a_day, rows_shown},
    unit::round_to,
};

use super::days::TrendDays;
use crate::{AnyMetric, day_values::shown_decimals, shown_time::local_iso};

/// A reading as it was recorded.
#[derive(Clone, PartialEq, Debug)]
pub struct TrendSample {
    /// The value, the two pressures, or the mean with the lowest and highest.
    pub quantity: Quantity,
    /// When it began, in local ISO form with its offset.
    pub started_at: String,
    /// When it ended, where the source says so.
    pub ended_at: Option<String>,
    /// The recording app or device, or `claude-log`.
    pub source: String,
    /// What else was going on.
    pub context: Option<Context>,
    /// The source's own word for it.
    pub label: Option<String>,
    /// What the person wanted to remember with it.
    pub note: Option<String>,
    /// The length of the time that it was summed up over before it was sent.
    pub grain: Option<&'static str>,
}

impl TrendDays<'_> {
    /// The readings of the days that are shown, by time.
    pub(super) fn samples(&self) -> Vec<TrendSample> {
        let rows = self.values.record().readings.get(&self.metric.stored_as());
        let rows = rows.map_or(&[][..], Vec::as_slice).iter();
        let own = rows.filter(|row| match self.metric {
            AnyMetric::Known(_) => true,
            AnyMetric::Custom(custom) => row.label.as_deref() == Some(custom.name.as_str()),
        });
        let zone = &self.account.zone;
        let mut days = DayFinder::new(zone);
        let shown = rows_shown(own, zone).into_iter();
        let mut shown: Vec<&Reading> = shown
            .filter(|row| is_about_a_day(row) && falls_within(row, self.range, &mut days))
            .collect();
        shown.sort_by_key(|row| row.at);
        let shown = shown.into_iter();
        shown
            .map(|row| TrendSample::new(row, self.account, zone))
            .collect()
    }
}

fn falls_within(row: &Reading, range: DayRange, days: &mut DayFinder<'_>) -> bool {
    range.contains(row.day_in(days))
}

impl TrendSample {
    fn new(row: &Reading, account: &Account, zone: &TimeZone) -> Self {
        let decimals = shown_decimals(account, row.metric).max(row.metric.row().decimals);
        Self {
            // Already in the account's units.
            quantity: row.quantity.map(|value| round_to(value, decimals)),
            started_at: local_iso(row.at, zone),
            ended_at: row.until.map(|until| local_iso(until, zone)),
            source: row.source.clone(),
            context: row.context,
            label: row.label.clone().filter(|_| row.metric != Metric::Custom),
            note: row.note.clone(),
            grain: row.grain.map(Grain::as_str),
        }
    }
}
