//! Headers that every reply carries.

use http::{HeaderMap, HeaderValue, header};

/// Keeps replies out of caches and browsers from guessing at their type.
pub(crate) fn add_security_headers(headers: &mut HeaderMap) {
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
}
