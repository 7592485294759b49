//! What a client says of itself.
//!
//! The SDK refuses what it cannot read of this in the parser's own words (gap G2), so that it is
//! read here first, into the SDK's own types.

use rmcp::model::{ClientCapabilities, Implementation};
use serde::Deserialize;
use serde_json::Value;

/// Whether these are capabilities: an object whose known members have the right form.
pub(super) fn are_capabilities(value: &Value) -> bool {
    value.is_object() && ClientCapabilities::deserialize(value).is_ok()
}

/// Whether this is a name and a version, and whatever else it has has the right form.
pub(super) fn is_info(value: &Value) -> bool {
    value.is_object() && Implementation::deserialize(value).is_ok()
}
