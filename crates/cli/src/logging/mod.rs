//! Logs, which go to standard error.

mod lines;

use std::{
    io::{self, IsTerminal},
    sync::{Mutex, PoisonError},
};

use tracing_subscriber::{
    Layer, fmt::writer::BoxMakeWriter, layer::SubscriberExt, util::SubscriberInitExt,
};
use vitalog_config::{
    Origin, Settings,
    sections::log::{LogFormat, LogLevel},
};

use self::lines::{Ending, Lines};

/// How talkative a command is when nobody sets a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Chatter {
    /// It runs on its own and its log is its only voice.
    Full,
    /// A person reads its answer, and only trouble should stand beside it.
    Quiet,
}

/// Ends the thread that writes the lines.
static ENDING: Mutex<Option<Ending>> = Mutex::new(None);

/// Starts logging as the settings say; [`finish`] ends it.
pub(crate) fn start(settings: &Settings, chatter: Chatter) {
    let level = match (settings.origin("log.level"), chatter) {
        (Origin::Default, Chatter::Quiet) => LogLevel::Warn,
        _ => settings.log.level,
    };
    let filter = vitalog_server::log_filter(level);
    // Without a thread to spare, each line is written where it is said.
    let (writer, ending) = match Lines::to(io::stderr()) {
        Ok((lines, ending)) => (BoxMakeWriter::new(lines), Some(ending)),
        Err(_) => (BoxMakeWriter::new(io::stderr), None),
    };
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
        *ENDING.lock().unwrap_or_else(PoisonError::into_inner) = ending;
    }
    for warning in &settings.warnings {
        tracing::warn!("{warning}");
    }
}

/// Writes what still waits; the last thing that a program does.
pub(crate) fn finish() {
    let ending = ENDING.lock().unwrap_or_else(PoisonError::into_inner).take();
    drop(ending);
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
            said.contains("panic at ") && said.contains("logging/mod.rs"),
            "{said}"
        );
        assert!(!said.contains("planted") && !said.contains("184"), "{said}");
    }
}
