//! The envelope of every tool's answer: one document, as structure and as text.

mod cut;
mod fitting;
mod pretty;

use serde_json::{Value, json};

pub(crate) use fitting::fitting;

use crate::ToolError;

/// Most answers are far shorter; hosts cut or spill what is longer than about twice this.
pub(crate) const DEFAULT_CAP: usize = 70_000;

/// What a tool answered.
#[derive(Clone, PartialEq, Debug)]
pub struct ToolReply {
    /// Whether the tool failed.
    pub is_error: bool,
    /// The document as text, complete by itself unless it says that it was cut.
    pub text: String,
    /// The document, or what was shown of it where the text was cut, or the error.
    pub structured: Value,
}

impl ToolReply {
    /// The reply that carries a document of at most `cap` characters.
    pub(crate) fn document(document: Value, cap: usize, hint: &str) -> Self {
        let text = pretty::pretty(&document);
        let (text, structured) = match cut::cut(&text, cap, hint) {
            Some(cut) => (cut.text, cut.structured),
            None => (text, document),
        };
        Self {
            is_error: false,
            text,
            structured,
        }
    }

    /// The reply that carries a failure.
    pub(crate) fn error(error: &ToolError) -> Self {
        let structured = json!({"error": error});
        Self {
            is_error: true,
            text: pretty::pretty(&structured),
            structured,
        }
    }
}
