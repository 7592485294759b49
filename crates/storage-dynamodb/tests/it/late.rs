//! A request that arrives late, when others have gone on, changes nothing any more.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tokio::task::JoinSet;
use vitalog_storage::{DocumentStore, DocumentWrite, Owner, Put, RecordStore, Written};
use vitalog_storage_dynamodb::testing::TestTable;

use crate::{
    faults::{self, Fault, Gate},
    generation::{Size, change, me, read, write},
    table::{count, stray_parts},
};

/// Holds each request of a writer in turn, until another writer has written twice.
async fn hold_each_request(size: Size) {
    let table = TestTable::new().await;
    let storage = table.open().await;
    let mut generation = 0;
    let (mut done, mut stale) = (0, 0);
    for held in 1.. {
        let (before, revision) = read(&storage, size).await;
        assert_eq!(before, generation);
        let gate = Arc::new(Gate::default());
        let was_held = Arc::new(AtomicBool::new(false));
        let (client, _) = faults::client(false, {
            let (gate, was_held) = (gate.clone(), was_held.clone());
            move |number, _| {
                if number != held {
                    return Fault::None;
                }
                was_held.store(true, Ordering::SeqCst);
                Fault::Held(gate.clone())
            }
        });
        let slow = table.open_over(client).await;
        let mut writer = JoinSet::new();
        writer.spawn(async move {
            let change = change(generation + 1, size);
            slow.write_record(&me(), revision, change).await.unwrap()
        });
        // It either stops at the gate or gets through without such a request.
        let ended = tokio::select! {
            () = gate.arrived.notified() => None,
            ended = writer.join_next() => ended,
        };
        let counts = read(&storage, size).await.0;
        generation = counts;
        for _ in 0..2 {
            generation += 1;
            write(&storage, generation, size).await;
        }
        gate.open.notify_one();
        let ended = match ended {
            Some(ended) => ended,
            None => writer.join_next().await.unwrap(),
        };
        match ended.unwrap() {
            Written::Done(_) => {
                assert_eq!(counts, before + 1, "what is done was seen");
                done += 1;
            }
            Written::Stale => {
                assert_eq!(counts, before, "what is stale was not seen");
                stale += 1;
            }
        }
        assert_eq!(read(&storage, size).await.0, generation);
        assert_eq!(count(&table, "me/journal").await, 0);
        let stray = stray_parts(&table).await;
        assert!(stray.is_empty(), "held request {held}: {stray:?}");
        if !was_held.load(Ordering::SeqCst) {
            break;
        }
    }
    assert!(
        done > 10 && stale > 0,
        "{done} writes were done, {stale} stale"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn late_request_of_a_small_change_changes_nothing() {
    hold_each_request(Size::Small).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn late_request_of_a_large_change_changes_nothing() {
    hold_each_request(Size::Large).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn document_deleted_meanwhile_is_not_brought_back() {
    let owner = Owner::Account(me());
    for held in 1.. {
        let table = TestTable::new().await;
        let storage = table.open().await;
        write(&storage, 1, Size::Small).await;
        let revision = read(&storage, Size::Small).await.1;
        let gate = Arc::new(Gate::default());
        let (client, _) = faults::client(false, {
            let gate = gate.clone();
            move |number, _| {
                if number == held {
                    Fault::Held(gate.clone())
                } else {
                    Fault::None
                }
            }
        });
        let slow = table.open_over(client).await;
        let mut writer = JoinSet::new();
        writer.spawn(async move {
            let change = change(2, Size::Small);
            slow.write_record(&me(), revision, change).await.unwrap()
        });
        let got_through = tokio::select! {
            () = gate.arrived.notified() => false,
            ended = writer.join_next() => ended.is_some(),
        };
        let counts = read(&storage, Size::Small).await.0 == 2;
        let anew = DocumentWrite {
            kind: "sample",
            id: "generation".into(),
            body: "anew".into(),
            expires_at: None,
        };
        let taken = storage.take_document(&owner, "sample", "generation").await;
        assert!(
            taken
                .unwrap()
                .unwrap()
                .body
                .starts_with(if counts { '2' } else { '1' })
        );
        let put = storage.put_document(&owner, None, &anew).await.unwrap();
        assert_eq!(put, Put::Done(1));
        gate.open.notify_one();
        let ended = writer.join_next().await;
        let document = storage
            .get_document(&owner, "sample", "generation")
            .await
            .unwrap()
            .unwrap();
        if counts {
            assert_eq!((document.version, &*document.body), (1, "anew"), "{held}");
        } else {
            // The change came after, and is the second version.
            assert!(matches!(ended, Some(Ok(Written::Done(_)))));
            assert_eq!(document.version, 2);
            assert!(document.body.starts_with('2'));
        }
        if got_through {
            break;
        }
    }
}
