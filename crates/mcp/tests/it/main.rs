//! The protocol edge, driven through its doors over storage in memory.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on says so by failing"
)]

mod by_day;
mod catalog;
#[cfg(feature = "conformance")]
mod conformance;
mod decision_table;
mod envelope;
mod faulty;
mod http_door;
mod insight;
mod journal;
mod log;
mod messages;
mod prompts;
mod recall;
mod rmcp_gaps;
mod stdio;
mod support;
mod tools;
mod trends;
