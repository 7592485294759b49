//! Units as people and devices write them.

use crate::{
    Metric, Quantity,
    metric::{AcceptedUnit, MetricRow, Shape},
    quantity::LARGEST,
};

/// Decimal digits that a binary double is certain to hold. A conversion is wrong by a unit or two
/// in the digits after them, so [`round_to`] does not look further.
const CERTAIN_DIGITS: usize = 15;

/// Folds a unit as sent to the form the metric table lists: lower case, no white space, the molar
/// form `mmol<180.1558800000541>/L` as `mmol/l`, one of the signs that look alike for the degree
/// (`°`), the multiplication (`*`) and the division (`/`), and `mc` for the micro sign.
///
/// ```
/// use vitalog_core::unit::fold_unit;
/// assert_eq!(fold_unit("mg / dL"), "mg/dl");
/// assert_eq!(fold_unit("kcal/hr·kg"), "kcal/hr*kg");
/// assert_eq!(fold_unit("ºF"), "°f");
/// assert_eq!(fold_unit("mmol<180.1558800000541>/L"), "mmol/l");
/// ```
#[must_use]
pub fn fold_unit(unit: &str) -> String {
    let mut folded = String::with_capacity(unit.len());
    let visible = unit.chars().filter(|c| !c.is_whitespace());
    for c in visible.flat_map(char::to_lowercase) {
        match c {
            '\u{ba}' | '\u{2da}' => folded.push('°'),
            '℃' => folded.push_str("°c"),
            '℉' => folded.push_str("°f"),
            '·' | '⋅' | '∙' | '•' | '×' => folded.push('*'),
            '∕' | '⁄' => folded.push('/'),
            '\u{b5}' | '\u{3bc}' => folded.push_str("mc"),
            _ => folded.push(c),
        }
    }
    without_molar_mass(&folded).unwrap_or(folded)
}

/// HealthKit writes the molar mass of glucose into its unit of amount.
fn without_molar_mass(folded: &str) -> Option<String> {
    let (mass, rest) = folded.strip_prefix("mmol<")?.split_once('>')?;
    let is_number = !mass.is_empty() && mass.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    is_number.then(|| format!("mmol{rest}"))
}

/// Whether any metric accepts the unit.
#[must_use]
pub fn is_known_unit(unit: &str) -> bool {
    let name = fold_unit(unit);
    Metric::ALL
        .iter()
        .any(|metric| metric.row().accepts.iter().any(|unit| unit.name == name))
}

/// A value as sent, in the metric's canonical unit, rounded to its decimals.
///
/// `None` for a unit that the metric does not accept, for another count of numbers than the metric
/// has, for a spread whose mean lies outside of it, and for a number that is beyond [`LARGEST`]
/// after conversion, or none. One number is a spread by itself.
#[must_use]
pub fn to_canonical(metric: Metric, sent: Quantity, unit: &str) -> Option<Quantity> {
    Conversion::new(metric, unit)?.apply(sent)
}

/// The same, nearly as finely as it was sent. What is shown of it is rounded once then, to whatever
/// place: of 13.249 rounded to 13.25 first, one decimal would be 13.3.
///
/// ```
/// use vitalog_core::{Metric, Quantity, unit::{round_to, to_canonical, to_fine_canonical}};
/// let breaths = Quantity::Single(13.249);
/// let of = |value: Option<Quantity>| round_to(value.unwrap().first(), 1);
/// assert_eq!(of(to_fine_canonical(Metric::RespiratoryRate, breaths, "count/min")), 13.2);
/// assert_eq!(of(to_canonical(Metric::RespiratoryRate, breaths, "count/min")), 13.3);
/// ```
#[must_use]
pub fn to_fine_canonical(metric: Metric, sent: Quantity, unit: &str) -> Option<Quantity> {
    let mut conversion = Conversion::new(metric, unit)?;
    conversion.decimals += FINER;
    conversion.apply(sent)
}

/// Decimals beyond those of the metric that are kept of what is shown at several places. Vendors send
/// no more, but for the noise of their own divisions.
const FINER: u8 = 4;

/// The way from a unit to the canonical unit of a metric, for many values of one unit.
#[derive(Clone, Copy, Debug)]
pub struct Conversion {
    row: &'static MetricRow,
    unit: AcceptedUnit,
    decimals: u8,
}

impl Conversion {
    /// `None` if the metric does not accept the unit.
    #[must_use]
    pub fn new(metric: Metric, unit: &str) -> Option<Self> {
        let row = metric.row();
        let name = fold_unit(unit);
        let unit = *row.accepts.iter().find(|unit| unit.name == name)?;
        Some(Self {
            row,
            unit,
            decimals: row.decimals,
        })
    }

    /// Converts as [`to_canonical`] does.
    #[must_use]
    pub fn apply(&self, sent: Quantity) -> Option<Quantity> {
        let convert = |value: f64| self.convert(value);
        match (self.row.shape, sent) {
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
            (Shape::Spread, Quantity::Single(value)) => {
                let value = convert(value)?;
                Some(Quantity::Spread {
                    min: value,
                    mean: value,
                    max: value,
                })
            }
            (Shape::Spread, Quantity::Spread { min, mean, max }) => {
                let (min, mean, max) = (convert(min)?, convert(mean)?, convert(max)?);
                (min <= mean && mean <= max).then_some(Quantity::Spread { min, mean, max })
            }
            (Shape::Single, Quantity::Pressure { .. } | Quantity::Spread { .. })
            | (Shape::Pressure, Quantity::Single(_) | Quantity::Spread { .. })
            | (Shape::Spread, Quantity::Pressure { .. }) => None,
        }
    }

    fn convert(&self, value: f64) -> Option<f64> {
        // Apple Health keeps percentages as fractions and some apps pass them on as they are, under
        // the label of a percentage.
        let is_fraction = self.row.fraction_means_percent && value > 0.0 && value <= 1.0;
        let value = if is_fraction { value * 100.0 } else { value };
        let converted = round_to(self.unit.convert(value), self.decimals);
        (converted.abs() <= LARGEST).then_some(converted)
    }
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
    let rounded = round_clear_case(value.abs(), decimals)
        .or_else(|| round_digits(value.abs(), decimals))
        .unwrap_or(value.abs());
    if rounded == 0.0 {
        return 0.0;
    }
    rounded.copysign(value)
}

/// Rounds a value that is not negative and lies so clearly on one side of the middle between two
/// results that no error in its last digits matters; `None` for any other. Most values are clear,
/// and to write out the digits of each would take most of the time of reading a push.
fn round_clear_case(value: f64, decimals: i32) -> Option<f64> {
    let scale = to_double(10_u64.pow(decimals.unsigned_abs()));
    let scaled = value * scale;
    // Beyond this the error below reaches the middle anyway.
    if scaled >= 1e13 {
        return None;
    }
    let from_middle = (scaled - scaled.floor() - 0.5).abs();
    // Fifteen digits differ from the value by at most 5e-15 of it, the product by far less.
    (from_middle > scaled * 1e-14).then(|| scaled.round() / scale)
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn clear_case_rounds_as_the_digits_do(
            middle in 0_u32..2_000_000,
            away in prop_oneof![Just(0.0), -1e-9..1e-9, -1e-13..1e-13, -0.5..0.5],
            size in prop_oneof![Just(1.0), 1e-6..1e12],
            decimals in 0_i32..=15,
        ) {
            let scale = to_double(10_u64.pow(decimals.unsigned_abs()));
            let value = ((f64::from(middle) + 0.5) * size * (1.0 + away) / scale).abs();
            if let Some(rounded) = round_clear_case(value, decimals) {
                let by_digits = round_digits(value, decimals).unwrap_or(value);
                prop_assert_eq!(rounded.to_bits(), by_digits.to_bits(), "{}", value);
            }
        }

        #[test]
        fn any_number_rounds_the_same_either_way(value in any::<f64>(), decimals in 0_i32..=15) {
            let value = value.abs();
            if let Some(rounded) = round_clear_case(value, decimals) {
                let by_digits = round_digits(value, decimals).unwrap_or(value);
                prop_assert_eq!(rounded.to_bits(), by_digits.to_bits(), "{}", value);
            }
        }
    }
}
