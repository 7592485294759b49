//! Work that takes the processor for long, away from the threads that answer requests.

use crate::error::Failure;

/// Does something that may take a while. It is done to its end even if nobody waits for it.
pub(crate) async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or(Err(Failure::BrokenOff))
}
