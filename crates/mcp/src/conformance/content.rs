//! Tools that answer at once, always with the same content.

use serde_json::{Value, json};

/// A red picture of one pixel.
pub(super) const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
/// A sound of no length.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

/// The result of a tool, if it is one of these.
pub(super) fn result(tool: &str) -> Option<Value> {
    let content = match tool {
        "test_simple_text" => json!([text("This is a simple text response for testing.")]),
        "test_image_content" => json!([picture()]),
        "test_audio_content" => json!([{"type": "audio", "data": WAV, "mimeType": "audio/wav"}]),
        "test_embedded_resource" => json!([embedded(
            "test://embedded-resource",
            "text/plain",
            "This is an embedded resource content."
        )]),
        "test_multiple_content_types" => json!([
            text("Multiple content types test:"),
            picture(),
            embedded(
                "test://mixed-content-resource",
                "application/json",
                r#"{"test":"data","value":123}"#
            ),
        ]),
        "test_error_handling" => {
            return Some(failed(
                "This tool intentionally returns an error for testing",
            ));
        }
        // What follows asks the client within a call. A client of the handshake era could answer
        // only within a session, and there are none here: these four scenarios are the expected
        // failures.
        "test_sampling"
        | "test_elicitation"
        | "test_elicitation_sep1034_defaults"
        | "test_elicitation_sep1330_enums" => {
            return Some(failed(
                "There is no session in which the client could be asked.",
            ));
        }
        "json_schema_2020_12_tool" | "test_custom_header" | "test_reconnection" => {
            json!([text("Done.")])
        }
        _ => return None,
    };
    Some(json!({"content": content}))
}

/// A result of one line.
pub(super) fn said(line: &str) -> Value {
    json!({"content": [text(line)]})
}

fn failed(line: &str) -> Value {
    json!({"content": [text(line)], "isError": true})
}

/// A block of text.
pub(super) fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

/// A block with a picture.
pub(super) fn picture() -> Value {
    json!({"type": "image", "data": PNG, "mimeType": "image/png"})
}

/// A block with a resource in it.
pub(super) fn embedded(uri: &str, kind: &str, text: &str) -> Value {
    json!({"type": "resource", "resource": {"uri": uri, "mimeType": kind, "text": text}})
}
