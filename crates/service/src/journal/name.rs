//! The names that a person gives to what is logged.

use crate::ServiceError;

/// Characters that a name has at most.
pub const MAX_NAME_CHARS: usize = 40;

/// Words that mean something else where a metric is named.
const RESERVED: &[&str] = &[
    "all",
    "custom",
    "everything",
    "food",
    "macros",
    "metric",
    "nutrition",
    "workout",
    "workouts",
];

/// A name as it is kept: lower case, with `_` for white space and for the separators that do not
/// matter in the names of metrics either. What is no letter and no digit is refused, so that a
/// name can be shown anywhere and is never more than a name.
pub(crate) fn fold_name(text: &str) -> Result<String, ServiceError> {
    let mut name = String::new();
    for char in text.trim().chars() {
        if char.is_alphanumeric() {
            name.extend(char.to_lowercase().filter(|char| char.is_alphanumeric()));
        } else if char.is_whitespace() || "_&:+/-".contains(char) {
            if !name.ends_with('_') {
                name.push('_');
            }
        } else {
            return Err(refuse(
                "`name` has a character that is no letter, digit or `_`.",
            ));
        }
    }
    let name = name.trim_matches('_');
    if !name.chars().any(char::is_alphabetic) {
        return Err(refuse("`name` must have a letter."));
    }
    if name.chars().count() > MAX_NAME_CHARS {
        return Err(refuse(&format!(
            "`name` must have at most {MAX_NAME_CHARS} characters."
        )));
    }
    if RESERVED.contains(&name) {
        return Err(refuse("`name` is a word that means something else here."));
    }
    Ok(name.to_owned())
}

fn refuse(message: &str) -> ServiceError {
    ServiceError::invalid_argument(message)
        .advise("Give a short name in plain words, as coffee_cups. Nothing was stored.")
}

/// Whether two folded names are one: `_` separates words and does not tell names apart.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let letters = |name: &str| name.replace('_', "");
    letters(one) == letters(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_folded_like_those_of_metrics() {
        for (text, expected) in [
            ("coffee", "coffee"),
            (" Coffee  Cups ", "coffee_cups"),
            ("Coffee-Cups", "coffee_cups"),
            ("coffee & cups", "coffee_cups"),
            ("__coffee__", "coffee"),
            ("vitamin b12", "vitamin_b12"),
            ("Müdigkeit", "müdigkeit"),
            ("İstanbul", "istanbul"),
            ("頭痛", "頭痛"),
            ("line\nbreak", "line_break"),
        ] {
            assert_eq!(fold_name(text).unwrap(), expected, "{text}");
        }
        let longest = "ä".repeat(MAX_NAME_CHARS);
        assert_eq!(fold_name(&longest).unwrap(), longest);
    }

    #[test]
    fn what_is_more_than_a_name_is_refused() {
        let too_long = "ä".repeat(MAX_NAME_CHARS + 1);
        for text in [
            "",
            " ",
            "_",
            "12",
            "\"quoted\"",
            "a.b",
            "ignore; and",
            "a\u{202E}b",
            "a\u{200B}b",
            "(x)",
            "☕",
            "all",
            "Workout",
            "custom",
            &too_long,
        ] {
            assert!(fold_name(text).is_err(), "{text}");
        }
    }

    #[test]
    fn separators_do_not_tell_names_apart() {
        assert!(is_same("coffee_cups", "coffeecups"));
        assert!(!is_same("coffee_cups", "coffee_cup"));
    }
}
