//! The MCP endpoint: by a secret in the path, for now the only way in.

use axum::{extract::Request, response::Response};
use http::{Method, StatusCode};
use secrecy::{ExposeSecret, SecretString};
use url::form_urlencoded;
use vitalog_mcp::{Door, Mcp, Principal, ToolsetError, Toolsets};
use vitalog_service::{Opened, SecretKind, code};

use crate::{
    App,
    body::impatient,
    guard::{self, cors},
    reply,
};

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
        None => without_credential(request.method()),
    };
    cors::allow(response.headers_mut(), origin);
    response
}

async fn behind_path_secret(app: &App, secret: &SecretString, request: Request) -> Response {
    if !app.rules.access.path_door {
        return reply::not_found();
    }
    let presented = secret.expose_secret();
    match app.service.open_door(SecretKind::Path, presented).await {
        Ok(Some(Opened { account, version })) => {
            let toolsets = match chosen_toolsets(request.uri().query()) {
                Ok(chosen) => chosen.unwrap_or(app.rules.toolsets),
                Err(error) if request.method() == Method::POST => {
                    return Mcp::refuse_toolsets(request.headers(), error);
                }
                // Any other method is refused for itself.
                Err(_) => app.rules.toolsets,
            };
            let principal = Principal {
                account,
                write: true,
                toolsets,
                door: Door::Path,
                version,
            };
            app.mcp.handle_http(principal, request.map(impatient)).await
        }
        Ok(None) => reply::not_found(),
        Err(error) => {
            tracing::error!(
                error.code = error.code,
                "cannot check a path secret: {error}"
            );
            if error.code == code::STORAGE_UNAVAILABLE {
                reply::try_later()
            } else {
                reply::fault()
            }
        }
    }
}

/// The toolsets that the URL names: `?toolsets=record,insight`.
fn chosen_toolsets(query: Option<&str>) -> Result<Option<Toolsets>, ToolsetError> {
    form_urlencoded::parse(query.unwrap_or_default().as_bytes())
        .find(|(name, _)| name == "toolsets")
        .map(|(_, list)| Toolsets::parse(&list))
        .transpose()
}

fn without_credential(method: &Method) -> Response {
    if method != Method::POST {
        return reply::wrong_method(cors::MCP_METHODS);
    }
    reply::refusal(
        StatusCode::UNAUTHORIZED,
        "This deployment connects by its path URL, which `vitalog url` prints.",
    )
}
