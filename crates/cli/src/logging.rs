//! Logs, which go to standard error.

use std::io::{self, IsTerminal};

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

/// Starts logging as the settings say.
pub(crate) fn start(settings: &Settings, chatter: Chatter) {
    let level = match (settings.origin("log.level"), chatter) {
        (Origin::Default, Chatter::Quiet) => LogLevel::Warn,
        _ => settings.log.level,
    };
    let filter = vitalog_server::log_filter(level);
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
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
    drop(started);
    for warning in &settings.warnings {
        tracing::warn!("{warning}");
    }
}

/// A panic says where it happened, and not with what: its message may hold a value.
pub(crate) fn hide_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "panic at {place}");
    }));
}
