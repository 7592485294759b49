//! Of any number of writers with the same expectation exactly one succeeds.

use std::sync::Arc;

use vitalog_storage::{Owner, Put, Storage};

use crate::{race::race, sample::document};

const ROUNDS: u64 = 5;
const OWNER: Owner = Owner::Deployment;

/// Has racers write the document at one version; checks that one wins and that its body stands.
async fn race_to_put(storage: &Arc<dyn Storage>, id: String, expected: Option<u64>) {
    let ended = race({
        let (storage, id) = (storage.clone(), id.clone());
        move |number| {
            let (storage, write) = (storage.clone(), document(&id, &number.to_string()));
            async move {
                storage
                    .put_document(&OWNER, expected, &write)
                    .await
                    .unwrap()
            }
        }
    })
    .await;
    let winners: Vec<&(usize, Put)> = ended.iter().filter(|(_, put)| *put != Put::Stale).collect();
    let [(winner, Put::Done(version))] = winners[..] else {
        unreachable!("one writer wins, not {winners:?}");
    };
    let got = storage
        .get_document(&OWNER, "sample", &id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(*version, expected.unwrap_or(0) + 1);
    assert_eq!((got.version, got.body), (*version, winner.to_string()));
}

pub(crate) async fn one_of_many_creators_wins(storage: Arc<dyn Storage>) {
    for round in 0..ROUNDS {
        race_to_put(&storage, format!("round {round}"), None).await;
    }
}

pub(crate) async fn one_of_many_changers_of_a_version_wins(storage: Arc<dyn Storage>) {
    storage
        .put_document(&OWNER, None, &document("a", ""))
        .await
        .unwrap();
    for version in 1..=ROUNDS {
        race_to_put(&storage, "a".to_owned(), Some(version)).await;
    }
}

pub(crate) async fn one_of_many_deleters_is_told_it_was_there(storage: Arc<dyn Storage>) {
    for _ in 0..ROUNDS {
        storage
            .put_document(&OWNER, None, &document("a", "once"))
            .await
            .unwrap();
        let ended = race({
            let storage = storage.clone();
            move |_| {
                let storage = storage.clone();
                async move {
                    storage
                        .delete_document(&OWNER, "sample", "a")
                        .await
                        .unwrap()
                }
            }
        })
        .await;
        assert_eq!(ended.iter().filter(|(_, was_there)| *was_there).count(), 1);
    }
}

pub(crate) async fn one_of_many_takers_gets_the_document(storage: Arc<dyn Storage>) {
    for round in 1..=ROUNDS {
        let body = format!("code {round}");
        storage
            .put_document(&OWNER, None, &document("a", &body))
            .await
            .unwrap();
        let ended = race({
            let storage = storage.clone();
            move |_| {
                let storage = storage.clone();
                async move { storage.take_document(&OWNER, "sample", "a").await.unwrap() }
            }
        })
        .await;
        let taken: Vec<String> = ended
            .into_iter()
            .filter_map(|(_, taken)| taken.map(|document| document.body))
            .collect();
        assert_eq!(taken, [body]);
    }
}

pub(crate) async fn what_is_taken_is_not_deleted_as_well(storage: Arc<dyn Storage>) {
    for _ in 0..ROUNDS {
        storage
            .put_document(&OWNER, None, &document("a", "once"))
            .await
            .unwrap();
        let ended = race({
            let storage = storage.clone();
            move |number| {
                let storage = storage.clone();
                async move {
                    if number % 2 == 0 {
                        let taken = storage.take_document(&OWNER, "sample", "a").await;
                        taken.unwrap().is_some()
                    } else {
                        let deleted = storage.delete_document(&OWNER, "sample", "a").await;
                        deleted.unwrap()
                    }
                }
            }
        })
        .await;
        assert_eq!(ended.iter().filter(|(_, had_it)| *had_it).count(), 1);
    }
}
