//! Everything that is logged while a test runs.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};

use tracing::subscriber::DefaultGuard;
use tracing_subscriber::{Layer, fmt::MakeWriter, layer::SubscriberExt};
use vitalog_config::sections::log::LogLevel;
use vitalog_server::log_filter;

/// Collects what the current thread logs, at every level, through the filter that the program
/// itself uses. A test on tokio's current-thread runtime logs on one thread.
pub struct LogCapture {
    lines: Lines,
    _guard: DefaultGuard,
}

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl LogCapture {
    /// Starts collecting; ends when dropped.
    #[must_use]
    pub fn start() -> Self {
        let lines = Lines::default();
        let layer = tracing_subscriber::fmt::layer()
            .with_ansi(false)
            .with_writer(lines.clone())
            .with_filter(log_filter(LogLevel::Trace));
        let subscriber = tracing_subscriber::registry().with(layer);
        Self {
            lines,
            _guard: tracing::subscriber::set_default(subscriber),
        }
    }

    /// What was logged so far.
    #[must_use]
    pub fn text(&self) -> String {
        let bytes = self.lines.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Forgets what was logged so far.
    pub fn clear(&self) {
        self.lines
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }
}

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Lines {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}
