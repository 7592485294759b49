//! Numbers with all their bits.
//!
//! DynamoDB keeps 38 decimal digits, which is more than enough to tell every `f64` apart, but of a
//! smaller range: 1E-130 to 9.99E+125. What lies outside is kept as text.

use aws_sdk_dynamodb::types::AttributeValue;

/// The smallest and the largest magnitude kept as a number, with room to DynamoDB's own limits.
const SMALLEST: f64 = 1e-120;
const LARGEST: f64 = 1e120;

/// Characters of a number that is written without an exponent.
const LONGEST_PLAIN: usize = 24;

/// A finite number as an attribute. Negative zero becomes zero, as everywhere in storage.
pub(crate) fn attribute(number: f64) -> AttributeValue {
    let number = number + 0.0;
    // The shortest decimal that reads back as the same number, of at most 17 digits.
    let plain = number.to_string();
    let text = if plain.len() <= LONGEST_PLAIN {
        plain
    } else {
        format!("{number:E}")
    };
    if number == 0.0 || (SMALLEST..=LARGEST).contains(&number.abs()) {
        AttributeValue::N(text)
    } else {
        AttributeValue::S(text)
    }
}

/// Reads [`attribute`] back, in whatever form DynamoDB writes the number.
pub(crate) fn read(attribute: &AttributeValue) -> Option<f64> {
    let text = attribute.as_n().or_else(|_| attribute.as_s()).ok()?;
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_within_the_range_of_the_engine_are_numbers() {
        let cases = [
            (0.0, true),
            (-0.0, true),
            (180.5, true),
            (-1e120, true),
            (1e-120, true),
            (1e121, false),
            (5e-324, false),
            (f64::MAX, false),
            (f64::MIN, false),
            (f64::MIN_POSITIVE, false),
        ];
        for (number, is_number) in cases {
            let stored = attribute(number);
            assert_eq!(stored.is_n(), is_number, "{number}");
            assert_eq!(read(&stored).unwrap().to_bits(), (number + 0.0).to_bits());
        }
    }

    #[test]
    fn numbers_are_written_as_people_write_them_where_that_is_short() {
        let cases = [
            (180.5, "180.5"),
            (-0.000_1, "-0.0001"),
            (1e9, "1000000000"),
            (1.0 / 3.0, "0.3333333333333333"),
            (1e30, "1E30"),
            (-1.5e-40, "-1.5E-40"),
        ];
        for (number, text) in cases {
            assert_eq!(attribute(number).as_n().unwrap(), text);
        }
    }

    #[test]
    fn every_way_of_writing_a_number_is_read() {
        for (text, number) in [
            ("150", 150.0),
            ("1.5E+2", 150.0),
            ("0.1", 0.1),
            ("-3e-7", -3e-7),
        ] {
            assert_eq!(read(&AttributeValue::N(text.to_owned())), Some(number));
        }
        for text in ["", "inf", "NaN", "1,5"] {
            assert_eq!(read(&AttributeValue::S(text.to_owned())), None);
        }
        assert_eq!(read(&AttributeValue::Bool(true)), None);
    }
}
