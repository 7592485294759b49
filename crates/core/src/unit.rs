//! Units as people and devices write them.

use crate::{
    Metric, Quantity,
    metric::{MetricRow, Shape},
};

/// Decimal digits that a binary double is certain to hold. A conversion is wrong by a unit or two
/// in the digits after them, so [`round_to`] does not look further.
const CERTAIN_DIGITS: usize = 15;

/// Folds a unit as sent to the form the metric table lists: lower case, no white space, the molar
/// form `mmol<180.1558800000541>/L` as `mmol/l`.
///
/// ```
/// use vitalog_core::unit::fold_unit;
/// assert_eq!(fold_unit("mg / dL"), "mg/dl");
/// assert_eq!(fold_unit("mmol<180.1558800000541>/L"), "mmol/l");
/// ```
#[must_use]
pub fn fold_unit(unit: &str) -> String {
    let folded: String = unit
        .chars()
        .filter(|c| !c.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect();
    without_molar_mass(&folded).unwrap_or(folded)
}

/// HealthKit writes the molar mass of glucose into its unit of amount.
fn without_molar_mass(folded: &str) -> Option<String> {
    let (mass, rest) = folded.strip_prefix("mmol<")?.split_once('>')?;
    let is_number = !mass.is_empty() && mass.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    is_number.then(|| format!("mmol{rest}"))
}

/// A value as sent, in the metric's canonical unit, rounded to its decimals.
///
/// `None` for a unit that the metric does not accept, for one number where the metric has two (or
/// the reverse), and for a number that is not finite before or after conversion.
#[must_use]
pub fn to_canonical(metric: Metric, sent: Quantity, unit: &str) -> Option<Quantity> {
    let row = metric.row();
    let unit = fold_unit(unit);
    let &(_, factor) = row.accepts.iter().find(|(name, _)| *name == unit)?;
    let convert = |value: f64| convert(row, value, factor);
    match (row.shape, sent) {
        (Shape::Single, Quantity::Single(value)) => Some(Quantity::Single(convert(value)?)),
        (
            Shape::Pressure,
            Quantity::Pressure {
                systolic,
                diastolic,
            },
        ) => Some(Quantity::Pressure {
            systolic: convert(systolic)?,
            diastolic: convert(diastolic)?,
        }),
        (Shape::Single, Quantity::Pressure { .. }) | (Shape::Pressure, Quantity::Single(_)) => None,
    }
}

fn convert(row: &MetricRow, value: f64, factor: f64) -> Option<f64> {
    // Apple Health keeps percentages as fractions and some apps pass them on as they are, under
    // the label of a percentage.
    let is_fraction = row.fraction_means_percent && value > 0.0 && value <= 1.0;
    let value = if is_fraction { value * 100.0 } else { value };
    let converted = round_to(value * factor, row.decimals);
    converted.is_finite().then_some(converted)
}

/// Rounds half away from zero to `decimals` places (15 at most); `-0` becomes `0`, and what is
/// not finite is returned as it is.
///
/// What is rounded is the decimal number that a person would read, not its binary neighbour:
/// the first 15 significant digits decide. So 2.675 becomes 2.68 although the double nearest to
/// it lies just below, and 61.999999999999993 becomes 62. A number so large that its 15 digits end
/// before that place is returned as it is.
///
/// ```
/// use vitalog_core::unit::round_to;
/// assert_eq!(round_to(2.675, 2), 2.68);
/// assert_eq!(round_to(-2.5, 0), -3.0);
/// assert_eq!(round_to(0.1 + 0.2, 1), 0.3);
/// ```
#[must_use]
pub fn round_to(value: f64, decimals: u8) -> f64 {
    if !value.is_finite() {
        return value;
    }
    let decimals = i32::from(decimals.min(15));
    let rounded = round_digits(value.abs(), decimals).unwrap_or(value.abs());
    if rounded == 0.0 {
        return 0.0;
    }
    rounded.copysign(value)
}

/// Rounds a value that is not negative; `None` if its digits end before the last place.
fn round_digits(value: f64, decimals: i32) -> Option<f64> {
    let text = format!("{value:.*e}", CERTAIN_DIGITS - 1);
    let (mantissa, exponent) = text.split_once('e')?;
    let digits: u64 = mantissa.replace('.', "").parse().ok()?;
    let exponent: i32 = exponent.parse().ok()?;
    // The value is `digits` with this many places after the decimal point.
    let places = i32::try_from(CERTAIN_DIGITS).ok()? - 1 - exponent;
    let dropped = u32::try_from(places - decimals).ok()?;
    let rounded = match 10_u64.checked_pow(dropped) {
        Some(scale) => (digits + scale / 2) / scale,
        // Twenty places and more below the last one that stays.
        None => 0,
    };
    // Both are whole numbers that a double holds, so their quotient is the nearest one.
    let scale = 10_u64.pow(decimals.unsigned_abs());
    Some(to_double(rounded) / to_double(scale))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "at most 10^15, which a double holds exactly"
)]
fn to_double(whole: u64) -> f64 {
    whole as f64
}
