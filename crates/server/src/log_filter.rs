//! What is let into the log, whatever level is asked for.

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use vitalog_config::sections::log::LogLevel;

/// Libraries whose own events are capped. The MCP SDK logs whole arguments and results below
/// `error`, so that the cap stands in code and not in a setting that someone may raise.
const CAPS: [(&str, LevelFilter); 7] = [
    ("rmcp", LevelFilter::ERROR),
    ("hyper", LevelFilter::WARN),
    ("hyper_util", LevelFilter::WARN),
    ("rusqlite", LevelFilter::WARN),
    // All of the AWS SDK, which logs whole requests; and of TLS and HTTP/2 what it brings along.
    ("aws", LevelFilter::ERROR),
    ("rustls", LevelFilter::WARN),
    ("h2", LevelFilter::WARN),
];

/// The filter for a level.
#[must_use]
pub fn log_filter(level: LogLevel) -> Targets {
    let level = match level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    };
    CAPS.into_iter().fold(
        Targets::new().with_default(level),
        |filter, (target, cap)| filter.with_target(target, level.min(cap)),
    )
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn every_cap_that_the_protocol_edge_asks_for_is_there() {
        let asked: Targets = vitalog_mcp::LOG_DIRECTIVES.parse().unwrap();
        let filter = log_filter(LogLevel::Trace);
        for (target, cap) in &asked {
            for level in [
                Level::ERROR,
                Level::WARN,
                Level::INFO,
                Level::DEBUG,
                Level::TRACE,
            ] {
                assert_eq!(
                    filter.would_enable(target, &level),
                    level <= cap,
                    "{target} {level}"
                );
            }
        }
    }

    #[test]
    fn sdks_stay_quiet_at_every_level() {
        for level in [LogLevel::Info, LogLevel::Debug, LogLevel::Trace] {
            let filter = log_filter(level);
            for target in [
                "rmcp",
                "rmcp::service",
                "rmcp::transport::streamable_http_server",
                "aws_smithy_runtime::client::http::connection_poisoning",
                "aws_sdk_dynamodb::operation::put_item",
            ] {
                assert!(filter.would_enable(target, &Level::ERROR));
                assert!(
                    !filter.would_enable(target, &Level::WARN),
                    "{target} at {level:?}"
                );
            }
        }
        assert!(log_filter(LogLevel::Trace).would_enable("vitalog_sync", &Level::TRACE));
        assert!(!log_filter(LogLevel::Error).would_enable("hyper", &Level::WARN));
    }
}
