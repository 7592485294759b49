//! A quantity in four columns, as engines with tables keep it.

use vitalog_core::Quantity;

use crate::precision::without_negative_zero;

/// The numbers of a quantity.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct QuantityColumns {
    /// The single value, the systolic pressure, or the mean of a spread.
    pub value: f64,
    /// Only of a pressure.
    pub diastolic: Option<f64>,
    /// Only of a spread, with `highest`.
    pub lowest: Option<f64>,
    /// Only of a spread, with `lowest`.
    pub highest: Option<f64>,
}

impl QuantityColumns {
    /// The columns of a quantity; `None` if one of its numbers is not finite.
    #[must_use]
    pub fn new(quantity: Quantity) -> Option<Self> {
        let mut columns = Self {
            value: stored(quantity.first())?,
            ..Self::default()
        };
        match quantity {
            Quantity::Single(_) => {}
            Quantity::Pressure { diastolic, .. } => columns.diastolic = Some(stored(diastolic)?),
            Quantity::Spread { min, max, .. } => {
                columns.lowest = Some(stored(min)?);
                columns.highest = Some(stored(max)?);
            }
        }
        Some(columns)
    }

    /// The quantity; `None` if there is none with these columns.
    #[must_use]
    pub fn quantity(self) -> Option<Quantity> {
        let value = self.value;
        match (self.diastolic, self.lowest, self.highest) {
            (None, None, None) => Some(Quantity::Single(value)),
            (Some(diastolic), None, None) => Some(Quantity::Pressure {
                systolic: value,
                diastolic,
            }),
            (None, Some(min), Some(max)) => Some(Quantity::Spread {
                min,
                mean: value,
                max,
            }),
            _ => None,
        }
    }
}

fn stored(number: f64) -> Option<f64> {
    let stored = without_negative_zero(number);
    stored.is_finite().then_some(stored)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_quantity_comes_back() {
        for quantity in [
            Quantity::Single(1.5),
            Quantity::Pressure {
                systolic: 120.0,
                diastolic: 80.0,
            },
            Quantity::Spread {
                min: 1.0,
                mean: 2.0,
                max: 3.0,
            },
        ] {
            let columns = QuantityColumns::new(quantity).unwrap();
            assert_eq!(columns.quantity(), Some(quantity));
        }
    }

    #[test]
    fn columns_of_no_quantity_are_none() {
        let (one, none) = (Some(1.0), None);
        for (diastolic, lowest, highest) in [
            (none, one, none),
            (none, none, one),
            (one, one, one),
            (one, one, none),
        ] {
            let columns = QuantityColumns {
                value: 1.0,
                diastolic,
                lowest,
                highest,
            };
            assert_eq!(columns.quantity(), None, "{columns:?}");
        }
        assert_eq!(QuantityColumns::new(Quantity::Single(f64::NAN)), None);
        let endless = Quantity::Spread {
            min: 1.0,
            mean: 2.0,
            max: f64::INFINITY,
        };
        assert_eq!(QuantityColumns::new(endless), None);
    }
}
