//! The whole application as one service.

use axum::{Router, extract::Request, extract::State, middleware, response::Response};

use crate::{App, body, guard, health, ingest, mcp_door, reply, route::Route};

/// The application as a router. Every path is resolved by `Route`, so that an unknown path and a
/// wrong secret get the same answer from the same place.
pub fn router(app: App) -> Router {
    Router::new()
        .fallback(dispatch)
        .with_state(app)
        .layer(middleware::from_fn(guard::catch_panics))
        .layer(middleware::from_fn(body::drain_leftovers))
        .layer(middleware::from_fn(guard::add_security_headers))
}

async fn dispatch(State(app): State<App>, request: Request) -> Response {
    match Route::of(request.uri().path()) {
        Route::Mcp(secret) => mcp_door::handle(&app, secret, request).await,
        Route::Ingest(secret) => ingest::handle(&app, secret, request).await,
        Route::Alive => health::alive(request.method()),
        Route::Ready => health::ready(&app, request.method()).await,
        Route::Nowhere => reply::not_found(),
    }
}
