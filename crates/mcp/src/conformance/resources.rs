//! The fixture resources.

use rmcp::{ErrorData, model::ReadResourceResponse};
use serde_json::{Value, json};

use super::{complete, content::PNG};

const TEXT: &str = "test://static-text";
const BINARY: &str = "test://static-binary";
const WATCHED: &str = "test://watched-resource";
const TEMPLATE: &str = "test://template/{id}/data";

/// `resources/list`.
pub(super) fn list() -> Value {
    json!({"resources": [
        {"uri": TEXT, "name": "text", "description": "A text", "mimeType": "text/plain"},
        {"uri": BINARY, "name": "picture", "description": "A picture", "mimeType": "image/png"},
        {"uri": WATCHED, "name": "watched", "description": "A text to watch", "mimeType": "text/plain"},
    ]})
}

/// `resources/templates/list`.
pub(super) fn templates() -> Value {
    json!({"resourceTemplates": [{
        "uriTemplate": TEMPLATE,
        "name": "template",
        "description": "A text with the id in it",
        "mimeType": "application/json",
    }]})
}

/// `resources/read`.
pub(super) fn read(uri: &str) -> Result<ReadResourceResponse, ErrorData> {
    let text = |kind: &str, text: &str| json!({"uri": uri, "mimeType": kind, "text": text});
    let contents = match uri {
        TEXT => text(
            "text/plain",
            "This is the content of the static text resource.",
        ),
        BINARY => json!({"uri": uri, "mimeType": "image/png", "blob": PNG}),
        WATCHED => text("text/plain", "This is the content of the watched resource."),
        _ => {
            let Some(id) = id_of(uri) else {
                return Err(ErrorData::resource_not_found(
                    "no such resource",
                    Some(json!({"uri": uri})),
                ));
            };
            let data = format!("Data for ID: {id}");
            let body = json!({"id": id, "templateTest": true, "data": data});
            text("application/json", &body.to_string())
        }
    };
    Ok(ReadResourceResponse::Complete(complete(
        json!({"contents": [contents]}),
    )?))
}

/// What stands for `{id}` in a URI that the template makes.
fn id_of(uri: &str) -> Option<&str> {
    let (before, after) = TEMPLATE.split_once("{id}")?;
    let id = uri.strip_prefix(before)?.strip_suffix(after)?;
    (!id.is_empty() && !id.contains('/')).then_some(id)
}
