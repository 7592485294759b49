//! Payloads in, samples out.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on should stop"
)]

mod apple_export;
mod calendar;
mod calendar_laws;
mod hae_bounds;
mod hae_golden;
mod hae_laws;
mod hae_redaction;
mod hae_shapes;
mod oura;
mod weather;
mod whoop_golden;
mod whoop_laws;
mod whoop_rules;
