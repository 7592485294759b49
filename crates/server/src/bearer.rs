//! The token that a request presents, and the answers to one that presents none that fits.

use axum::response::Response;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use secrecy::SecretString;

use crate::reply;

/// The scheme's name, with the space that follows it.
const SCHEME: &str = "Bearer ";

/// What stands in the `Authorization` header.
pub(crate) enum Presented {
    /// A bearer token.
    Token(SecretString),
    /// There is no such header.
    Nothing,
    /// There is one that names no bearer token, or more than one.
    Unreadable,
}

/// Reads the `Authorization` header (RFC 6750, section 2.1). A token anywhere else is none.
pub(crate) fn presented(headers: &HeaderMap) -> Presented {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let Some(value) = values.next() else {
        return Presented::Nothing;
    };
    let text = value.to_str().ok().filter(|_| values.next().is_none());
    let named = text.and_then(|text| {
        let (scheme, token) = text.split_at_checked(SCHEME.len())?;
        scheme.eq_ignore_ascii_case(SCHEME).then(|| token.trim())
    });
    match named {
        Some(token) if is_token(token) => Presented::Token(token.into()),
        _ => Presented::Unreadable,
    }
}

/// Whether a text has the form of a token (`b64token` of RFC 6750).
fn is_token(text: &str) -> bool {
    let bare = text.trim_end_matches('=');
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte);
    !bare.is_empty() && bare.bytes().all(is_allowed)
}

/// The answer to a request without a token.
pub(crate) fn challenge() -> Response {
    unauthorized(
        "Bearer",
        "This address wants a token: `Authorization: Bearer …`, as `vitalog token create` prints. A \
         chat app that cannot send one connects by the path URL, which `vitalog url` prints.",
    )
}

/// The answer to a token that opens nothing. Whether it never did, has ended or was revoked is
/// told to nobody but its owner.
pub(crate) fn refused() -> Response {
    unauthorized(
        "Bearer error=\"invalid_token\"",
        "This token opens nothing. It was never given out, has ended, or was revoked. `vitalog token \
         list` shows which work.",
    )
}

/// The answer to an `Authorization` header that is none.
pub(crate) fn malformed() -> Response {
    let mut response = reply::refusal(
        StatusCode::BAD_REQUEST,
        "The Authorization header must be given once, as `Bearer` and a token.",
    );
    challenge_with(&mut response, "Bearer error=\"invalid_request\"");
    response
}

fn unauthorized(challenge: &'static str, sentence: &str) -> Response {
    let mut response = reply::refusal(StatusCode::UNAUTHORIZED, sentence);
    challenge_with(&mut response, challenge);
    response
}

fn challenge_with(response: &mut Response, challenge: &'static str) {
    response.headers_mut().insert(
        header::WWW_AUTHENTICATE,
        HeaderValue::from_static(challenge),
    );
}
