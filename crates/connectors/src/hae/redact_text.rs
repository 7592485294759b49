//! A text without the numbers in it.

use jiff::tz::TimeZone;
use vitalog_core::log_text::{MOST_CHARACTERS, SECRET, fit};

use super::date::read_text;

/// Stands in place of a number.
pub(super) const NUMBER: &str = "<number>";

/// The longest date whose form is shown, in bytes.
const LONGEST_DATE: usize = 64;

/// A name as it may be logged: fit for a line, cut, with each run of digits replaced, since a
/// value can hide in any text (`72 bpm`).
#[must_use]
pub fn redact_text(text: &str) -> String {
    let fitting = fit(text, &[]);
    if fitting == SECRET {
        return fitting;
    }
    let cut: Vec<char> = fitting.chars().collect();
    let mut shown = String::new();
    let mut position = 0;
    while let Some(character) = cut.get(position) {
        if character.is_numeric() {
            shown.push_str(NUMBER);
            position += length_of_number(cut.get(position..).unwrap_or_default());
        } else {
            shown.push(*character);
            position += 1;
        }
    }
    if text.chars().nth(MOST_CHARACTERS).is_some() {
        shown.push('…');
    }
    shown
}

/// Digits, also with points and commas between them.
fn length_of_number(characters: &[char]) -> usize {
    let is_part = |position: usize| match characters.get(position) {
        Some('.' | ',' | '٫' | '٬') => {
            characters.get(position + 1).is_some_and(|c| c.is_numeric())
        }
        Some(character) => character.is_numeric(),
        None => false,
    };
    (0..characters.len())
        .take_while(|position| is_part(*position))
        .count()
}

/// How a date is written, without the date: `0000-00-00 0:00:00 xx +0000`. `None` for what is no
/// date, and for a count of seconds.
pub(super) fn date_form(text: &str) -> Option<String> {
    let is_written = text.len() <= LONGEST_DATE && text.contains('-');
    if !is_written || read_text(text, &TimeZone::UTC).is_err() {
        return None;
    }
    let fitting = fit(text, &[]);
    let form = fitting.chars().map(|character| match character {
        _ if character.is_numeric() => '0',
        'T' | 'Z' => character,
        _ if character.is_alphabetic() => 'x',
        _ => character,
    });
    Some(form.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_hidden_wherever_they_stand() {
        for (text, expected) in [
            ("5.25", "<number>"),
            (" 512 ", " <number> "),
            ("1,234.5", "<number>"),
            ("72 bpm", "<number> bpm"),
            ("HR72", "HR<number>"),
            ("-5", "-<number>"),
            ("٧٢", "<number>"),
            ("½ cup", "<number> cup"),
            ("7\u{200b}2\u{202e}.5", "<number>"),
            ("iPhone 15.", "iPhone <number>."),
            ("mmol<180.1558800000541>/L", "mmol<<number>>/L"),
            ("20260914", "<number>"),
            ("1788745353.99", "<number>"),
            (
                "2026-09-14 weight 72",
                "<number>-<number>-<number> weight <number>",
            ),
            ("Before Meal", "Before Meal"),
            ("2026-09-14", "<number>-<number>-<number>"),
        ] {
            assert_eq!(redact_text(text), expected, "{text}");
        }
    }

    #[test]
    fn of_a_date_its_form_is_left() {
        for (text, expected) in [
            (
                "2026-09-14 07:57:00 +0200",
                Some("0000-00-00 00:00:00 +0000"),
            ),
            ("2026-09-14T07:57:00.250Z", Some("0000-00-00T00:00:00.000Z")),
            (
                "2026-09-14 7:57:00\u{202f}pm -0700",
                Some("0000-00-00 0:00:00\u{202f}xx -0000"),
            ),
            ("2026-09-14", Some("0000-00-00")),
            ("1788745353.99", None),
            ("2026-09-14 migraine", None),
            ("migraine", None),
        ] {
            assert_eq!(date_form(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn secrets_and_what_breaks_a_line_are_not_shown() {
        let secret = "0f".repeat(32);
        for text in [secret.clone(), format!("key: {secret}"), "9".repeat(40)] {
            assert_eq!(redact_text(&text), "<secret>");
        }
        assert_eq!(redact_text("a\u{2028}b\nc\u{85}d"), "abcd");
    }

    #[test]
    fn long_texts_are_cut() {
        let long = format!("{}72", "x".repeat(79));
        assert_eq!(redact_text(&long), format!("{}<number>…", "x".repeat(79)));
    }
}
