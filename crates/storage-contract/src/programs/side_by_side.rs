//! Two programs that have one record open.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tokio::task::JoinSet;
use vitalog_core::Reading;
use vitalog_storage::{Revision, Storage, Written};

use super::place::{Place, open, wait_for};
use crate::generation::{everything, generation, me, stored_generation};

const ROUNDS: u64 = 10;
/// Writers of each program at once.
const WRITERS: usize = 4;
/// Changes while others read.
const CHANGES: u64 = 40;

/// Has writers of both programs write at one revision: one of all of them is not stale.
pub fn one_of_two_writers_wins<S: Storage + 'static>(
    place: impl AsyncFn() -> Place,
    open_at: impl AsyncFn(String) -> S,
) {
    wait_for(async {
        let place = place().await;
        let programs = [open(&open_at, &place).await, open(&open_at, &place).await];
        for round in 0..ROUNDS {
            let mut writers = JoinSet::new();
            for program in programs.iter().cycle().take(2 * WRITERS) {
                let program = program.clone();
                writers.spawn(async move {
                    let (me, change) = (me(), generation(round + 1));
                    let written = program.write_record(&me, Revision(round), change);
                    written.await.unwrap()
                });
            }
            let ended = writers.join_all().await;
            let how_many = |end| ended.iter().filter(|written| **written == end).count();
            assert_eq!(how_many(Written::Done(Revision(round + 1))), 1);
            assert_eq!(how_many(Written::Stale), 2 * WRITERS - 1);
            for program in &programs {
                assert_eq!(stored_generation(&**program).await, round + 1);
            }
        }
    });
}

/// Has programs write by turns, each after the other has seen it.
pub fn others_see_it_at_once<S: Storage + 'static>(
    place: impl AsyncFn() -> Place,
    open_at: impl AsyncFn(String) -> S,
) {
    wait_for(async {
        let place = place().await;
        let mut writer = open(&open_at, &place).await;
        let mut reader = open(&open_at, &place).await;
        for round in 0..2 * ROUNDS {
            // Each change brings sources that only its writer has numbered so far.
            let change = generation(round + 1);
            let written = writer.write_record(&me(), Revision(round), change).await;
            assert_eq!(written.unwrap(), Written::Done(Revision(round + 1)));
            assert_eq!(stored_generation(&*reader).await, round + 1);
            (writer, reader) = (reader, writer);
        }
    });
}

/// Has one program write while the other reads all the time.
pub fn others_see_changes_whole<S: Storage + 'static>(
    place: impl AsyncFn() -> Place,
    open_at: impl AsyncFn(String) -> S,
) {
    wait_for(async {
        let place = place().await;
        let (writer, reader) = (open(&open_at, &place).await, open(&open_at, &place).await);
        let written = Arc::new(AtomicBool::new(false));
        let mut readers = JoinSet::new();
        for _ in 0..2 {
            let (reader, written) = (reader.clone(), written.clone());
            readers.spawn(async move {
                while !written.load(Ordering::Acquire) {
                    let record = reader.read_record(&me(), &everything()).await.unwrap();
                    let expected = generation(record.revision.0);
                    let readings: Vec<Reading> = record.readings.into_values().flatten().collect();
                    if record.revision != Revision(0) {
                        assert_eq!(readings, expected.put_readings);
                        assert_eq!(record.workouts, expected.put_workouts);
                    }
                }
            });
        }
        for round in 0..CHANGES {
            let change = generation(round + 1);
            let done = writer.write_record(&me(), Revision(round), change).await;
            assert_eq!(done.unwrap(), Written::Done(Revision(round + 1)));
        }
        written.store(true, Ordering::Release);
        readers.join_all().await;
    });
}
