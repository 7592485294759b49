//! Mean, spread and order of some values.

/// Of how many values.
fn count(values: usize) -> f64 {
    u32::try_from(values).map_or(f64::INFINITY, f64::from)
}

/// The mean; of no values none that is a number.
///
/// ```
/// use vitalog_analysis::spread::mean;
/// assert_eq!(mean(&[1.0, 2.0, 6.0]), 3.0);
/// assert!(mean(&[]).is_nan());
/// ```
#[must_use]
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / count(values.len())
}

fn squares(values: &[f64]) -> f64 {
    let mean = mean(values);
    values.iter().map(|value| (value - mean).powi(2)).sum()
}

/// The standard deviation of a sample; needs two values.
///
/// ```
/// use vitalog_analysis::spread::sample_sd;
/// assert_eq!(sample_sd(&[2.0, 4.0]), Some(2.0_f64.sqrt()));
/// assert_eq!(sample_sd(&[2.0]), None);
/// ```
#[must_use]
pub fn sample_sd(values: &[f64]) -> Option<f64> {
    (values.len() > 1).then(|| (squares(values) / count(values.len() - 1)).sqrt())
}

/// The standard deviation of values that are all there are.
///
/// ```
/// use vitalog_analysis::spread::population_sd;
/// assert_eq!(population_sd(&[2.0, 4.0]), 1.0);
/// ```
#[must_use]
pub fn population_sd(values: &[f64]) -> f64 {
    (squares(values) / count(values.len())).sqrt()
}

/// The value below which a share of sorted values lies, between two of them in proportion.
///
/// ```
/// use vitalog_analysis::spread::percentile;
/// let sorted = [10.0, 20.0, 30.0, 40.0];
/// let at = |share| percentile(&sorted, share);
/// assert_eq!([0.0, 0.5, 0.75, 1.0].map(at), [10.0, 25.0, 32.5, 40.0]);
/// ```
#[must_use]
pub fn percentile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return f64::NAN;
    };
    let place = share * count(last);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it lies between 0 and the number of values"
    )]
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    let part = place - place.floor();
    sorted[below] + (sorted[above] - sorted[below]) * part
}
