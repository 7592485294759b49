//! A running application for tests: the real router over storage in memory (or what else a run is
//! told to use, see [`Engine`]), with a clock that is moved by hand and secrets that are the same in
//! every run.
//!
//! ```
//! # use vitalog_test_support::{Push, TestApp};
//! # async fn example() {
//! let app = TestApp::start().await;
//! app.push(&[], &Push::new().weight("2026-10-05 07:30:00 -0700", 184.2)).await;
//! let answer = app.tool("get_health_metrics", serde_json::json!({"metric": "weight"})).await;
//! # }
//! ```
//!
//! Only tests depend on this crate. A helper that meets what it does not expect panics, and so
//! fails the test.
#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod app;
mod builder;
mod client;
mod engine;
mod failing_storage;
mod log_capture;
mod push;
mod reply;
mod socket;
pub mod vendors;

pub use app::TestApp;
pub use builder::TestAppBuilder;
pub use client::Era;
pub use engine::{Engine, Kept};
pub use failing_storage::{FailingStorage, Failure};
pub use log_capture::LogCapture;
pub use push::{Push, gzip};
pub use reply::Reply;
pub use socket::Socket;
