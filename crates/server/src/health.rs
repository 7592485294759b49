//! Whether the process is alive, and whether it can answer.

use axum::response::Response;
use http::{Method, StatusCode};

use crate::{App, reply};

const METHODS: &str = "GET, HEAD";

fn takes(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

/// `/healthz`: the process answers.
pub(crate) fn alive(method: &Method) -> Response {
    if !takes(method) {
        return reply::wrong_method(METHODS);
    }
    reply::text(StatusCode::OK, "ok")
}

/// `/readyz`: storage answers too.
pub(crate) async fn ready(app: &App, method: &Method) -> Response {
    if !takes(method) {
        return reply::wrong_method(METHODS);
    }
    match app.service.list_accounts().await {
        Ok(_) => reply::text(StatusCode::OK, "ready"),
        Err(error) => {
            tracing::warn!(error.code = error.code, "not ready: {error}");
            reply::text(StatusCode::SERVICE_UNAVAILABLE, "storage is out of reach")
        }
    }
}
