//! The forms a reply takes here.

use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, header};
use serde_json::json;

/// One word or sentence of plain text.
pub(crate) fn text(status: StatusCode, text: &'static str) -> Response {
    (status, text).into_response()
}

/// The one answer for every path that leads nowhere, whichever part of it is wrong.
pub(crate) fn not_found() -> Response {
    text(StatusCode::NOT_FOUND, "Not found")
}

/// A JSON document.
pub(crate) fn json(status: StatusCode, document: String) -> Response {
    let mut response = Response::new(Body::from(document));
    *response.status_mut() = status;
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    response
}

/// A refusal: a JSON object with one sentence.
pub(crate) fn refusal(status: StatusCode, sentence: &str) -> Response {
    json(status, json!({ "error": sentence }).to_string())
}

/// The answer to a method that the path does not take.
pub(crate) fn wrong_method(allowed: &'static str) -> Response {
    let mut response = refusal(
        StatusCode::METHOD_NOT_ALLOWED,
        &format!("This address takes {allowed} only."),
    );
    response
        .headers_mut()
        .insert(header::ALLOW, HeaderValue::from_static(allowed));
    response
}

/// The answer while the record is out of reach: nothing is lost, the sender tries again.
pub(crate) fn try_later() -> Response {
    let mut response = refusal(
        StatusCode::SERVICE_UNAVAILABLE,
        "The record is out of reach at the moment; nothing was stored. Send again in a moment.",
    );
    response
        .headers_mut()
        .insert(header::RETRY_AFTER, HeaderValue::from_static("30"));
    response
}

/// The answer to what should not have happened.
pub(crate) fn fault() -> Response {
    text(StatusCode::INTERNAL_SERVER_ERROR, "Internal server error")
}
