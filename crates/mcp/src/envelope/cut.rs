//! Cutting a text that is too long, so that nobody can take the rest for the whole.

use serde_json::{Value, json};

/// A text within the limit, and what `structuredContent` says instead of the document.
#[derive(Debug)]
pub(crate) struct Cut {
    /// The beginning of the text and the marker.
    pub(crate) text: String,
    /// `truncated`, `shown_chars`, `total_chars`, `hint`.
    pub(crate) structured: Value,
}

/// Cuts `text` to at most `cap` characters, marker included; `None` if it fits as it is.
pub(crate) fn cut(text: &str, cap: usize, hint: &str) -> Option<Cut> {
    // Bytes are never fewer than characters, so most texts are not counted at all.
    if text.len() <= cap {
        return None;
    }
    let total = text.chars().count();
    if total <= cap {
        return None;
    }
    // The marker is longest where all is shown, so room for that one is room for any.
    let room = marker(total, total, hint).chars().count();
    let shown = cap.saturating_sub(room);
    let end = text
        .char_indices()
        .nth(shown)
        .map_or(text.len(), |(at, _)| at);
    Some(Cut {
        text: format!(
            "{}{}",
            text.get(..end).unwrap_or_default(),
            marker(shown, total, hint)
        ),
        structured: json!({
            "truncated": true,
            "shown_chars": shown,
            "total_chars": total,
            "hint": hint,
        }),
    })
}

fn marker(shown: usize, total: usize, hint: &str) -> String {
    format!("\n[TRUNCATED: the first {shown} of {total} characters are shown. {hint}]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_within_the_limit_is_not_cut() {
        assert!(cut("é".repeat(100).as_str(), 100, "Ask for less.").is_none());
    }

    #[test]
    fn a_long_text_is_cut_between_characters_and_says_so() {
        for filler in ["x", "é", "日", "🩸"] {
            let cut = cut(&filler.repeat(1_000), 300, "Ask for less.").unwrap();
            assert!(cut.text.chars().count() <= 300);
            assert!(
                cut.text
                    .ends_with(" of 1000 characters are shown. Ask for less.]")
            );
            let shown = cut.structured["shown_chars"].as_u64().unwrap();
            let body: String = cut.text.split('\n').next().unwrap().to_owned();
            assert_eq!(body.chars().count() as u64, shown);
            assert_eq!(body, filler.repeat(usize::try_from(shown).unwrap()));
            assert_eq!(cut.structured["total_chars"], 1_000);
            assert_eq!(cut.structured["truncated"], true);
        }
    }
}
