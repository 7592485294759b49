//! The sections of the settings, one file each.

pub mod access;
pub mod account;
pub mod ingest;
pub mod log;
pub mod mcp;
pub mod server;
pub mod stdio;
pub mod storage;

/// The items of a comma-separated list.
fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
}
