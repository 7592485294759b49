//! What is left of a series when others have explained what they can.

/// Below this share of its own length a control has nothing of its own left.
const TOLERANCE: f64 = 1e-8;

/// Controls as unit vectors at right angles to one another.
pub(crate) struct Controls(Vec<Vec<f64>>);

impl Controls {
    /// The intercept and these columns; constant ones and those that others make up are dropped.
    pub(crate) fn new(days: usize, columns: &[Vec<f64>]) -> Self {
        let mut controls = Self(Vec::new());
        controls.add(&vec![1.0; days]);
        for column in columns {
            controls.add(column);
        }
        controls
    }

    /// How many there are without the intercept.
    pub(crate) fn count(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    /// What the controls leave of a series.
    pub(crate) fn residuals(&self, series: &[f64]) -> Vec<f64> {
        let mut left = series.to_vec();
        // Taken out twice, so that rounding leaves nothing of a control.
        for _ in 0..2 {
            for unit in &self.0 {
                let share = dot(unit, &left);
                for (left, unit) in left.iter_mut().zip(unit) {
                    *left -= share * unit;
                }
            }
        }
        left
    }

    fn add(&mut self, column: &[f64]) {
        let left = self.residuals(column);
        let (own, whole) = (dot(&left, &left).sqrt(), dot(column, column).sqrt());
        if own > whole * TOLERANCE && own > 0.0 {
            self.0.push(left.iter().map(|value| value / own).collect());
        }
    }
}

/// The sum of the products.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
