//! What a browser is told about calls from an allowed page.

use axum::{body::Body, response::Response};
use http::{HeaderMap, HeaderValue, StatusCode, header};

/// The methods of the MCP endpoint.
pub(crate) const MCP_METHODS: &str = "POST, OPTIONS";

/// Headers that a page may send.
const REQUEST_HEADERS: &str = "Authorization, Content-Type, Accept, MCP-Protocol-Version, \
                               Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID";
/// Headers that a page may read.
const RESPONSE_HEADERS: &str = "WWW-Authenticate, MCP-Protocol-Version, Mcp-Session-Id, \
                                RateLimit-Policy, RateLimit, Retry-After, Api-Version";

/// The answer to `OPTIONS`, which a browser sends before the call itself and without credentials.
pub(crate) fn preflight(origin: Option<HeaderValue>) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(header::ALLOW, HeaderValue::from_static(MCP_METHODS));
    if origin.is_some() {
        headers.insert(
            header::ACCESS_CONTROL_ALLOW_METHODS,
            HeaderValue::from_static(MCP_METHODS),
        );
        headers.insert(
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            HeaderValue::from_static(REQUEST_HEADERS),
        );
        headers.insert(
            header::ACCESS_CONTROL_MAX_AGE,
            HeaderValue::from_static("7200"),
        );
    }
    allow(headers, origin);
    response
}

/// Lets the page of `origin` read the reply.
pub(crate) fn allow(headers: &mut HeaderMap, origin: Option<HeaderValue>) {
    headers.append(header::VARY, HeaderValue::from_static("Origin"));
    if let Some(origin) = origin {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(
            header::ACCESS_CONTROL_EXPOSE_HEADERS,
            HeaderValue::from_static(RESPONSE_HEADERS),
        );
    }
}
