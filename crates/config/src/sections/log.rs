//! What is logged, and how.

use crate::{ConfigError, layers::Layers};

/// The settings under `log`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Log {
    /// How much.
    pub level: LogLevel,
    /// How a line is written.
    pub format: LogFormat,
}

/// How much is logged; each level holds those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum LogLevel {
    /// Failures.
    Error,
    /// What someone should look at.
    Warn,
    /// What happened.
    #[default]
    Info,
    /// How it happened.
    Debug,
    /// Everything.
    Trace,
}

impl LogLevel {
    /// The level's name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warn => "warn",
            Self::Info => "info",
            Self::Debug => "debug",
            Self::Trace => "trace",
        }
    }
}

/// How a log line is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

impl Log {
    pub(crate) fn read(layers: &Layers) -> Result<Self, ConfigError> {
        Ok(Self {
            level: layers.require("log.level", level)?,
            format: layers.require("log.format", format)?,
        })
    }
}

fn level(text: &str) -> Option<LogLevel> {
    [
        LogLevel::Error,
        LogLevel::Warn,
        LogLevel::Info,
        LogLevel::Debug,
        LogLevel::Trace,
    ]
    .into_iter()
    .find(|level| level.as_str().eq_ignore_ascii_case(text))
}

fn format(text: &str) -> Option<LogFormat> {
    match text.to_ascii_lowercase().as_str() {
        "text" => Some(LogFormat::Text),
        "json" => Some(LogFormat::Json),
        _ => None,
    }
}
