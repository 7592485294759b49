//! Text from outside, made fit for the record.
//!
//! The names of apps, units and workouts and what a person notes are kept letter by letter, and
//! shown to people and models. Characters that do not show and steer what stands around them are
//! no letters: they could make one text look like another.

use std::{borrow::Cow, fmt::Write};

use sha2::{Digest, Sha256};

/// Characters of a name that are kept. The longest that phones send, a list of all the devices that
/// had a part in a sum, has about 200. A name stands in every row and every answer about it, so
/// that a longer one would make answers too long to be shown.
pub const MOST_NAME_CHARACTERS: usize = 256;
/// Bytes of the hash behind a name that was cut.
const HASH_BYTES: usize = 6;

/// A name without invisible characters and without space around it, [`short_name`] at that.
///
/// ```
/// use vitalog_core::stored_text::clean_name;
/// assert_eq!(clean_name(" Scale\u{202E}\n ".into()), "Scale");
/// assert_eq!(clean_name("Robin\u{2019}s\u{A0}Watch".into()), "Robin\u{2019}s\u{A0}Watch");
/// ```
#[must_use]
pub fn clean_name(name: Cow<'_, str>) -> Cow<'_, str> {
    short_name(visible_name(name))
}

/// A name of at most [`MOST_NAME_CHARACTERS`]. Of a longer one the start is left, with `…` and the
/// start of its SHA-256 behind it: the same name is the same name whenever it is sent again, and of
/// two that only begin alike each stays another.
///
/// ```
/// use vitalog_core::stored_text::{MOST_NAME_CHARACTERS, short_name};
/// let long = "Watch|".repeat(100);
/// assert_eq!(short_name(long.as_str().into()).chars().count(), MOST_NAME_CHARACTERS);
/// assert_eq!(short_name("Watch".into()), "Watch");
/// ```
#[must_use]
pub fn short_name(name: Cow<'_, str>) -> Cow<'_, str> {
    if name.chars().nth(MOST_NAME_CHARACTERS).is_none() {
        return name;
    }
    let hash = Sha256::digest(name.as_bytes());
    let hash = hash.iter().take(HASH_BYTES);
    let hash = hash.fold(0_u64, |sum, byte| (sum << 8) | u64::from(*byte));
    let kept = MOST_NAME_CHARACTERS - 1 - 2 * HASH_BYTES;
    let mut short: String = name.chars().take(kept).collect();
    write!(short, "…{hash:012x}").ok();
    Cow::Owned(short)
}

/// A name of any length, without invisible characters and without space around it. For what looks
/// for a word in the whole of a name; what is stored is a [`clean_name`].
#[must_use]
pub fn visible_name(name: Cow<'_, str>) -> Cow<'_, str> {
    if name.chars().any(is_invisible) {
        let visible: String = name.chars().filter(|char| !is_invisible(*char)).collect();
        return Cow::Owned(visible.trim().to_owned());
    }
    match name {
        Cow::Borrowed(name) => Cow::Borrowed(name.trim()),
        Cow::Owned(name) if name.trim().len() == name.len() => Cow::Owned(name),
        Cow::Owned(name) => Cow::Owned(name.trim().to_owned()),
    }
}

/// What a person notes: as a name, but it may have several lines.
#[must_use]
pub fn clean_note(note: &str) -> String {
    let is_kept = |char: &char| matches!(char, '\n' | '\t') || !is_invisible(*char);
    let kept: String = note.chars().filter(is_kept).collect();
    kept.trim().to_owned()
}

/// Whether a character shows nothing: controls (C0, C1), line and paragraph separators, what
/// changes the direction of writing, spaces without width, the byte order mark. Joiners
/// (U+200C, U+200D) are letters of some scripts and parts of signs, and are not among them.
#[must_use]
pub fn is_invisible(char: char) -> bool {
    char.is_control()
        || matches!(
            char,
            '\u{61C}'
                | '\u{200B}'
                | '\u{200E}'
                | '\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'
                | '\u{2066}'..='\u{2069}'
                | '\u{FEFF}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_of_256_characters_stays_and_a_longer_one_is_cut() {
        for letter in ["a", "é", "\u{1f3c3}"] {
            let longest = letter.repeat(256);
            assert_eq!(clean_name(longest.as_str().into()), longest);
            let short = clean_name(letter.repeat(257).into());
            assert_eq!(short.chars().count(), 256, "{letter}");
            let start = format!("{}…", letter.repeat(243));
            assert!(short.starts_with(&start), "{short}");
        }
    }

    #[test]
    fn what_stands_behind_a_cut_is_the_start_of_the_hash() {
        // printf 'x%.0s' $(seq 1000) | sha256sum
        let short = clean_name("x".repeat(1000).into());
        assert_eq!(short, format!("{}…44f8354494a5", "x".repeat(243)));
    }

    #[test]
    fn cut_names_are_told_apart_and_cut_names_are_not_cut_again() {
        let name = |end: &str| {
            clean_name(format!("{}{end}", "Watch ".repeat(200_000)).into()).into_owned()
        };
        assert_eq!(name("a"), name("a"));
        assert_ne!(name("a"), name("b"));
        assert_eq!(clean_name(name("a").into()), name("a"));
        // What does not show makes no difference.
        assert_eq!(name("a\u{200b} "), name("a"));
    }
}
