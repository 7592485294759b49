//! Being told to stop: by the system that runs the process, or by a person at the keyboard.

use std::io;

use crate::failure::Failure;

/// Done when the process is asked to stop.
#[cfg(unix)]
pub(crate) fn stop_signal() -> Result<impl Future<Output = ()>, Failure> {
    use tokio::signal::unix::{SignalKind, signal};

    let cannot = |error: io::Error| Failure::failed(format!("cannot wait for signals: {error}"));
    let mut terminate = signal(SignalKind::terminate()).map_err(cannot)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(cannot)?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping");
    })
}

/// Done when the terminal is closed, which otherwise ends a process before it can tidy up.
#[cfg(unix)]
pub(crate) fn hangup_signal() -> Result<impl Future<Output = ()>, Failure> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut hangup = signal(SignalKind::hangup())
        .map_err(|error| Failure::failed(format!("cannot wait for signals: {error}")))?;
    Ok(async move {
        hangup.recv().await;
    })
}

/// Never done: there is no such signal here.
#[cfg(not(unix))]
pub(crate) fn hangup_signal() -> Result<impl Future<Output = ()>, Failure> {
    Ok(std::future::pending())
}

/// Done when the process is asked to stop.
#[cfg(not(unix))]
pub(crate) fn stop_signal() -> Result<impl Future<Output = ()>, Failure> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        tracing::info!("stopping");
    })
}
