//! Waking workers by messages of an SQS queue.
//!
//! A message names a job, and nothing else about it: the table alone says whether there is
//! anything to do. So it does not matter that SQS may deliver a message twice, out of order, or
//! fifteen minutes early. A message is deleted once its job is done, is given back (which sends
//! another), or turns out to need nobody. A worker that dies deletes nothing: after a while SQS
//! delivers the message to the next.

mod message;
mod queue;

pub use message::WakeUp;
pub use queue::{Received, SqsWakeUps, tuned_for_sqs};
