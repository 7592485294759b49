//! Digits and spaces of other scripts, folded to ASCII.

use std::borrow::Cow;

/// The zero of each run of ten decimal digits in Unicode (general category Nd).
const ZEROS: &[u32] = &[
    0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6,
    0xE50, 0xED0, 0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50,
    0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10,
    0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650,
    0x116C0, 0x11730, 0x118E0, 0x11950, 0x11C50, 0x11D50, 0x11DA0, 0x16A60, 0x16AC0, 0x16B50,
    0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E950, 0x1FBF0,
];

/// A text with every decimal digit as an ASCII digit, every white space (newer phones put U+202F
/// before am and pm) as a space, the minus sign U+2212 as `-`, and without the marks that only
/// steer the direction of writing.
pub(super) fn fold_to_ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let folded = text.chars().filter_map(|character| match character {
        '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{FEFF}' => None,
        '\u{2212}' => Some('-'),
        _ if character.is_whitespace() => Some(' '),
        _ => Some(ascii_digit(character).unwrap_or(character)),
    });
    Cow::Owned(folded.collect())
}

fn ascii_digit(character: char) -> Option<char> {
    let code = u32::from(character);
    let next = ZEROS.partition_point(|zero| *zero <= code);
    let zero = ZEROS.get(next.checked_sub(1)?)?;
    char::from_digit(code - zero, 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_every_script_fold_to_ascii() {
        for (text, expected) in [
            ("2026", "2026"),
            ("٢٠٢٦-٠٩-١٤", "2026-09-14"),
            ("۲۰۲۶", "2026"),
            ("२०२६", "2026"),
            ("２０２６", "2026"),
            ("๒๕๖๙", "2569"),
            ("9\u{202f}am\u{a0}\u{2212}0700\u{200f}", "9 am -0700"),
            ("½ Ⅷ", "½ Ⅷ"),
        ] {
            assert_eq!(fold_to_ascii(text), expected, "{text}");
        }
    }

    #[test]
    fn zeros_are_in_order_and_start_runs_of_ten() {
        assert!(ZEROS.windows(2).all(|pair| pair[0] + 10 <= pair[1]));
    }
}
