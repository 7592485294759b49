//! Waking workers that do not look for jobs all the time.
//!
//! Where nobody runs until something calls (AWS Lambda), a store of jobs has somebody woken for
//! each job that is to run. What is woken claims that job; the store alone says whether there is
//! anything to do. So a wake-up may come twice, early, late or for nothing.

use async_trait::async_trait;
use jiff::Timestamp;

use crate::StorageError;

/// Whoever wakes workers.
#[async_trait]
pub trait WakeUps: Send + Sync {
    /// Has a worker woken for a job, when it is to run or a little later. When this returns, it
    /// will be, whatever becomes of this process.
    async fn wake(&self, queue: &str, id: &str, at: Timestamp) -> Result<(), StorageError>;
}
