//! Storage in one encrypted SQLite file.
//!
//! This crate knows tables, rows and statements, and how to run them: one thread that writes, a
//! few that read, each with a connection of its own to one file that SQLCipher encrypts with a raw
//! 32-byte key. It refuses to know what a row means. Several programs may have one file open.
//!
//! `SCHEMA.md` describes every table. To change the schema, add a file to `migrations/` and its
//! name to the list in `migration.rs`; a migration is never edited once it was released.

mod access_log;
mod codec;
mod creation;
mod db;
mod document;
mod erasure;
mod error;
mod finding;
mod inventory;
mod job;
mod key;
mod migration;
mod name;
mod open;
#[cfg(test)]
mod plan;
mod record;
mod rekey;
mod sent_text;
mod snapshot;
mod storage;
mod vendor_record;
mod watch;
mod worker;

pub use error::{OpenError, RekeyError};
pub use rekey::SoleDatabase;
pub use storage::SqliteStorage;
