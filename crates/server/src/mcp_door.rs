//! The MCP endpoint: by a secret in the path, or by a token in the `Authorization` header.

use axum::{extract::Request, response::Response};
use http::{HeaderName, HeaderValue, Method};
use secrecy::{ExposeSecret, SecretString};
use tokio::time::Instant;
use url::form_urlencoded;
use vitalog_mcp::{Door, Mcp, Principal, ToolsetError, Toolsets};
use vitalog_service::{Opened, OpenedToken, SecretKind, ServiceError, code};

use crate::{
    App,
    bearer::{self, Presented},
    body::impatient,
    guard::{self, cors},
    limits::{self, Peer, Who},
    reply,
};

/// Says which version of this server's own words answered.
const API_VERSION: HeaderName = HeaderName::from_static("api-version");
/// The day since when a client has to mind something new.
const API_VERSION_IS: &str = "2026-11-30";

/// Answers a request to `/mcp` or `/mcp/<path-secret>`.
pub(crate) async fn handle(app: &App, secret: Option<SecretString>, request: Request) -> Response {
    let origin = match guard::admit(&app.rules, request.uri(), request.headers()) {
        Ok(origin) => origin,
        Err(denied) => return denied.into_response(),
    };
    if request.method() == Method::OPTIONS {
        return cors::preflight(origin);
    }
    let mut response = match secret {
        Some(secret) => behind_path_secret(app, &secret, request).await,
        None => behind_token(app, request).await,
    };
    let headers = response.headers_mut();
    headers.insert(API_VERSION, HeaderValue::from_static(API_VERSION_IS));
    cors::allow(headers, origin);
    response
}

async fn behind_path_secret(app: &App, secret: &SecretString, request: Request) -> Response {
    if !app.rules.access.path_door {
        return reply::not_found();
    }
    let presented = secret.expose_secret();
    match app.service.open_door(SecretKind::Path, presented).await {
        Ok(Some(Opened { account, version })) => {
            let principal = Principal {
                account,
                write: true,
                toolsets: app.rules.toolsets,
                door: Door::Path,
                token: None,
                version,
            };
            let who = Who::Credential(format!("path {}", principal.account.id));
            answer(app, principal, &who, request).await
        }
        Ok(None) => reply::not_found(),
        Err(error) => not_checked("a path secret", &error),
    }
}

/// The method is looked at first: clients find out by it what kind of server this is, and it is told
/// to anyone.
async fn behind_token(app: &App, request: Request) -> Response {
    if request.method() != Method::POST {
        return reply::wrong_method(cors::MCP_METHODS);
    }
    let token = match bearer::presented(request.headers()) {
        Presented::Token(token) => token,
        Presented::Nothing => return stranger(app, &request, bearer::challenge),
        Presented::Unreadable => return stranger(app, &request, bearer::malformed),
    };
    match app.service.open_token(token.expose_secret()).await {
        Ok(Some(OpenedToken {
            account,
            token,
            version,
        })) => {
            // What cannot be read any more is no reason to show more than the token was made for.
            let chosen = token.toolsets.as_deref().map(Toolsets::parse);
            let toolsets = chosen.transpose().ok().flatten();
            let who = Who::Credential(format!("token {}", token.id));
            let principal = Principal {
                account,
                write: token.scope.may_write(),
                toolsets: toolsets.unwrap_or(app.rules.toolsets),
                door: Door::Token,
                token: Some(token.id),
                version,
            };
            answer(app, principal, &who, request).await
        }
        Ok(None) => stranger(app, &request, bearer::refused),
        Err(error) => not_checked("a token", &error),
    }
}

/// The answer to a request that shows no credential that fits: what `refusal` says, or that there were
/// too many of them.
fn stranger(app: &App, request: &Request, refusal: fn() -> Response) -> Response {
    let headers = request.headers();
    let trusted = &app.rules.server.trusted_proxies;
    let peer = request.extensions().get::<Peer>();
    let who = peer.map_or(Who::Anyone, |Peer(peer)| {
        Who::Address(limits::asker(*peer, headers, trusted))
    });
    let spent = app.limits.spend(&who, Instant::now());
    let mut response = if spent.is_allowed() {
        refusal()
    } else {
        Mcp::refuse_too_many(headers)
    };
    app.limits.describe(response.headers_mut(), &who, spent);
    response
}

/// Hands a request in. The URL may choose other toolsets than those of its credential.
async fn answer(app: &App, principal: Principal, who: &Who, request: Request) -> Response {
    let spent = app.limits.spend(who, Instant::now());
    let mut response = if spent.is_allowed() {
        within_limits(app, principal, request).await
    } else {
        tracing::debug!(account.id = %principal.account.id, "a connection asks too much");
        Mcp::refuse_too_many(request.headers())
    };
    app.limits.describe(response.headers_mut(), who, spent);
    response
}

async fn within_limits(app: &App, mut principal: Principal, request: Request) -> Response {
    match chosen_toolsets(request.uri().query()) {
        Ok(chosen) => principal.toolsets = chosen.unwrap_or(principal.toolsets),
        Err(error) if request.method() == Method::POST => {
            return Mcp::refuse_toolsets(request.headers(), error);
        }
        // Any other method is refused for itself.
        Err(_) => {}
    }
    app.mcp.handle_http(principal, request.map(impatient)).await
}

fn not_checked(what: &str, error: &ServiceError) -> Response {
    tracing::error!(error.code = error.code, "cannot check {what}: {error}");
    if error.code == code::STORAGE_UNAVAILABLE {
        reply::try_later()
    } else {
        reply::fault()
    }
}

/// The toolsets that the URL names: `?toolsets=record,insight`.
fn chosen_toolsets(query: Option<&str>) -> Result<Option<Toolsets>, ToolsetError> {
    form_urlencoded::parse(query.unwrap_or_default().as_bytes())
        .find(|(name, _)| name == "toolsets")
        .map(|(_, list)| Toolsets::parse(&list))
        .transpose()
}
