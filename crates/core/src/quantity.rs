//! What a reading measures: one number, or the two of a blood pressure.

/// The largest number, of either sign, that any measurement of a person has in a canonical unit.
/// What is larger is no measurement. With it the sum of any number of readings that a record can
/// hold is finite.
pub const LARGEST: f64 = 1e9;

/// A measured value in some unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Quantity {
    /// One number.
    Single(f64),
    /// A blood pressure.
    Pressure {
        /// Pressure while the heart contracts.
        systolic: f64,
        /// Pressure while it rests.
        diastolic: f64,
    },
}

impl Quantity {
    /// Applies `convert` to each number.
    #[must_use]
    pub fn map(self, convert: impl Fn(f64) -> f64) -> Self {
        match self {
            Self::Single(value) => Self::Single(convert(value)),
            Self::Pressure {
                systolic,
                diastolic,
            } => Self::Pressure {
                systolic: convert(systolic),
                diastolic: convert(diastolic),
            },
        }
    }

    /// The number that names the reading: the value, or the systolic pressure.
    #[must_use]
    pub fn first(self) -> f64 {
        match self {
            Self::Single(value) => value,
            Self::Pressure { systolic, .. } => systolic,
        }
    }
}
