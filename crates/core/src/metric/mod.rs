//! What can be measured. [`table`] holds one row per metric; everything else derives from it.

mod name;
mod row;
pub mod table;

pub use row::{ClockClass, DailyRule, Group, Identity, MetricRow, MetricUnit, Shape};
pub use table::Metric;

impl Metric {
    /// The metric's row in the table.
    #[must_use]
    pub fn row(self) -> &'static MetricRow {
        &table::TABLE[self as usize]
    }

    /// The name that answers and storage use; never changed or reused.
    #[must_use]
    pub fn slug(self) -> &'static str {
        self.row().slug
    }

    /// The metric with exactly this slug.
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|metric| metric.slug() == slug)
    }

    /// Whether a day's value is the sum of its readings.
    #[must_use]
    pub fn is_summed(self) -> bool {
        matches!(self.row().daily, DailyRule::Sum)
    }
}
