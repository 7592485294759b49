//! Doing what is due, several pieces side by side.

use std::{
    collections::{BTreeSet, VecDeque},
    time::Duration,
};

use futures::{StreamExt, future::try_join_all, stream::FuturesUnordered};
use tokio::time::Instant;
use vitalog_storage::{ClaimedJob, StorageError};

use super::{
    events::{Accounts, Drained},
    held::lease_end,
    relay::Relay,
    schedule::{WORK_QUEUE, Work},
};

/// Pieces that one process works at. Each mostly waits for a vendor, so that one whose vendor is slow
/// does not hold up the others; more would only fill the memory.
const SIDE_BY_SIDE: usize = 4;
/// Pieces that are held until another of their account and vendor is done: there are three of each, and
/// what more is claimed is kept from other processes.
const MOST_HELD_UP: usize = 4;

/// What a run came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DueReport {
    /// Pieces of work that were done.
    pub done: usize,
    /// Pieces that failed, or were put off.
    pub put_off: usize,
    /// Events.
    pub events: Drained,
}

/// Whose work a piece is: account and vendor. Of each, one piece at a time is worked at, since each
/// would ask the vendor for much the same.
type Whose = (String, String);

impl Relay {
    /// Does what is due at this moment, until nothing is or `time` is up: events first, then passes and
    /// history, a few side by side. Any number of processes may do so at once; each piece is leased to one
    /// of them.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn run_due(
        &self,
        accounts: &(dyn Accounts + '_),
        time: Duration,
    ) -> Result<DueReport, StorageError> {
        let run = self.run(accounts, Instant::now() + time);
        let done = self.alive(run).await;
        if done.is_err() {
            // Nobody works at what was claimed any more.
            self.give_back().await;
        }
        done
    }

    /// Works, and keeps the leases of what is held.
    pub(super) async fn alive<T>(&self, work: impl Future<Output = T>) -> T {
        let inner = &self.inner;
        let (storage, clock) = (inner.storage.as_ref(), inner.clock.as_ref());
        inner.held.while_alive(storage, clock, work).await
    }

    /// Gives back the jobs that were claimed and neither done nor given back, for want of a store or because
    /// the work was cut off.
    pub(super) async fn give_back(&self) {
        self.inner.held.give_back(self.inner.storage.as_ref()).await;
    }

    async fn run(
        &self,
        accounts: &(dyn Accounts + '_),
        end: Instant,
    ) -> Result<DueReport, StorageError> {
        let mut report = DueReport::default();
        let drains = self.vendors().map(|vendor| self.drain(vendor, accounts));
        for drained in try_join_all(drains).await? {
            report.events.add(drained);
        }
        let (mut running, mut busy) = (FuturesUnordered::new(), BTreeSet::new());
        let mut held_up = VecDeque::new();
        loop {
            while running.len() < SIDE_BY_SIDE && Instant::now() < end {
                let Some((whose, job)) = self.next_piece(&mut held_up, &busy).await? else {
                    break;
                };
                busy.insert(whose.clone());
                running.push(async move { (whose, self.work(accounts, &job, end).await) });
            }
            let Some((whose, worked)) = running.next().await else {
                break;
            };
            busy.remove(&whose);
            if worked? {
                report.done += 1;
            } else {
                report.put_off += 1;
            }
        }
        for (_, job) in held_up {
            let storage = self.inner.storage.as_ref();
            self.inner
                .held
                .retry(storage, &job.claim, job.run_at)
                .await?;
        }
        Ok(report)
    }

    /// A piece of work of somebody for whom nothing is worked at.
    async fn next_piece(
        &self,
        held_up: &mut VecDeque<(Whose, ClaimedJob)>,
        busy: &BTreeSet<Whose>,
    ) -> Result<Option<(Whose, ClaimedJob)>, StorageError> {
        if let Some(place) = held_up.iter().position(|(whose, _)| !busy.contains(whose)) {
            return Ok(held_up.remove(place));
        }
        let storage = self.inner.storage.as_ref();
        while held_up.len() < MOST_HELD_UP {
            let now = self.inner.clock.now();
            let jobs = storage
                .claim_jobs(WORK_QUEUE, now, lease_end(now), 1)
                .await?;
            self.inner.held.note(&jobs);
            let Some(job) = jobs.into_iter().next() else {
                return Ok(None);
            };
            let whose = whose(&job);
            if !busy.contains(&whose) {
                return Ok(Some((whose, job)));
            }
            held_up.push_back((whose, job));
        }
        Ok(None)
    }
}

/// Whose a piece is; of what is no work that is known, nobody's.
fn whose(job: &ClaimedJob) -> Whose {
    let work = serde_json::from_str::<Work>(&job.body);
    work.map(|work| (work.account, work.vendor))
        .unwrap_or_default()
}
