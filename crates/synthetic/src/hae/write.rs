//! Small parts of JSON.

use serde_json::{Value, json};

use super::{Options, unit::Unit};

/// A number; a whole one without a point, as the app writes it.
pub(super) fn number(value: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() < EXACT {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a whole number that an i64 holds, by the line above"
        )]
        let whole = value as i64;
        whole.into()
    } else {
        value.into()
    }
}

/// A number in a unit.
pub(super) fn quantity(value: f64, unit: &'static str, options: &Options) -> Value {
    let unit: Unit = options.units.of(unit);
    json!({ "qty": number(unit.convert(value)), "units": unit.name })
}
