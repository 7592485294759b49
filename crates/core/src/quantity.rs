//! What a reading measures: one number, the two of a blood pressure, or the three of a spread.

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
    /// What a value did over some time, such as a heart rate over an hour.
    Spread {
        /// The lowest.
        min: f64,
        /// The mean.
        mean: f64,
        /// The highest.
        max: f64,
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
            Self::Spread { min, mean, max } => Self::Spread {
                min: convert(min),
                mean: convert(mean),
                max: convert(max),
            },
        }
    }

    /// The number that names the reading: the value, the systolic pressure, or the mean.
    #[must_use]
    pub fn first(self) -> f64 {
        match self {
            Self::Single(value) => value,
            Self::Pressure { systolic, .. } => systolic,
            Self::Spread { mean, .. } => mean,
        }
    }

    /// The lowest of what was measured; of a blood pressure the systolic one.
    #[must_use]
    pub fn lowest(self) -> f64 {
        match self {
            Self::Spread { min, .. } => min,
            Self::Single(_) | Self::Pressure { .. } => self.first(),
        }
    }

    /// The highest of what was measured; of a blood pressure the systolic one.
    #[must_use]
    pub fn highest(self) -> f64 {
        match self {
            Self::Spread { max, .. } => max,
            Self::Single(_) | Self::Pressure { .. } => self.first(),
        }
    }

    /// Its numbers, in the order of the fields.
    pub fn numbers(self) -> impl Iterator<Item = f64> {
        let numbers = match self {
            Self::Single(value) => [Some(value), None, None],
            Self::Pressure {
                systolic,
                diastolic,
            } => [Some(systolic), Some(diastolic), None],
            Self::Spread { min, mean, max } => [Some(min), Some(mean), Some(max)],
        };
        numbers.into_iter().flatten()
    }
}
