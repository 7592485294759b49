//! Text that a stranger chose, made fit for a line of the log.
//!
//! A phone's headers are logged, because they tell one automation from another. Someone may have
//! pasted an address or a key into the wrong field, and a character may turn a line of the log
//! around or break it in two, so that such text is logged only as [`fit`] leaves it.

/// What stands in the log in place of a text that holds a secret.
pub const SECRET: &str = "<secret>";

/// A run of so many hexadecimal digits is taken for a secret: half of one of ours.
const SECRET_DIGITS: usize = 32;
/// As many characters of a text are kept. The name of an automation is far shorter.
pub const MOST_CHARACTERS: usize = 80;
/// A word so short is no secret; it would stand in anything.
const LEAST_SECRET: usize = 8;

/// The text as it may be logged: [`SECRET`] if it holds one of `secrets` in any letter case or
/// looks as if it held one, else without invisible characters and cut to a length.
#[must_use]
pub fn fit(text: &str, secrets: &[&str]) -> String {
    let visible: String = text.chars().filter(|&char| is_visible(char)).collect();
    if holds_one_of(&visible, secrets) || has_long_hex(&visible) {
        return SECRET.to_owned();
    }
    visible.chars().take(MOST_CHARACTERS).collect()
}

/// Whether the text has a run of hexadecimal digits as long as a secret might be.
#[must_use]
pub fn has_long_hex(text: &str) -> bool {
    text.split(|char: char| !char.is_ascii_hexdigit())
        .any(|run| run.len() >= SECRET_DIGITS)
}

fn holds_one_of(text: &str, secrets: &[&str]) -> bool {
    let folded = text.to_ascii_lowercase();
    secrets
        .iter()
        .filter(|secret| secret.len() >= LEAST_SECRET)
        .any(|secret| folded.contains(&secret.to_ascii_lowercase()))
}

/// Whether a character shows, and leaves the ones around it where they are: no control (C0, C1),
/// no change of direction, no line or paragraph separator, nothing of no width.
fn is_visible(char: char) -> bool {
    let hidden = char.is_control()
        || matches!(
            char,
            '\u{00AD}'
                | '\u{061C}'
                | '\u{180E}'
                | '\u{200B}'..='\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{FEFF}'
                | '\u{FFF9}'..='\u{FFFB}'
                | '\u{E0000}'..='\u{E007F}'
        );
    !hidden
}
