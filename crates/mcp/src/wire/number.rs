//! Numbers as they are written.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// A number that is written without a fraction where it has none: 120, not 120.0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Number(pub(crate) f64);

/// Up to here every whole number has its own double.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 && self.0.abs() < EXACT {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "it has no fraction and lies within what both types hold exactly"
            )]
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

impl JsonSchema for Number {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number"})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_written_without_a_fraction() {
        for (number, written) in [
            (120.0, "120"),
            (-0.0, "0"),
            (5.4, "5.4"),
            (1e300, "1e+300"),
            (0.1, "0.1"),
        ] {
            assert_eq!(serde_json::to_string(&Number(number)).unwrap(), written);
        }
    }
}
