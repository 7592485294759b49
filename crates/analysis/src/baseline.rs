//! What is usual.

/// With fewer values nothing is called usual.
const LEAST: usize = 14;

/// Mean and spread of some days.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Baseline {
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, of a sample.
    pub sd: f64,
    /// How many they are.
    pub n: usize,
}

impl Baseline {
    /// Of the values of some days; `None` with fewer than 14.
    ///
    /// ```
    /// use vitalog_analysis::baseline::Baseline;
    /// let usual = Baseline::of(&[1.0, 3.0].repeat(7)).unwrap();
    /// assert_eq!((usual.mean, usual.n), (2.0, 14));
    /// assert_eq!(Baseline::of(&[1.0; 13]), None);
    /// ```
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Self> {
        let count = |values: usize| u32::try_from(values).map_or(f64::INFINITY, f64::from);
        let n = values.len();
        if n < LEAST {
            return None;
        }
        let mean = values.iter().sum::<f64>() / count(n);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Some(Self {
            mean,
            sd: (squares / count(n - 1)).sqrt(),
            n,
        })
    }

    /// How many standard deviations a value is from the mean; `None` where no day differs.
    #[must_use]
    pub fn z(self, value: f64) -> Option<f64> {
        (self.sd > 0.0).then(|| (value - self.mean) / self.sd)
    }
}

/// How unusual a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Band {
    /// Less than one standard deviation from the mean.
    Normal,
    /// From one to two.
    Notable,
    /// Two or more.
    Unusual,
}

impl Band {
    /// Of a z score.
    ///
    /// ```
    /// use vitalog_analysis::baseline::Band;
    /// assert_eq!([0.99, -1.0, 1.99, -2.0].map(Band::of).map(Band::as_str),
    ///     ["normal", "notable", "notable", "unusual"]);
    /// ```
    #[must_use]
    pub fn of(z: f64) -> Self {
        match z.abs() {
            z if z < 1.0 => Self::Normal,
            z if z < 2.0 => Self::Notable,
            _ => Self::Unusual,
        }
    }

    /// The name in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Notable => "notable",
            Self::Unusual => "unusual",
        }
    }
}
