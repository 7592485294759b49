//! Headers that every reply carries.

use axum::{extract::Request, middleware::Next, response::Response};
use http::{HeaderValue, header};

/// Keeps replies out of caches and browsers from guessing at their type.
pub(crate) async fn add_security_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    response
}
