//! Of any number of callers at once one moves the pointer, and it never points at nothing.

use std::sync::Arc;

use vitalog_storage::{Published, Storage};

use super::{current, finding, publish, put, rows, runs};
use crate::{
    race::{RACERS, race},
    sample::me,
};

const ROUNDS: usize = 5;

pub(crate) async fn one_of_many_publishers_wins(storage: Arc<dyn Storage>) {
    for number in 0..RACERS {
        put(&*storage, &number.to_string(), vec![]).await;
    }
    put(&*storage, "before", vec![]).await;
    for round in 0..ROUNDS {
        // From no current run in the first round, and from one that none of them is later.
        let expected = (round > 0).then_some("before");
        if let (Some(before), Some(now)) = (expected, current(&*storage).await) {
            let moved = publish(&*storage, before, Some(&now)).await;
            assert_eq!(moved, Published::Done);
        }
        let ended = race({
            let storage = storage.clone();
            move |number| {
                let storage = storage.clone();
                async move { publish(&*storage, &number.to_string(), expected).await }
            }
        })
        .await;
        let winners = ended.iter().filter(|(_, end)| *end == Published::Done);
        let winners: Vec<String> = winners.map(|(number, _)| number.to_string()).collect();
        assert_eq!(winners, [current(&*storage).await.unwrap()]);
    }
}

pub(crate) async fn run_is_published_or_deleted_and_never_both(storage: Arc<dyn Storage>) {
    put(&*storage, "old", vec![]).await;
    publish(&*storage, "old", None).await;
    for _ in 0..4 * ROUNDS {
        let row = finding("s", "a", "1");
        put(&*storage, "new", vec![row.clone()]).await;
        let ended = race({
            let storage = storage.clone();
            move |number| {
                let storage = storage.clone();
                async move {
                    if number % 2 == 0 {
                        publish(&*storage, "new", Some("old")).await == Published::Done
                    } else {
                        storage.delete_run(&me(), "new").await.unwrap()
                    }
                }
            }
        })
        .await;
        let winners: Vec<usize> = ended
            .iter()
            .filter_map(|(number, has_it)| has_it.then_some(*number))
            .collect();
        assert_eq!(winners.len(), 1, "{winners:?}");
        if winners[0].is_multiple_of(2) {
            assert_eq!(current(&*storage).await.as_deref(), Some("new"));
            assert_eq!(rows(&*storage, "new", "s").await, [row]);
            assert_eq!(
                publish(&*storage, "old", Some("new")).await,
                Published::Done
            );
        } else {
            assert_eq!(current(&*storage).await.as_deref(), Some("old"));
            assert_eq!(runs(&*storage).await, ["old"]);
        }
    }
}

pub(crate) async fn first_rows_of_a_run_may_come_from_many_at_once(storage: Arc<dyn Storage>) {
    let ended = race({
        let storage = storage.clone();
        move |number| {
            let storage = storage.clone();
            async move {
                let key = format!("{number:02}");
                let run = if number % 2 == 0 { "even" } else { "odd" };
                put(&*storage, run, vec![finding("s", &key, "1")]).await;
            }
        }
    })
    .await;
    assert_eq!(ended.len(), RACERS);
    assert_eq!(runs(&*storage).await, ["even", "odd"]);
    for run in ["even", "odd"] {
        assert_eq!(rows(&*storage, run, "s").await.len(), RACERS / 2);
    }
}
