//! Storage that misbehaves on purpose.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use vitalog_storage::{Retry, StorageError};
use vitalog_storage_contract::{Hook, Hooked, Operation};

/// How it misbehaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// Reading the record panics.
    PanicOnRead,
    /// Reading the record never ends.
    HangOnRead,
    /// Reading the record fails.
    FailOnRead,
    /// Writing the record takes its time.
    SlowWrite,
}

/// Storage in memory with a fault.
pub(crate) type Faulty = Hooked<Misbehaviour>;

/// A fault, and what it does.
pub(crate) struct Misbehaviour {
    fault: Fault,
    /// Reads and writes that have met it.
    pub(crate) begun: AtomicUsize,
    /// Those that were dropped or let go.
    pub(crate) ended: Arc<AtomicUsize>,
}

pub(crate) fn faulty(fault: Fault) -> Arc<Faulty> {
    Arc::new(Hooked::new(Misbehaviour {
        fault,
        begun: AtomicUsize::default(),
        ended: Arc::default(),
    }))
}

impl Misbehaviour {
    fn under_way(&self) -> UnderWay {
        self.begun.fetch_add(1, Ordering::SeqCst);
        UnderWay(Arc::clone(&self.ended))
    }
}

/// Counts its end, however that comes.
struct UnderWay(Arc<AtomicUsize>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// Waits until a counter has reached `count`.
pub(crate) async fn reached(counter: &AtomicUsize, count: usize) {
    let wait = async {
        while counter.load(Ordering::SeqCst) < count {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), wait)
        .await
        .expect("it comes in time");
}

#[async_trait]
impl Hook for Misbehaviour {
    async fn before(&self, operation: Operation) -> Result<(), StorageError> {
        match (self.fault, operation.name) {
            (Fault::PanicOnRead, "read_record") => panic!("reading fails loudly"),
            (Fault::FailOnRead, "read_record") => Err(StorageError {
                operation: operation.name,
                retry: Retry::Never,
                source: "the disk is gone".into(),
            }),
            (Fault::HangOnRead, "read_record") => {
                let _under_way = self.under_way();
                std::future::pending().await
            }
            (Fault::SlowWrite, "write_record") => {
                let _under_way = self.under_way();
                tokio::time::sleep(Duration::from_millis(150)).await;
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
