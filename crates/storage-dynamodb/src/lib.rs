//! Storage in one DynamoDB table.
//!
//! This crate knows items, keys and conditions, and how a change of many items becomes one: it is
//! written down whole, then one conditional put of the record's head makes it count, then its
//! items are put in their places, by whoever comes by. `record/` says how, decision 0020 says why.
//! It refuses to know what a row means, where credentials come from, and how a table is made.
//!
//! Beside the table there may be an SQS queue, which wakes workers for the jobs in it: `wake_up/`,
//! decision 0026.
//!
//! `SCHEMA.md` describes every key and attribute. To add a kind of item, name its partition in
//! `keys.rs` and describe it there.

mod access_log;
mod backoff;
mod body;
mod catalogue;
mod codec;
mod condition;
mod document;
mod erasure;
mod error;
mod finding;
mod fold;
mod item;
mod job;
mod keys;
mod listing;
mod nonce;
mod number;
mod query;
mod record;
mod shelf;
mod storage;
mod table;
#[cfg(feature = "testing")]
pub mod testing;
mod threads;
mod time;
mod tries;
mod vendor_record;
mod wake_up;

pub use error::OpenError;
pub use storage::DynamoStorage;
pub use table::tuned;
pub use wake_up::{Received, SqsWakeUps, WakeUp, tuned_for_sqs};
