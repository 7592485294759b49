//! A handler that panics answers all the same.

use std::panic::AssertUnwindSafe;

use axum::response::Response;
use futures::FutureExt;

use crate::reply;

/// Turns a panic into a plain 500. Its message may hold a value, so that neither the reply nor
/// this crate's log repeats it.
pub(crate) async fn catch_panics(answering: impl Future<Output = Response>) -> Response {
    // The handler is dropped whole after a panic, so that nothing half-changed is seen again.
    AssertUnwindSafe(answering)
        .catch_unwind()
        .await
        .unwrap_or_else(|_| {
            tracing::error!("a request handler panicked");
            reply::fault()
        })
}
