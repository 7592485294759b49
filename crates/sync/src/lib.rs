//! The write path: keys, reconciliation, one atomic write per push; and the relay of what vendors know.
//!
//! This crate knows how what a connector read becomes rows: which key a sample has, whether the
//! stored row already says the same, which stored rows a full re-send retires, and what the
//! sender is told. It refuses to know wire forms (they end in `vitalog-connectors`), engines, and
//! answers to questions.
//!
//! [`vendor`] is everything that asks: tokens, rate budgets, documents, history, events.
//!
//! Every write is worked out from one reading of the record and done in one change at that
//! revision; if someone else changed the record in between, it is worked out anew. So any number
//! of pushes, in any number of processes, lose nothing.

pub mod as_text;
mod calendar;
mod compute;
pub mod coverage;
pub mod daily;
mod headers;
pub mod import;
mod ingest;
mod key;
mod reply;
mod row;
mod turns;
pub mod vendor;

pub use calendar::{CalendarCounts, CalendarError, CalendarImport, CalendarReport};
pub use headers::PushHeaders;
pub use ingest::{Ingest, IngestError};
pub use key::{record_fingerprint, sample_fingerprint, slot_fingerprint, workout_fingerprint};
pub use reply::{PushReply, Reconcile, RecordsReply, SkippedGroup, WorkoutsReply};
pub use turns::Turns;
