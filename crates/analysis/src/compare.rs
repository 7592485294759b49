//! Two stretches of days beside one another.

use crate::{
    spread::{mean, sample_sd},
    student::two_sided,
};

/// How two samples differ, the second against the first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// The difference of the means in standard deviations, with Hedges' correction for few values.
    pub hedges_g: f64,
    /// The probability of a difference at least as large if both were drawn alike, by Welch's test,
    /// which takes each value for independent of the others.
    pub welch_p: f64,
}

impl Comparison {
    /// Of two samples; `None` unless each has two values and any of them differ.
    ///
    /// ```
    /// use vitalog_analysis::compare::Comparison;
    /// let alike = Comparison::of(&[1.0, 2.0, 3.0], &[1.0, 2.0, 3.0]).unwrap();
    /// assert_eq!((alike.hedges_g, alike.welch_p), (0.0, 1.0));
    /// assert_eq!(Comparison::of(&[1.0], &[1.0, 2.0]), None);
    /// assert_eq!(Comparison::of(&[1.0, 1.0], &[2.0, 2.0]), None);
    /// ```
    #[must_use]
    pub fn of(first: &[f64], second: &[f64]) -> Option<Self> {
        let difference = mean(second) - mean(first);
        let (first_n, second_n) = (count(first.len()), count(second.len()));
        let (first_var, second_var) = (sample_sd(first)?.powi(2), sample_sd(second)?.powi(2));
        let all = first_n + second_n - 2.0;
        let pooled = ((first_n - 1.0) * first_var + (second_n - 1.0) * second_var) / all;
        let (of_first, of_second) = (first_var / first_n, second_var / second_n);
        let error = of_first + of_second;
        if error <= 0.0 {
            return None;
        }
        let freedom = error.powi(2)
            / (of_first.powi(2) / (first_n - 1.0) + of_second.powi(2) / (second_n - 1.0));
        Some(Self {
            hedges_g: difference / pooled.sqrt() * (1.0 - 3.0 / (4.0 * all - 1.0)),
            welch_p: two_sided(difference / error.sqrt(), freedom),
        })
    }
}

fn count(values: usize) -> f64 {
    u32::try_from(values).map_or(f64::INFINITY, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With t = 2.4554 and 24.9885 degrees of freedom, as published with these numbers; p was
    /// integrated from the density, and g is d = 0.89657 times 1 - 3 / (4 * 28 - 1).
    #[test]
    fn a_textbook_example_comes_out() {
        let first = [
            27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7,
            21.4,
        ];
        let second = [
            27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5,
            24.4,
        ];
        let found = Comparison::of(&first, &second).unwrap();
        assert!((found.welch_p - 0.021_378_0).abs() < 1e-7, "{found:?}");
        assert!((found.hedges_g - 0.872_338).abs() < 1e-6, "{found:?}");
    }
}
