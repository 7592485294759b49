//! The doors on HTTP: which path leads where, who is let in, and what a refusal says.
//!
//! This crate knows paths, headers, statuses, body limits and the life of a connection. It
//! refuses to know what a push means (`sync`), what a tool answers (`mcp`), and where anything is
//! stored. [`router()`] is the whole application as one service; [`listen()`] runs it on a socket.
//!
//! To add a door, add a variant to `Route` and one file with its handler. Paths are never logged,
//! because they hold secrets.

mod app;
mod bearer;
mod body;
mod guard;
mod health;
mod ingest;
mod limits;
mod listen;
mod log_filter;
mod mcp_door;
mod relay;
mod reply;
mod route;
mod router;

pub use app::App;
pub use listen::listen;
pub use log_filter::log_filter;
pub use router::router;
