//! How the vendor refuses.

use serde_json::json;

use crate::vendors::ask::Answer;

impl Answer {
    /// An error as the data endpoints tell it.
    pub(super) fn error(status: u16, title: &str) -> Self {
        Self::json(
            status,
            json!({"status": status, "title": title, "detail": "example"}),
        )
    }

    /// An error as the token endpoints tell it.
    pub(super) fn oauth(status: u16, error: &str) -> Self {
        Self::json(
            status,
            json!({"error": error, "error_description": "example"}),
        )
    }

    /// An argument that does not do.
    pub(super) fn invalid(place: &str, name: &str, message: &str) -> Self {
        let detail = json!([{"loc": [place, name], "msg": message, "type": "value_error"}]);
        Self::json(422, json!({ "detail": detail }))
    }
}
