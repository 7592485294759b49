//! Text from outside, made fit for the record.
//!
//! The names of apps, units and workouts and what a person notes are kept letter by letter, and
//! shown to people and models. Characters that do not show and steer what stands around them are
//! no letters: they could make one text look like another.

use std::borrow::Cow;

/// A name without invisible characters and without space around it.
///
/// ```
/// use vitalog_core::stored_text::clean_name;
/// assert_eq!(clean_name(" Scale\u{202E}\n ".into()), "Scale");
/// assert_eq!(clean_name("Robin\u{2019}s\u{A0}Watch".into()), "Robin\u{2019}s\u{A0}Watch");
/// ```
#[must_use]
pub fn clean_name(name: Cow<'_, str>) -> Cow<'_, str> {
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
