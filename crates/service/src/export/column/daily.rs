//! Daily values.

use vitalog_core::{DailyValue, Metric};

use super::{Cell, Column, ExportRow, reading::columns};
use crate::CustomMetric;

/// A daily value, and what the person's name for it means.
pub(in crate::export) struct DailyRow {
    pub(in crate::export) value: DailyValue,
    pub(in crate::export) custom: Option<CustomMetric>,
}

impl ExportRow for DailyRow {
    const COLUMNS: &'static [Column<Self>] = COLUMNS;
}

pub(super) const COLUMNS: &[Column<DailyRow>] = columns! { row:
    "metric", "What was measured, as among the readings.",
        Cell::Word(row.value.metric.slug().to_owned());
    "label", "Of `custom`, the name that the person chose.",
        Cell::text(row.value.source.as_deref().filter(|_| row.is_custom()));
    "day", "The day.",
        Cell::Word(row.value.day.to_string());
    "source", "Whose readings these are; empty for the value that counts, with sources weighed against one another.",
        Cell::text(row.value.source.as_deref().filter(|_| !row.is_custom()));
    "value", "The day's value by the rule of the metric: its sum, mean, latest, highest or lowest.",
        Cell::Number(row.day_value());
    "diastolic", "The mean diastolic pressure; the other numbers are of the systolic one.",
        Cell::number(row.value.diastolic);
    "unit", "The unit that the metric is stored in.",
        Cell::text(row.unit());
    "readings", "How many readings they are.",
        Cell::Count(row.value.n.into());
    "sum", "Their sum; of what lasted past midnight, the share of the day.",
        Cell::Number(row.value.sum);
    "min", "The lowest of them.",
        Cell::Number(row.value.min);
    "mean", "Their mean.",
        Cell::Number(row.value.mean());
    "max", "The highest of them.",
        Cell::Number(row.value.max);
    "first", "The first of the day.",
        Cell::Number(row.value.first);
    "last", "The last of the day.",
        Cell::Number(row.value.last);
};

impl DailyRow {
    fn is_custom(&self) -> bool {
        self.value.metric == Metric::Custom
    }

    fn day_value(&self) -> f64 {
        let custom = self.custom.as_ref();
        custom.map_or_else(
            || self.value.value(),
            |custom| custom.combine.of(&self.value),
        )
    }

    fn unit(&self) -> &str {
        let custom = self.custom.as_ref();
        custom.map_or(self.value.metric.row().unit, CustomMetric::shown_unit)
    }
}
