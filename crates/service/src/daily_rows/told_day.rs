//! One day as one source tells it.

use std::{borrow::Cow, collections::BTreeMap};

use jiff::civil::Date;
use vitalog_core::{DailyValue, Metric, unit::round_to};

use super::Teller;

/// Minutes of a day.
const MINUTES: i64 = 24 * 60;

/// One day as one source tells it.
#[derive(Clone, Debug)]
pub(crate) struct ToldDay<'v> {
    /// The day.
    pub(crate) date: Date,
    /// Who tells it.
    pub(crate) source: Teller,
    values: Vec<Cow<'v, DailyValue>>,
}

impl<'v> ToldDay<'v> {
    pub(super) fn new(
        date: Date,
        source: Teller,
        values: impl IntoIterator<Item = &'v DailyValue>,
    ) -> Self {
        Self {
            date,
            source,
            values: values.into_iter().map(Cow::Borrowed).collect(),
        }
    }

    /// The same with other values of some metrics.
    pub(super) fn with(&self, others: &BTreeMap<(Metric, Date), DailyValue>) -> Self {
        let mut day = self.clone();
        if self.source == Teller::Apple && !others.is_empty() {
            for value in &mut day.values {
                if let Some(other) = others.get(&(value.metric, self.date)) {
                    *value = Cow::Owned(other.clone());
                }
            }
        }
        day
    }

    /// What the readings of a metric come to.
    pub(super) fn of(&self, metric: Metric) -> Option<&DailyValue> {
        let mut values = self.values.iter();
        values
            .find(|value| value.metric == metric)
            .map(AsRef::as_ref)
    }

    /// The value by the metric's rule, rounded.
    pub(super) fn value(&self, metric: Metric, decimals: u8) -> Option<f64> {
        Some(round_to(self.of(metric)?.value(), decimals))
    }

    /// The same of minutes, as hours.
    pub(super) fn hours(&self, metric: Metric, decimals: u8) -> Option<f64> {
        Some(round_to(self.of(metric)?.value() / 60.0, decimals))
    }

    /// The same of minutes since the midnight at which the day begins, as the clock showed it.
    pub(super) fn clock(&self, metric: Metric) -> Option<String> {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "beyond its bounds the nearest one is as far out of range"
        )]
        let minutes = self.of(metric)?.value().floor() as i64;
        let minutes = minutes.rem_euclid(MINUTES);
        Some(format!("{:02}:{:02}", minutes / 60, minutes % 60))
    }
}
