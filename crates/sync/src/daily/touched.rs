//! Which daily values a change of rows may change.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use vitalog_core::{
    DayFinder, DayRange, Metric, Reading,
    daily::{days_touched, metrics_touched, rows_needed},
    time_set::TimeSet,
};

/// Days by the first of the metrics that are worked out together.
#[derive(Debug, Default)]
pub(super) struct Touched {
    days: BTreeMap<Metric, BTreeSet<Date>>,
    /// What was added last: rows come in order, most of them of the day of the one before.
    last: Option<(Metric, DayRange)>,
}

impl Touched {
    /// Adds what a row, as it was or as it is to be, has a say in.
    pub(super) fn add(&mut self, row: &Reading, days: &mut DayFinder<'_>) {
        let lead = metrics_touched(row.metric).first().copied();
        let touched = lead.zip(days_touched(row, days));
        if touched != self.last
            && let Some((lead, range)) = touched
        {
            self.days.entry(lead).or_default().extend(range.days());
            self.last = touched;
        }
    }

    /// Runs of days without a gap, each with the metrics that are worked out together.
    pub(super) fn runs(&self) -> impl Iterator<Item = (&'static [Metric], DayRange)> {
        self.days.iter().flat_map(|(lead, days)| {
            let runs = DayRange::runs(days).into_iter();
            runs.map(|days| (metrics_touched(*lead), days))
        })
    }

    /// The rows that all these days are made of.
    pub(super) fn rows(&self, zone: &TimeZone) -> BTreeMap<Metric, TimeSet> {
        let mut rows: BTreeMap<Metric, Vec<_>> = BTreeMap::new();
        for (metrics, days) in self.runs() {
            for (metric, instants) in rows_of(metrics, days, zone) {
                rows.entry(metric).or_default().push(instants);
            }
        }
        let rows = rows.into_iter();
        rows.map(|(metric, instants)| (metric, instants.into_iter().collect()))
            .collect()
    }
}

/// The rows that some days of metrics are made of that are worked out together.
pub(super) fn rows_of(
    metrics: &[Metric],
    days: DayRange,
    zone: &TimeZone,
) -> Vec<(Metric, Range<Timestamp>)> {
    let Some(lead) = metrics.first() else {
        return Vec::new();
    };
    let first = rows_needed(*lead, days.start, zone);
    let last = rows_needed(*lead, days.end, zone);
    let both = first.into_iter().zip(last);
    both.map(|((metric, first), (_, last))| (metric, first.start..last.end))
        .collect()
}
