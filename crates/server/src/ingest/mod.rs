//! The door for pushes from a phone: who sends, how much, in which form; then `sync` takes over.

mod encoding;
mod header_name;
mod presented_key;
mod push_headers;
mod refusal;
mod refused_key;

use axum::{body::Body, extract::Request, response::Response};
use http::{HeaderMap, Method, StatusCode, header, request::Parts};
use secrecy::{ExposeSecret, SecretString};
use vitalog_core::Account;
use vitalog_service::SecretKind;
use vitalog_sync::{IngestError, PushReply};

use crate::{App, body::read_whole, guard, reply};
use encoding::{Encoding, inflate};
use presented_key::PresentedKey;
use push_headers::text;
use refusal::Refusal;

/// The header that holds the ingest key.
const KEY_HEADER: &str = "x-ingest-key";

/// Answers a request to `/ingest/<ingest-path-secret>`.
pub(crate) async fn handle(app: &App, secret: SecretString, request: Request) -> Response {
    let (parts, mut body) = request.into_parts();
    if let Err(denied) = guard::admit(&app.rules, &parts.uri, &parts.headers) {
        return denied.into_response();
    }
    let account = match identify(app, &secret, &parts.headers).await {
        Ok(account) => account,
        Err(refusal) => return refusal.into_response(app.rules.max_push_bytes),
    };
    match receive(app, &account, &parts, &mut body).await {
        Ok(push) => match serde_json::to_string(&push) {
            Ok(document) => reply::json(StatusCode::OK, document),
            Err(_) => reply::fault(),
        },
        Err(refusal) => {
            tracing::warn!(
                account.id = account.id.as_str(),
                status = refusal.status().as_u16(),
                reason = refusal.name(),
                "push refused: {}",
                refusal.name()
            );
            refusal.into_response(app.rules.max_push_bytes)
        }
    }
}

/// Whose push it is. The path comes first, then the key, and only then the method: a stranger
/// learns nothing of what stands behind the door.
async fn identify(
    app: &App,
    secret: &SecretString,
    headers: &HeaderMap,
) -> Result<Account, Refusal> {
    let account = app
        .service
        .open_door(SecretKind::IngestPath, secret.expose_secret())
        .await?
        .ok_or(Refusal::NoSuchPath)?
        .account;
    let presented = PresentedKey::of(headers);
    if let PresentedKey::One(key) = presented
        && app.service.ingest_key_fits(&account.id, key).await?
    {
        return Ok(account);
    }
    let secrets = app.service.secrets(&account.id).await?;
    refused_key::log(&account.id, headers, presented, &secrets.ingest_key);
    Err(Refusal::WrongKey)
}

/// Takes a push in. The order of the checks is part of the contract with the phone.
async fn receive(
    app: &App,
    account: &Account,
    parts: &Parts,
    body: &mut Body,
) -> Result<PushReply, Refusal> {
    if parts.method != Method::POST {
        return Err(Refusal::WrongMethod);
    }
    let limit = app.rules.max_push_bytes;
    let declared = declared_length(&parts.headers);
    if declared.is_some_and(|length| length > limit as u64) {
        return Err(Refusal::TooLarge);
    }
    let raw = read_whole(body, limit).await?;
    if declared.is_some_and(|length| length != raw.len() as u64) {
        return Err(Refusal::BrokenOff);
    }
    let whole = match Encoding::of(&parts.headers).ok_or(Refusal::UnknownEncoding)? {
        Encoding::Plain => raw,
        Encoding::Gzip => inflate(raw, limit).await?,
    };
    let is_json = |value: &str| value.to_ascii_lowercase().contains("json");
    if text(&parts.headers, "content-type").is_some_and(|value| !is_json(&value)) {
        return Err(Refusal::NotSentAsJson);
    }
    let secrets = app.service.secrets(&account.id).await?;
    let headers = push_headers::read(&parts.headers, &secrets);
    app.ingest
        .ingest(account, &headers, &whole)
        .await
        .map_err(refused_by_sync)
}

fn refused_by_sync(error: IngestError) -> Refusal {
    match error {
        IngestError::NotJson => Refusal::NotJson,
        IngestError::WrongShape { what } => Refusal::WrongShape(what.to_string()),
        IngestError::TooMany { most } => Refusal::TooMany(most),
        IngestError::Busy => Refusal::Later,
        IngestError::Storage(error) => {
            let cause = &error.source;
            tracing::error!(
                storage.operation = error.operation,
                "push not stored: {error}: {cause}"
            );
            Refusal::Later
        }
    }
}

fn declared_length(headers: &HeaderMap) -> Option<u64> {
    headers
        .get(header::CONTENT_LENGTH)?
        .to_str()
        .ok()?
        .parse()
        .ok()
}
