//! The finished program, from outside: spawned on a data folder of its own, talked to over HTTP,
//! standard input and its commands.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod backup;
mod commands;
mod demo;
mod durability;
#[cfg(feature = "dynamodb")]
mod dynamodb;
mod erase;
mod export;
mod first_start;
mod hints;
mod hostile;
mod logs;
mod migrate;
#[cfg(all(feature = "postgres", feature = "dynamodb"))]
mod migrate_engines;
#[cfg(feature = "postgres")]
mod postgres;
mod program;
mod relay;
mod rotate_database;
mod server;
mod settings;
mod stdio;
mod toolsets;
