//! The units in which an account sees its readings.
//!
//! Stored values are in the metric's canonical unit, whoever asks. An account with metric units
//! sees some of them converted; only here, and only when they are shown.

use crate::{
    Metric, Quantity, Reading, UnitSystem,
    metric::MetricUnit,
    unit::{fold_unit, round_to},
};

impl UnitSystem {
    /// The unit in which readings of a metric are shown.
    ///
    /// ```
    /// use vitalog_core::{Metric, UnitSystem};
    /// assert_eq!(UnitSystem::Us.unit_of(Metric::Weight), "lb");
    /// assert_eq!(UnitSystem::Metric.unit_of(Metric::Weight), "kg");
    /// assert_eq!(UnitSystem::Metric.unit_of(Metric::Glucose), "mg/dL");
    /// ```
    #[must_use]
    pub fn unit_of(self, metric: Metric) -> &'static str {
        self.other_unit(metric)
            .map_or(metric.row().unit, |other| other.unit)
    }

    /// The value of a reading in [`UnitSystem::unit_of`] its metric.
    ///
    /// What was sent in that unit is shown as it was sent: converted there and back, a weight of
    /// 74.35 kg could come out as 74.34.
    #[must_use]
    pub fn quantity_of(self, reading: &Reading) -> Quantity {
        let Some(other) = self.other_unit(reading.metric) else {
            return reading.quantity;
        };
        let unit = fold_unit(other.unit);
        if fold_unit(&reading.original_unit) == unit {
            return reading
                .original
                .map(|value| round_to(value, other.decimals));
        }
        let mut accepted = reading.metric.row().accepts.iter();
        let accepted = accepted.find(|accepted| accepted.name == unit);
        reading.quantity.map(|value| {
            let shown = accepted.map_or(value, |accepted| accepted.convert_back(value));
            round_to(shown, other.decimals)
        })
    }

    /// The unit shown instead of the canonical one, if any.
    fn other_unit(self, metric: Metric) -> Option<MetricUnit> {
        match self {
            Self::Us => None,
            Self::Metric => metric.row().in_metric,
        }
    }
}
