//! No update is lost: however writers race, and whatever becomes of their requests, each change
//! that is said to be done is counted once, and no other is.

use std::sync::Mutex;

use tokio::task::JoinSet;
use vitalog_core::Metric;
use vitalog_storage::{
    DocumentStore, DocumentWrite, Owner, Put, RecordChange, RecordQuery, RecordStore, Retry,
    StorageError, Written,
};
use vitalog_storage_dynamodb::{DynamoStorage, testing::TestTable};

use crate::{
    faults::{self, Fault},
    generation::{me, reading, second},
    random::Random,
};

const WRITERS: u64 = 4;
const CHANGES: u32 = 25;

/// What writers were told.
#[derive(Default)]
struct Told {
    done: u32,
    unsure: u32,
}

impl Told {
    fn add(&mut self, is_done: Result<bool, StorageError>) {
        match is_done {
            Ok(is_done) => self.done += u32::from(is_done),
            Err(error) => {
                assert_eq!(error.retry, Retry::Later);
                self.unsure += 1;
            }
        }
    }

    fn all(writers: &[Self]) -> Self {
        Self {
            done: writers.iter().map(|told| told.done).sum(),
            unsure: writers.iter().map(|told| told.unsure).sum(),
        }
    }

    /// Those that nobody can be sure of may have been done or not.
    fn must_be(&self, counted: u32) {
        let Self { done, unsure } = self;
        assert!(
            (*done..=done + unsure).contains(&counted),
            "{counted} of {done} to {unsure} more"
        );
        assert!(
            *done > 15 && unsure * 10 < *done,
            "{done} done, {unsure} unsure"
        );
    }
}

/// Storage over a network that loses answers, and to a table that has much to do.
async fn shaken(table: &TestTable, seed: u64) -> DynamoStorage {
    let random = Mutex::new(Random::new(seed));
    let (client, _) = faults::client(true, move |number, _| {
        let mut random = random.lock().unwrap();
        match random.below(100) {
            // The first request opens the table.
            _ if number == 0 => Fault::None,
            0..4 => Fault::Unanswered,
            4..8 => Fault::Unsent,
            8..12 => Fault::Throttled,
            _ => Fault::None,
        }
    });
    table.open_over(client).await
}

fn everything() -> RecordQuery {
    let always = second(0)..second(100);
    RecordQuery {
        readings: vec![(Metric::Weight, always)],
        documents: vec![("sample", "count".to_owned())],
        ..RecordQuery::default()
    }
}

/// What the reading and the document of the record say, which is always the same.
async fn count(storage: &DynamoStorage) -> (u32, vitalog_storage::Revision) {
    let record = storage.read_record(&me(), &everything()).await.unwrap();
    let said = record.readings[&Metric::Weight].first();
    // A whole number is printed without a fraction.
    let count = said.map_or(0, |row| row.quantity.first().to_string().parse().unwrap());
    let document = record.documents.into_values().next();
    let counted = document.map_or(0, |document| document.body.parse::<u32>().unwrap());
    assert_eq!(count, counted);
    (count, record.revision)
}

fn change(count: u32) -> RecordChange {
    RecordChange {
        put_readings: vec![reading(Metric::Weight, 50, count)],
        put_documents: vec![document(count)],
        ..RecordChange::default()
    }
}

fn document(count: u32) -> DocumentWrite {
    DocumentWrite {
        kind: "sample",
        id: "count".to_owned(),
        body: count.to_string(),
        expires_at: None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_change_of_a_record_that_is_done_is_counted_once() {
    let table = TestTable::new().await;
    let mut writers = JoinSet::new();
    for seed in 0..WRITERS {
        let storage = shaken(&table, seed).await;
        writers.spawn(async move {
            let mut told = Told::default();
            for _ in 0..CHANGES {
                let (before, revision) = count(&storage).await;
                let written = storage
                    .write_record(&me(), revision, change(before + 1))
                    .await;
                told.add(written.map(|written| matches!(written, Written::Done(_))));
            }
            told
        });
    }
    let told = Told::all(&writers.join_all().await);
    let storage = table.open().await;
    let (counted, revision) = count(&storage).await;
    told.must_be(counted);
    assert_eq!(revision.0, u64::from(counted));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_change_of_a_document_that_is_done_is_counted_once() {
    let table = TestTable::new().await;
    let owner = Owner::Deployment;
    let mut writers = JoinSet::new();
    for seed in 0..WRITERS {
        let (storage, owner) = (shaken(&table, seed).await, owner.clone());
        writers.spawn(async move {
            let mut told = Told::default();
            for _ in 0..CHANGES {
                let before = storage.get_document(&owner, "sample", "count").await;
                let before = before.unwrap();
                let version = before.as_ref().map(|document| document.version);
                let said = before.map_or(0, |document| document.body.parse().unwrap());
                let write = document(said + 1);
                let put = storage.put_document(&owner, version, &write).await;
                told.add(put.map(|put| matches!(put, Put::Done(_))));
            }
            told
        });
    }
    let told = Told::all(&writers.join_all().await);
    let storage = table.open().await;
    let counted = storage.get_document(&owner, "sample", "count").await;
    let counted = counted.unwrap().unwrap();
    told.must_be(counted.body.parse().unwrap());
    assert_eq!(counted.version.to_string(), counted.body);
}
