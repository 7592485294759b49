//! What stands round every piece of work: a panic is an answer, nothing runs for ever, and what
//! nobody waits for any more is dropped, unless it writes.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use futures::FutureExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// Hosts wait for at least a minute; what takes longer than this has gone wrong.
pub(crate) const DEADLINE: Duration = Duration::from_secs(30);
/// Enough for a household's chats at once; more would only queue at the database.
const AT_ONCE: usize = 64;

/// Why work gave no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stopped {
    /// It panicked (gap G1: the SDK would leave the client without an answer).
    Panicked,
    /// Its time was up (gap G7).
    TimedOut,
    /// The client no longer waits (gap G6: the SDK lets it run on).
    Cancelled,
}

/// Runs work within bounds.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    deadline: Duration,
    slots: Arc<Semaphore>,
    writes: TaskTracker,
}

impl Guard {
    /// A guard with this deadline for each piece of work.
    pub(crate) fn new(deadline: Duration) -> Self {
        Self {
            deadline,
            slots: Arc::new(Semaphore::new(AT_ONCE)),
            writes: TaskTracker::new(),
        }
    }

    /// Runs work that changes nothing; it is dropped when it is cancelled or late.
    pub(crate) async fn read<T>(
        &self,
        cancel: &CancellationToken,
        work: impl Future<Output = T>,
    ) -> Result<T, Stopped> {
        self.bounded(cancel, async {
            let _slot = self.slot().await?;
            AssertUnwindSafe(work)
                .catch_unwind()
                .await
                .map_err(|_| Stopped::Panicked)
        })
        .await
    }

    /// Runs work that writes. Once begun it goes on to its end, whoever has stopped waiting:
    /// half of it must not be done.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        cancel: &CancellationToken,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, Stopped> {
        self.bounded(cancel, async {
            let slot = self.slot().await?;
            let work = self.writes.spawn(async move {
                let _slot = slot;
                AssertUnwindSafe(work).catch_unwind().await
            });
            match work.await {
                Ok(Ok(done)) => Ok(done),
                Ok(Err(_)) | Err(_) => Err(Stopped::Panicked),
            }
        })
        .await
    }

    /// Runs what a handler does round its bounded work, and turns a panic into a value.
    pub(crate) async fn catch<T>(work: impl Future<Output = T>) -> Result<T, Stopped> {
        AssertUnwindSafe(work)
            .catch_unwind()
            .await
            .map_err(|_| Stopped::Panicked)
    }

    /// Waits until every write that has begun is done.
    pub(crate) async fn finish_writes(&self) {
        self.writes.close();
        self.writes.wait().await;
    }

    async fn bounded<T>(
        &self,
        cancel: &CancellationToken,
        work: impl Future<Output = Result<T, Stopped>>,
    ) -> Result<T, Stopped> {
        tokio::select! {
            biased;
            () = cancel.cancelled() => Err(Stopped::Cancelled),
            outcome = tokio::time::timeout(self.deadline, work) => {
                outcome.unwrap_or(Err(Stopped::TimedOut))
            }
        }
    }

    async fn slot(&self) -> Result<OwnedSemaphorePermit, Stopped> {
        // The semaphore is never closed.
        Arc::clone(&self.slots)
            .acquire_owned()
            .await
            .map_err(|_| Stopped::Cancelled)
    }
}
