//! `/connect/<vendor>/callback`: people who come back from a vendor after they have allowed, or not,
//! that their data is read.

use axum::{extract::Request, response::Response};
use http::{Method, StatusCode};
use vitalog_service::Service;
use vitalog_sync::vendor::{ConnectError, Connected, Relay};

use super::{RelayDoors, page::page};
use crate::{App, guard, reply};

/// Takes the answer that a person comes back with. What it begins goes on to its end, even if the
/// browser does not wait: the code is good once.
pub(crate) async fn handle(app: &App, request: Request) -> Response {
    if let Err(denied) = guard::admit(&app.rules, request.uri(), request.headers()) {
        return denied.into_response();
    }
    let Some(doors) = app.relay.clone() else {
        return reply::not_found();
    };
    if request.method() != Method::GET {
        return reply::wrong_method("GET");
    }
    let query = request.uri().query().unwrap_or_default().to_owned();
    let service = app.service.clone();
    let connecting = app.tasks.spawn(async move {
        let ended = connect(&doors.relay, &service, &query).await;
        // A command that waits for this looks for it.
        if let Err(error) = doors.relay.note_sign_in(&query, &ended).await {
            tracing::warn!("how a sign-in ended could not be noted: {error}");
        }
        if ended.is_ok() {
            begin(&doors);
        }
        ended
    });
    match connecting.await {
        Ok(Ok(connected)) => {
            tracing::info!(
                account.id = %connected.account,
                vendor.name = connected.vendor.as_str(),
                "account {} connected to {}",
                connected.account,
                connected.vendor.as_str()
            );
            let sentence = format!(
                "{} is connected. Its history is on its way; you can close this page.",
                connected.vendor.source()
            );
            page(StatusCode::OK, "Connected", &sentence)
        }
        Ok(Err(error)) => {
            tracing::warn!("somebody who came back from a vendor is not connected: {error}");
            page(status(&error), "Not connected", &sentence(&error))
        }
        Err(_) => reply::fault(),
    }
}

async fn connect(relay: &Relay, service: &Service, query: &str) -> Result<Connected, ConnectError> {
    let connected = relay.finish_connect(query).await?;
    if let Ok(Some(account)) = service.account(&connected.account).await {
        relay.welcome(&account, connected.vendor).await?;
    }
    Ok(connected)
}

/// The history is brought in at once.
fn begin(doors: &RelayDoors) {
    doors.news.notify_one();
}

fn status(error: &ConnectError) -> StatusCode {
    match error {
        ConnectError::Storage(_) | ConnectError::Unavailable | ConnectError::Token(_) => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        ConnectError::AnotherAccount | ConnectError::AnotherPerson => StatusCode::CONFLICT,
        ConnectError::NotSetUp
        | ConnectError::NotBegun
        | ConnectError::Refused(_)
        | ConnectError::CodeRejected
        | ConnectError::NoRefreshToken => StatusCode::BAD_REQUEST,
    }
}

fn sentence(error: &ConnectError) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    format!("{first}{}.", letters.as_str())
}
