//! Work that keeps a processor busy for longer than other tasks should wait.

use tokio::runtime::{Handle, RuntimeFlavor};

/// Does the work, and lets another thread take the place of this one meanwhile: reading a push of
/// 6 MB takes tenths of a second, in which `/healthz` and other people's questions are answered. A
/// runtime of one thread has nobody to take its place and just does the work.
pub(crate) fn compute<T>(work: impl FnOnce() -> T) -> T {
    let has_others = Handle::try_current()
        .is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread);
    if has_others {
        tokio::task::block_in_place(work)
    } else {
        work()
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, time::Duration};

    use tokio::task::JoinSet;

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn other_tasks_run_meanwhile() {
        let (sender, receiver) = mpsc::channel();
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut others = JoinSet::new();
            others.spawn(async move { sender.send(7) });
            // On the only worker: the other task runs although this one does not give way.
            compute(|| receiver.recv_timeout(Duration::from_mins(1)))
        });
        assert_eq!(tasks.join_next().await.unwrap().unwrap(), Ok(7));
    }

    #[tokio::test]
    async fn runtime_of_one_thread_does_the_work_itself() {
        let here = std::thread::current().id();
        assert_eq!(compute(|| std::thread::current().id()), here);
    }

    #[test]
    fn no_runtime_is_needed() {
        assert_eq!(compute(|| 7), 7);
    }
}
