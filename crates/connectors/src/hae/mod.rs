//! Health Auto Export: what the phone pushes. See `README.md` beside this file.
//!
//! [`parse`] borrows from the body. That it is JSON is checked once, by `serde_json`; then a `Walk`
//! goes through it. Each field stays the stretch of text it is in the body and is decoded when it is
//! used, so that a field of the wrong type spoils its own sample and nothing else.

mod body;
mod data_type;
mod date;
mod digits;
mod fields;
mod json;
mod metric;
mod metric_list;
mod metric_points;
mod names;
mod point;
mod push;
mod record;
mod redact;
mod redact_text;
mod sample;
mod series;
mod sleep;
mod source;
mod walk;
mod workout;

pub use body::{Refused, parse};
pub use data_type::DataType;
pub(crate) use date::{BadDate, read_text};
pub use date::{SentDate, wall_clock};
pub use names::{NameList, tidy};
pub use push::{MetricSeen, Push, SampleSkip, WorkoutSkip, Workouts};
pub use record::SentRecord;
pub use redact::redact;
pub use redact_text::redact_text;
pub use sample::{Bucket, Sample};
pub use workout::SentWorkout;
