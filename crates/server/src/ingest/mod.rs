//! The door for pushes from a phone: who sends, how much, in which form; then `sync` takes over.

mod encoding;
mod refusal;
mod refused_key;

use axum::{body::Body, extract::Request, response::Response};
use http::{HeaderMap, Method, StatusCode, header, request::Parts};
use secrecy::{ExposeSecret, SecretString};
use vitalog_core::Account;
use vitalog_service::SecretKind;
use vitalog_sync::{IngestError, PushHeaders, PushReply};

use crate::{
    App,
    body::{drain, read_whole},
    guard, reply,
};
use encoding::{Encoding, inflate};
use refusal::Refusal;

/// The header that holds the ingest key.
const KEY_HEADER: &str = "x-ingest-key";
/// What is read of a refused body so that its sender gets to read the refusal.
const DRAIN_OF_STRANGER: usize = 8 * 1024 * 1024;
const DRAIN_OF_KNOWN: usize = 64 * 1024 * 1024;

/// Answers a request to `/ingest/<ingest-path-secret>`.
pub(crate) async fn handle(app: &App, secret: SecretString, request: Request) -> Response {
    let (parts, mut body) = request.into_parts();
    if let Err(denied) = guard::admit(&app.rules, &parts.uri, &parts.headers) {
        return denied.into_response();
    }
    let account = match identify(app, &secret, &parts.headers).await {
        Ok(account) => account,
        Err(refusal) => {
            drain(&parts.headers, &mut body, DRAIN_OF_STRANGER).await;
            return refusal.into_response(app.rules.max_push_bytes);
        }
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
            drain(&parts.headers, &mut body, DRAIN_OF_KNOWN).await;
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
        .ok_or(Refusal::NoSuchPath)?;
    let presented = headers
        .get(KEY_HEADER)
        .and_then(|value| value.to_str().ok())
        .map(str::trim)
        .unwrap_or_default();
    if app.service.ingest_key_fits(&account.id, presented).await? {
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
    app.ingest
        .ingest(account, &push_headers(&parts.headers), &whole)
        .await
        .map_err(refused_by_sync)
}

fn refused_by_sync(error: IngestError) -> Refusal {
    match error {
        IngestError::NotJson => Refusal::NotJson,
        IngestError::WrongShape { what } => Refusal::WrongShape(what.to_string()),
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

/// A header as text. A phone sends the automation's name as UTF-8, which is no ASCII.
fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    headers
        .get(name)
        .map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
}

fn push_headers(headers: &HeaderMap) -> PushHeaders {
    PushHeaders {
        automation_name: text(headers, "automation-name"),
        automation_id: text(headers, "automation-id"),
        automation_aggregation: text(headers, "automation-aggregation"),
        automation_period: text(headers, "automation-period"),
        session_id: text(headers, "session-id"),
        content_type: text(headers, "content-type"),
        user_agent: text(headers, "user-agent"),
    }
}
