//! The record in its items.
//!
//! A change may be of tens of thousands of rows, and DynamoDB changes one item at a time. So a
//! change is written in four steps:
//!
//! 1. It is written down: in the head that is to come, or in pieces beside it that nobody reads yet
//!    (`journal.rs`).
//! 2. The head is put, with the next revision and the journal, on the condition that the head that
//!    was read still stands and has no journal (`head.rs`). This one put decides between racing
//!    writers and makes the change count, whole. From here on it is durable.
//! 3. The rows are put in their places, each on the condition that no row of this change or a later
//!    one stands there (`apply.rs`).
//! 4. The head is put again without the journal.
//!
//! A writer may stop anywhere. Before the second step nothing has happened. After it a reader lays
//! the journal over the rows it finds (`view.rs`), and the next writer does the rest before it
//! begins (`write.rs`).

mod apply;
mod bounds;
mod daily;
mod extent;
mod head;
mod journal;
mod marks;
mod pages;
mod read;
mod reading;
mod view;
mod workout;
mod write;

pub(crate) use bounds::bounds;
pub(crate) use extent::extents;
pub(crate) use journal::{Kind, Ops};
pub(crate) use pages::{readings, workouts};
pub(crate) use read::read;
pub(crate) use view::{AT_ONCE, View};
pub(crate) use write::write;
