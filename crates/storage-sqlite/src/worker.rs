//! Threads that run pieces of work, each with a connection of its own.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
};

use tokio::sync::oneshot;
use vitalog_storage::StorageError;

use crate::{db::Db, error::Failure};

type Job = Box<dyn FnOnce(&mut Db) + Send>;

/// Jobs that may wait; then callers wait to hand theirs in.
const QUEUE_LENGTH: usize = 256;

/// Threads that share one queue. Dropping it finishes the jobs in the queue and ends the threads.
pub(crate) struct Workers {
    jobs: Option<flume::Sender<Job>>,
    threads: Vec<thread::JoinHandle<()>>,
}

impl Workers {
    /// Starts one thread per connection.
    pub(crate) fn start(name: &str, connections: Vec<Db>) -> io::Result<Self> {
        let (jobs, queue) = flume::bounded::<Job>(QUEUE_LENGTH);
        let mut threads = Vec::new();
        for mut db in connections {
            let queue = queue.clone();
            let thread = thread::Builder::new()
                .name(name.to_owned())
                .spawn(move || {
                    for job in queue {
                        job(&mut db);
                    }
                })?;
            threads.push(thread);
        }
        Ok(Self {
            jobs: Some(jobs),
            threads,
        })
    }

    /// Runs `work` on one of the threads. If the caller goes away, work that has begun is still
    /// finished, and work that has not is left out.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        operation: &'static str,
        work: impl FnOnce(&mut Db) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, StorageError> {
        let broken_off = || Failure::BrokenOff.into_storage_error(operation);
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |db| {
            if answer.is_closed() {
                return;
            }
            // A panic is a bug, but must not take the thread and all later work with it. The
            // transaction is rolled back as the panic passes, and nothing else is left behind.
            if let Ok(done) = catch_unwind(AssertUnwindSafe(|| work(db))) {
                let _ = answer.send(done);
            }
        });
        let jobs = self.jobs.as_ref().ok_or_else(broken_off)?;
        jobs.send_async(job).await.map_err(|_| broken_off())?;
        answered
            .await
            .map_err(|_| broken_off())?
            .map_err(|failure| failure.into_storage_error(operation))
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.jobs = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    fn workers() -> Workers {
        let db = Db::new(Connection::open_in_memory().unwrap());
        Workers::start("test", vec![db]).unwrap()
    }

    #[tokio::test]
    async fn panic_breaks_off_its_own_work_only() {
        let workers = workers();
        let broken: Result<(), StorageError> = workers.run("test", |_| panic!("on purpose")).await;
        assert!(broken.is_err());
        assert_eq!(workers.run("test", |_| Ok(7)).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn work_whose_caller_went_away_in_the_queue_is_left_out() {
        let workers = workers();
        let (release, wait_here) = flume::bounded::<()>(0);
        let (started, until_started) = flume::bounded::<()>(1);
        let busy = workers.run("test", move |_| {
            let _ = started.send(());
            let _ = wait_here.recv();
            Ok(())
        });
        let (ran, has_run) = flume::bounded::<()>(1);
        let waiting = workers.run("test", move |_| {
            let _ = ran.send(());
            Ok(())
        });
        let dropped = async {
            until_started.recv_async().await.unwrap();
            // The first poll puts the work in the queue behind the one that holds the thread.
            tokio::select! { biased; _ = waiting => {}, () = std::future::ready(()) => {} }
            drop(release);
        };
        let (first, ()) = tokio::join!(busy, dropped);
        first.unwrap();
        workers.run("test", |_| Ok(())).await.unwrap();
        assert!(has_run.try_recv().is_err());
    }

    #[test]
    fn dropping_the_workers_ends_their_threads() {
        let (alive, ended) = flume::bounded::<()>(0);
        let workers = workers();
        let jobs = workers.jobs.clone().unwrap();
        jobs.send(Box::new(move |_| drop(alive))).unwrap();
        drop(jobs);
        drop(workers);
        assert!(ended.is_disconnected());
    }
}
