//! Health Auto Export: what the phone pushes. See `README.md` beside this file.
//!
//! [`parse`] borrows from the body. That it is JSON is checked once, by `serde_json`; then a `Walk`
//! goes through it. Each field stays the stretch of text it is in the body and is decoded when it is
//! used, so that a field of the wrong type spoils its own sample and nothing else.

mod body;
mod date;
mod digits;
mod fields;
mod json;
mod metric;
mod metric_list;
mod names;
mod point;
mod push;
mod redact;
mod redact_text;
mod sample;
mod series;
mod source;
mod walk;
mod workout;

pub use body::{Refused, parse};
pub use date::SentDate;
pub use names::{NameList, tidy};
pub use push::{MetricSeen, Push, SampleSkip, WorkoutSkip, Workouts};
pub use redact::redact;
pub use redact_text::redact_text;
pub use sample::Sample;
pub use workout::SentWorkout;
