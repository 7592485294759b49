//! `/webhooks/<vendor>`: what vendors tell. It is checked, stored and answered at once; what it is
//! about is fetched afterwards.

use axum::{extract::Request, response::Response};
use http::{Method, StatusCode, request::Parts};
use vitalog_sync::vendor::{EventRefused, ReceiveError, Received, Vendor, answer_challenge};

use super::RelayDoors;
use crate::{
    App,
    body::{BodyError, read_whole},
    guard, reply,
};

/// The largest event. They have a few hundred bytes.
const LARGEST: usize = 64 * 1024;

/// Answers a request to a webhook. The answer is never 410: to Oura that ends a subscription.
pub(crate) async fn handle(app: &App, vendor: Vendor, request: Request) -> Response {
    let (parts, mut body) = request.into_parts();
    if let Err(denied) = guard::admit(&app.rules, &parts.uri, &parts.headers) {
        return denied.into_response();
    }
    let Some(doors) = app.relay.as_ref() else {
        return reply::not_found();
    };
    match (&parts.method, vendor) {
        (&Method::POST, _) => {}
        (&Method::GET, Vendor::Oura) => return challenge(doors, &parts),
        (_, Vendor::Oura) => return reply::wrong_method("GET, POST"),
        (_, Vendor::Whoop | Vendor::Weather) => return reply::wrong_method("POST"),
    }
    let body = match read_whole(&mut body, LARGEST).await {
        Ok(body) => body,
        Err(error) => return too_much(error),
    };
    let received = doors
        .relay
        .receive_webhook(vendor, &parts.headers, &body)
        .await;
    match received {
        Ok(Received::Stored) => {
            doors.news.notify_one();
            reply::json(StatusCode::OK, r#"{"received":true}"#.to_owned())
        }
        Ok(Received::Known) => reply::json(StatusCode::OK, r#"{"received":true}"#.to_owned()),
        Ok(Received::Dropped) => {
            reply::json(StatusCode::ACCEPTED, r#"{"received":false}"#.to_owned())
        }
        Err(error) => refuse(vendor, &error),
    }
}

/// Oura asks before it sends events.
fn challenge(doors: &RelayDoors, parts: &Parts) -> Response {
    let query = parts.uri.query().unwrap_or_default();
    let token = doors.oura_token.as_ref();
    if let Some(Ok(answer)) = token.map(|token| answer_challenge(query, token)) {
        return reply::json(StatusCode::OK, answer);
    }
    tracing::warn!(
        vendor.name = Vendor::Oura.as_str(),
        "somebody asked for a challenge of oura without the verification token"
    );
    reply::refusal(
        StatusCode::UNAUTHORIZED,
        "The verification token is not the one that is set here.",
    )
}

fn too_much(error: BodyError) -> Response {
    match error {
        BodyError::TooLarge => {
            reply::refusal(StatusCode::PAYLOAD_TOO_LARGE, "No event is so long.")
        }
        BodyError::TooSlow => {
            reply::refusal(StatusCode::REQUEST_TIMEOUT, "The event came too slowly.")
        }
        BodyError::Broken => reply::refusal(StatusCode::BAD_REQUEST, "The event broke off."),
    }
}

fn refuse(vendor: Vendor, error: &ReceiveError) -> Response {
    let name = vendor.as_str();
    match error {
        ReceiveError::NotSetUp => reply::not_found(),
        ReceiveError::Refused(EventRefused::NotAnEvent) => {
            tracing::warn!(vendor.name = name, "event of {name} refused: {error}");
            reply::refusal(StatusCode::BAD_REQUEST, "This is not an event.")
        }
        ReceiveError::Refused(
            EventRefused::Unsigned | EventRefused::WrongSignature | EventRefused::Stale,
        ) => {
            tracing::warn!(vendor.name = name, "event of {name} refused: {error}");
            reply::refusal(
                StatusCode::UNAUTHORIZED,
                "The event is not signed by the app's secret, or is too old.",
            )
        }
        ReceiveError::Storage(_) => {
            tracing::error!(vendor.name = name, "an event of {name} could not be stored");
            reply::try_later()
        }
    }
}
