//! Storage in a PostgreSQL database.
//!
//! This crate knows tables, rows and statements, and how to run them over a pool of connections
//! to a plain PostgreSQL 15 or newer. It refuses to know what a row means. Any number of programs
//! may use one database.
//!
//! `SCHEMA.md` describes every table. To change the schema, add a file to `migrations/` and its
//! name to the list in `migration.rs`; a migration is never edited once it was released, and its
//! name is that of the one that does the same to the SQLite file.

mod access_log;
mod address;
mod codec;
mod document;
mod erasure;
mod error;
mod finding;
mod inventory;
mod job;
mod migration;
mod name;
mod open;
mod pool;
mod record;
mod session;
mod storage;
#[cfg(feature = "testing")]
pub mod testing;
mod tls;
mod vendor_record;

pub use address::Place;
pub use error::OpenError;
pub use storage::PostgresStorage;
