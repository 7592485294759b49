//! Logs, which go to standard error.
//!
//! A thread of their own writes them, all that wait at once: to write each line where it is said
//! took a sixth of the time of a busy server.

use std::{
    io::{self, BufWriter, IsTerminal},
    sync::{Mutex, PoisonError},
};

use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::{Layer, layer::SubscriberExt, util::SubscriberInitExt};
use vitalog_config::{
    Origin, Settings,
    sections::log::{LogFormat, LogLevel},
};

/// How talkative a command is when nobody sets a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Chatter {
    /// It runs on its own and its log is its only voice.
    Full,
    /// A person reads its answer, and only trouble should stand beside it.
    Quiet,
}

/// Ends the thread that writes the lines.
static WRITER: Mutex<Option<WorkerGuard>> = Mutex::new(None);
/// Bytes of lines that are written at once.
const AT_ONCE: usize = 64 << 10;

/// Starts logging as the settings say; [`finish`] ends it.
pub(crate) fn start(settings: &Settings, chatter: Chatter) {
    let level = match (settings.origin("log.level"), chatter) {
        (Origin::Default, Chatter::Quiet) => LogLevel::Warn,
        _ => settings.log.level,
    };
    let filter = vitalog_server::log_filter(level);
    let (writer, guard) = NonBlockingBuilder::default()
        .lossy(false)
        .thread_name("log")
        .finish(BufWriter::with_capacity(AT_ONCE, io::stderr()));
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(writer)
        .with_ansi(io::stderr().is_terminal());
    let started = match settings.log.format {
        LogFormat::Text => tracing_subscriber::registry()
            .with(lines.with_filter(filter))
            .try_init(),
        LogFormat::Json => tracing_subscriber::registry()
            .with(lines.json().with_filter(filter))
            .try_init(),
    };
    // A second start in one process keeps the first; there is only one.
    if started.is_ok() {
        *WRITER.lock().unwrap_or_else(PoisonError::into_inner) = Some(guard);
    }
    for warning in &settings.warnings {
        tracing::warn!("{warning}");
    }
}

/// Writes what still waits; the last thing that a program does.
pub(crate) fn finish() {
    let guard = WRITER.lock().unwrap_or_else(PoisonError::into_inner).take();
    drop(guard);
}

/// A panic says where it happened, and not with what: its message may hold a value.
pub(crate) fn hide_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "panic at {place}");
    }));
}

#[cfg(test)]
mod tests {
    use std::{
        panic,
        sync::{Arc, Mutex},
    };

    use tracing::subscriber::with_default;

    use super::*;

    #[derive(Clone, Default)]
    struct Said(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Said {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_panic_says_where_it_happened_and_not_with_what() {
        let said = Said::default();
        let writer = said.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_writer(move || writer.clone())
            .finish();
        let before = panic::take_hook();
        hide_panics();
        with_default(subscriber, || {
            let value = 184.7391;
            let panicked = panic::catch_unwind(|| panic!("planted {value}"));
            assert!(panicked.is_err());
        });
        panic::set_hook(before);
        let said = String::from_utf8(said.0.lock().unwrap().clone()).unwrap();
        assert!(
            said.contains("panic at ") && said.contains("logging.rs"),
            "{said}"
        );
        assert!(!said.contains("planted") && !said.contains("184"), "{said}");
    }
}
