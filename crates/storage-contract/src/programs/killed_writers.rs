//! A program that is killed at any moment leaves every acknowledged change whole, and no half.

use std::thread;

use vitalog_storage::{Revision, Storage, Written};

use super::{
    child::{Program, delay, print, told},
    place::{Place, open, wait_for},
};
use crate::generation::{generation, me, revision, stored_generation};

/// The test that is a child's part.
const WRITER: &str = "writer_writes_generations_until_it_is_killed";
/// Stands before the number of each acknowledged change.
const ACKNOWLEDGED: &str = "acknowledged ";
const KILLS: u64 = 20;

/// Writes one generation after the other until it is killed; only some if it is nobody's child.
pub fn write_until_killed<S: Storage + 'static>(
    place: impl AsyncFn() -> Place,
    open_at: impl AsyncFn(String) -> S,
) {
    wait_for(async {
        let Some((name, _)) = told() else {
            let place = place().await;
            let storage = open(&open_at, &place).await;
            write_generations(&*storage, 5).await;
            assert_eq!(stored_generation(&*storage).await, 5);
            return;
        };
        write_generations(&open_at(name).await, u64::MAX).await;
    });
}

async fn write_generations(storage: &dyn Storage, how_many: u64) {
    let mut number = revision(storage).await + 1;
    let mut left = how_many;
    while left > 0 {
        let (me, read_at) = (me(), Revision(number - 1));
        let written = storage.write_record(&me, read_at, generation(number));
        match written.await.unwrap() {
            Written::Done(_) => {
                print(&format!("{ACKNOWLEDGED}{number}"));
                left -= 1;
                number += 1;
            }
            // Another program was faster.
            Written::Stale => number = revision(storage).await + 1,
        }
    }
}

fn start(place: &Place) -> Program {
    Program::start(WRITER, place.name(), "")
}

/// The last change that a killed writer was told is stored, in what it printed since.
fn last_acknowledged(writer: &mut Program) -> Option<u64> {
    let numbers = writer.printed(ACKNOWLEDGED);
    numbers.map(|number| number.parse().unwrap()).last()
}

/// The generation that is stored once nothing more comes of a killed writer: a server may get to
/// the end of what it was sent.
async fn settled_generation<S: Storage + 'static>(
    open_at: &impl AsyncFn(String) -> S,
    place: &Place,
) -> u64 {
    let storage = open(open_at, place).await;
    loop {
        let before = revision(&*storage).await;
        tokio::time::sleep(delay(1, 10)).await;
        if revision(&*storage).await == before {
            return stored_generation(&*storage).await;
        }
    }
}

/// Kills a writer again and again, and looks whether what it was told is stored is there.
pub fn changes_survive<S: Storage + 'static>(
    place: impl AsyncFn() -> Place,
    open_at: impl AsyncFn(String) -> S,
) {
    wait_for(async {
        let place = place().await;
        for number in 1..=KILLS {
            let mut writer = start(&place);
            let first = writer.wait_for(ACKNOWLEDGED).parse().unwrap();
            thread::sleep(delay(number, 40));
            writer.kill();

            let acknowledged = last_acknowledged(&mut writer).unwrap_or(first);
            let now = settled_generation(&open_at, &place).await;
            assert!(
                now == acknowledged || now == acknowledged + 1,
                "kill {number}: {acknowledged} acknowledged, {now} stored"
            );
        }
    });
}

/// Kills a writer while it makes its storage or writes its first changes.
pub fn place_survives<S: Storage + 'static>(
    place: impl AsyncFn() -> Place,
    open_at: impl AsyncFn(String) -> S,
) {
    wait_for(async {
        for number in 1..=KILLS {
            let place = place().await;
            let mut writer = start(&place);
            thread::sleep(delay(number, 60));
            writer.kill();

            let acknowledged = last_acknowledged(&mut writer).unwrap_or(0);
            let now = settled_generation(&open_at, &place).await;
            assert!(
                now == acknowledged || now == acknowledged + 1,
                "kill {number}: {acknowledged} acknowledged, {now} stored"
            );
        }
    });
}

/// Has several writers make their storage at once.
pub fn first_writers_all_write<S: Storage + 'static>(
    place: impl AsyncFn() -> Place,
    open_at: impl AsyncFn(String) -> S,
) {
    const PROGRAMS: u64 = 4;
    wait_for(async {
        for number in 1..=5 {
            let place = place().await;
            let mut writers: Vec<_> = (0..PROGRAMS).map(|_| start(&place)).collect();
            for writer in &mut writers {
                writer.wait_for(ACKNOWLEDGED);
            }
            thread::sleep(delay(number, 20));
            writers.iter_mut().for_each(Program::kill);
            let acknowledged = writers.iter_mut().filter_map(last_acknowledged).max();
            let now = settled_generation(&open_at, &place).await;
            assert!(now >= acknowledged.unwrap_or(PROGRAMS), "{now} stored");
        }
    });
}
