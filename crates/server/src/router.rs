//! The whole application as one service.

use std::sync::Arc;

use axum::{Router, extract::Request, extract::State, response::Response};

use crate::{App, body, guard, health, ingest, mcp_door, relay, reply, route::Route};

/// The application as a router. Every path is resolved by `Route`, so that an unknown path and a
/// wrong secret get the same answer from the same place.
///
/// What stands round every request are plain functions: as layers each of them would be cloned
/// and boxed anew for each request, which took longer than the rest of this crate.
pub fn router(app: App) -> Router {
    Router::new().fallback(answer).with_state(Arc::new(app))
}

async fn answer(State(app): State<Arc<App>>, request: Request) -> Response {
    let dispatch = |request| guard::catch_panics(dispatch(&app, request));
    let mut response = body::drain_leftovers(request, dispatch).await;
    guard::add_security_headers(response.headers_mut());
    response
}

/// The two doors lead to much that waits for much, which is put aside so that the rest stays small.
async fn dispatch(app: &App, request: Request) -> Response {
    match Route::of(request.uri().path()) {
        Route::Mcp(secret) => Box::pin(mcp_door::handle(app, secret, request)).await,
        Route::Ingest(secret) => Box::pin(ingest::handle(app, secret, request)).await,
        Route::Webhook(vendor) => Box::pin(relay::webhook(app, vendor, request)).await,
        Route::Callback => Box::pin(relay::callback(app, request)).await,
        Route::Alive => health::alive(request.method()),
        Route::Ready => health::ready(app, request.method()).await,
        Route::Nowhere => reply::not_found(),
    }
}
