//! The arithmetic of a day.

use jiff::civil::Date;

use super::DailyValue;
use crate::{Metric, Quantity};

/// What one reading adds to a day.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Amount {
    low: f64,
    value: f64,
    high: f64,
    diastolic: Option<f64>,
}

impl Amount {
    pub(super) fn exactly(value: f64) -> Self {
        Self::of(Quantity::Single(value))
    }

    pub(super) fn of(quantity: Quantity) -> Self {
        let diastolic = match quantity {
            Quantity::Pressure { diastolic, .. } => Some(diastolic),
            Quantity::Single(_) | Quantity::Spread { .. } => None,
        };
        Self {
            low: quantity.lowest(),
            value: quantity.first(),
            high: quantity.highest(),
            diastolic,
        }
    }

    pub(super) fn times(self, share: f64) -> Self {
        Self {
            low: self.low * share,
            value: self.value * share,
            high: self.high * share,
            diastolic: self.diastolic,
        }
    }
}

/// What the amounts of a day, in the order of time, come to.
pub(super) struct Numbers {
    amounts: Vec<Amount>,
    first: Amount,
    last: Amount,
}

impl Numbers {
    /// `None` if there are none.
    pub(super) fn of(amounts: impl IntoIterator<Item = Amount>) -> Option<Self> {
        let amounts: Vec<Amount> = amounts.into_iter().collect();
        Some(Self {
            first: *amounts.first()?,
            last: *amounts.last()?,
            amounts,
        })
    }

    pub(super) fn into_value(self, metric: Metric, day: Date, source: Option<&str>) -> DailyValue {
        let n = u32::try_from(self.amounts.len()).unwrap_or(u32::MAX);
        let amounts = || self.amounts.iter();
        let sum: f64 = amounts().map(|amount| amount.value).sum();
        // Nonsense near the end of the numbers must not become one that no engine stores.
        let sum = sum.clamp(f64::MIN, f64::MAX);
        let diastolic: f64 = amounts().filter_map(|amount| amount.diastolic).sum();
        let diastolic = diastolic.clamp(f64::MIN, f64::MAX);
        DailyValue {
            metric,
            day,
            source: source.map(str::to_owned),
            n,
            sum,
            min: amounts().map(|a| a.low).fold(f64::INFINITY, f64::min),
            max: amounts().map(|a| a.high).fold(f64::NEG_INFINITY, f64::max),
            first: self.first.value,
            last: self.last.value,
            diastolic: self.first.diastolic.map(|_| diastolic / f64::from(n)),
        }
    }
}
