//! The protocol edge: the Model Context Protocol over HTTP and stdio, in both of its eras.
//!
//! This crate knows the protocol and how answers are written: eras and headers, tools and prompts,
//! schemas, the envelope, what is cut and how. It refuses to know how an answer is found (that is
//! `vitalog-service`), who may come in (a door hands over a [`Principal`]), and which address it
//! listens on. The SDK's types stay inside.
//!
//! ```text
//!   HTTP request          line of stdin
//!        \                  /
//!         front: read once, era, headers, refusals with JSON-RPC bodies
//!                    |                    \
//!                    |            rmcp: stateless, JSON (all but tools/call)
//!                    |                    /
//!         handler -> calls: who may, arguments, guard, one log line
//!                    |
//!         tools -> vitalog-service
//! ```
//!
//! To add a tool, add one file to `tools` and its name to the list there. To let it be picked from
//! a menu, add its row to `prompts`.

mod about;
mod arguments;
mod asking;
mod calls;
#[cfg(feature = "conformance")]
mod conformance;
mod descriptor;
mod envelope;
mod error;
mod front;
mod guard;
mod handler;
mod instructions;
mod mcp;
mod principal;
mod prompts;
mod recall;
mod registry;
mod revision;
mod schema;
mod stdio;
mod tools;
mod wire;

pub use envelope::ToolReply;
pub use mcp::{Mcp, McpOptions};
pub use principal::{Door, Principal, Toolset, ToolsetError, Toolsets};

pub(crate) use error::ToolError;
pub(crate) use revision::Revision;

/// What the program that logs adds to its filter, after everything that a person can set: below its
/// errors the SDK logs whole arguments and results (gap G14), and no setting may turn that on.
pub const LOG_DIRECTIVES: &str = "rmcp=error";
