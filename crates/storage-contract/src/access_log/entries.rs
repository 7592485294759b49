//! Entries are added, read in order and purged; none is ever changed.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use vitalog_core::AccountId;
use vitalog_storage::{
    AccessEntry, Retry, Storage,
    limits::{MOST_BODY_BYTES, MOST_NAME_BYTES},
};

use crate::{
    race::{RACERS, race},
    sample::{IDS, NOON, account, me, noise, second},
};

/// An instant so many milliseconds after [`NOON`].
fn at(milliseconds: i64) -> Timestamp {
    second(NOON) + SignedDuration::from_millis(milliseconds)
}

fn entry(milliseconds: i64, id: &str) -> AccessEntry {
    AccessEntry {
        account: me(),
        at: at(milliseconds),
        id: id.to_owned(),
        body: format!("{{\"tool\":\"{id}\"}}"),
    }
}

async fn append(storage: &dyn Storage, entries: Vec<AccessEntry>) {
    storage.append_access(entries).await.unwrap();
}

async fn list(storage: &dyn Storage, account: &AccountId, since: Timestamp) -> Vec<AccessEntry> {
    storage
        .list_access(account, since, None, usize::MAX)
        .await
        .unwrap()
}

async fn all(storage: &dyn Storage) -> Vec<AccessEntry> {
    list(storage, &me(), Timestamp::MIN).await
}

pub(crate) async fn account_nobody_asked_about_has_no_entries(storage: Arc<dyn Storage>) {
    assert_eq!(all(&*storage).await, []);
    append(&*storage, vec![]).await;
    assert_eq!(all(&*storage).await, []);
    assert_eq!(
        storage.purge_access(&me(), Timestamp::MAX).await.unwrap(),
        0
    );
}

pub(crate) async fn entries_come_oldest_first(storage: Arc<dyn Storage>) {
    let expected = [
        entry(-2_000_000_000_000, "before 1970"),
        entry(-1, "z"),
        entry(0, ""),
        entry(0, "B"),
        entry(0, "a"),
        entry(0, "ä"),
        entry(0, "😀"),
        entry(1, "A"),
        entry(1_000, "a"),
    ];
    // In two batches, each in another order.
    let (odd, even): (Vec<_>, Vec<_>) = (0..9).partition(|place| place % 2 == 1);
    for places in [odd, even] {
        let batch: Vec<_> = places
            .iter()
            .rev()
            .map(|place| expected[*place].clone())
            .collect();
        append(&*storage, batch.clone()).await;
    }
    assert_eq!(all(&*storage).await, expected);
    assert_eq!(list(&*storage, &me(), at(0)).await, expected[2..]);
    assert_eq!(list(&*storage, &me(), at(1)).await, expected[7..]);
    let within = at(0) + SignedDuration::from_nanos(1);
    assert_eq!(list(&*storage, &me(), within).await, expected[7..]);
    assert_eq!(list(&*storage, &me(), at(1_001)).await, []);
}

pub(crate) async fn finer_instants_of_entries_are_cut(storage: Arc<dyn Storage>) {
    let sent = AccessEntry {
        at: at(7) + SignedDuration::from_nanos(999_999),
        ..entry(0, "a")
    };
    append(&*storage, vec![sent.clone(), sent]).await;
    let expected = AccessEntry {
        at: at(7),
        ..entry(0, "a")
    };
    assert_eq!(all(&*storage).await, [expected]);
}

pub(crate) async fn entry_added_again_changes_nothing(storage: Arc<dyn Storage>) {
    let batch: Vec<AccessEntry> = (0..60)
        .map(|number| {
            entry(
                number / 3,
                ["a", "b", "c"][usize::try_from(number % 3).unwrap()],
            )
        })
        .collect();
    append(&*storage, batch.clone()).await;
    let expected = all(&*storage).await;
    assert_eq!(expected.len(), batch.len());
    // As a whole, a part with something new, and twice in one batch.
    append(&*storage, batch.clone()).await;
    assert_eq!(all(&*storage).await, expected);
    let last = entry(1_000, "new");
    append(
        &*storage,
        vec![
            batch[3].clone(),
            last.clone(),
            batch[3].clone(),
            last.clone(),
        ],
    )
    .await;
    assert_eq!(all(&*storage).await, [expected, vec![last]].concat());
}

pub(crate) async fn entries_are_listed_page_after_page(storage: Arc<dyn Storage>) {
    let batch: Vec<AccessEntry> = (0..10)
        .flat_map(|number| IDS[..3].iter().map(move |id| entry(number, id)))
        .collect();
    append(&*storage, batch.clone()).await;
    for (since, expected) in [(Timestamp::MIN, &batch[..]), (at(4), &batch[12..])] {
        for limit in [1, 2, 3, 7, batch.len(), usize::MAX] {
            let mut found: Vec<AccessEntry> = Vec::new();
            loop {
                let after = found.last().map(|entry| (entry.at, entry.id.clone()));
                let next = storage
                    .list_access(&me(), since, after, limit)
                    .await
                    .unwrap();
                assert!(next.len() <= limit);
                if next.is_empty() {
                    break;
                }
                found.extend(next);
            }
            assert_eq!(found, expected, "pages of {limit}");
        }
    }
    let page = async |after: (Timestamp, &str), limit: usize| {
        let after = Some((after.0, after.1.to_owned()));
        storage
            .list_access(&me(), at(4), after, limit)
            .await
            .unwrap()
    };
    // After what is not there, and after what lies before the range.
    assert_eq!(page((at(4), "AA"), 2).await, batch[14..16]);
    assert_eq!(page((at(2), "A"), 2).await, batch[12..14]);
    assert_eq!(page((at(9), "B"), 2).await, []);
    assert_eq!(page((at(4), ""), 0).await, []);
}

pub(crate) async fn entries_of_several_megabytes_come_back(storage: Arc<dyn Storage>) {
    let large = |number: i64| AccessEntry {
        body: noise(number.unsigned_abs(), MOST_BODY_BYTES),
        ..entry(number, "a")
    };
    let batch: Vec<AccessEntry> = (0..12).map(large).collect();
    append(&*storage, batch.clone()).await;
    assert!(all(&*storage).await == batch);
    let after = Some((at(2), "a".to_owned()));
    let page = storage.list_access(&me(), at(0), after, 7).await.unwrap();
    assert!(page == batch[3..10]);
}

pub(crate) async fn accounts_have_their_own_log(storage: Arc<dyn Storage>) {
    let names = ["m", "me", "me-2"].map(account);
    let of = |account: &AccountId| AccessEntry {
        account: account.clone(),
        ..entry(0, "a")
    };
    append(&*storage, names.each_ref().map(of).to_vec()).await;
    for name in &names {
        assert_eq!(list(&*storage, name, Timestamp::MIN).await, [of(name)]);
    }
    assert_eq!(storage.purge_access(&names[1], at(1)).await.unwrap(), 1);
    for (name, left) in names.iter().zip([1, 0, 1]) {
        assert_eq!(list(&*storage, name, Timestamp::MIN).await.len(), left);
    }
}

pub(crate) async fn purge_deletes_what_is_older_and_tells_how_many(storage: Arc<dyn Storage>) {
    let batch: Vec<AccessEntry> = (0..100).map(|number| entry(number, "a")).collect();
    append(&*storage, batch.clone()).await;
    let within = at(90) + SignedDuration::from_nanos(1);
    for (before, purged, left) in [
        (at(0), 0, 0),
        (at(1), 1, 1),
        (at(90), 89, 90),
        (within, 1, 91),
        (at(50), 0, 91),
        (Timestamp::MAX, 9, 100),
    ] {
        assert_eq!(storage.purge_access(&me(), before).await.unwrap(), purged);
        assert_eq!(all(&*storage).await, batch[left..]);
    }
}

pub(crate) async fn entry_that_is_too_long_is_refused_with_its_batch(storage: Arc<dyn Storage>) {
    let longest = AccessEntry {
        id: "i".repeat(MOST_NAME_BYTES),
        body: noise(1, MOST_BODY_BYTES),
        ..entry(0, "")
    };
    let mut too_long = [longest.clone(), longest.clone()];
    too_long[0].id.push('i');
    too_long[1].body.push('b');
    for entry_too_long in too_long {
        let refused = storage
            .append_access(vec![entry(0, "a"), entry_too_long])
            .await;
        assert_eq!(refused.unwrap_err().retry, Retry::Never);
        assert_eq!(all(&*storage).await, []);
    }
    append(&*storage, vec![longest.clone()]).await;
    assert!(all(&*storage).await == [longest]);
}

pub(crate) async fn batches_of_many_at_once_are_all_there(storage: Arc<dyn Storage>) {
    let ended = race({
        let storage = storage.clone();
        move |number| {
            let storage = storage.clone();
            async move {
                // Half of each batch is the same for all.
                let own = (0..30).map(|at| entry(at, &format!("racer {number}")));
                let shared = (0..30).map(|at| entry(at, "shared"));
                append(&*storage, own.chain(shared).collect()).await;
            }
        }
    })
    .await;
    assert_eq!(ended.len(), RACERS);
    assert_eq!(all(&*storage).await.len(), 30 * (RACERS + 1));
}
