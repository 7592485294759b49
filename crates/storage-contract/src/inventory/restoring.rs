//! What is restored is as it was, and lives on.

use std::sync::Arc;

use vitalog_storage::{Document, Enqueued, JobState, NewJob, Owner, Put, Storage};

use crate::sample::{NOON, document, me, noise, second};

pub(crate) async fn restored_document_is_as_it_was_and_can_be_changed(storage: Arc<dyn Storage>) {
    let owner = Owner::Account(me());
    let mut restored = Document {
        id: "a".to_owned(),
        version: 41,
        body: noise(1, 1_500_000),
        expires_at: Some(second(4_110_000_000)),
    };
    for _ in 0..2 {
        storage
            .restore_document(&owner, "sample", &restored)
            .await
            .unwrap();
        let got = storage.get_document(&owner, "sample", "a").await.unwrap();
        assert!(got.as_ref() == Some(&restored));
    }
    let changed = document("a", "changed");
    for (expected, put) in [
        (None, Put::Stale),
        (Some(1), Put::Stale),
        (Some(41), Put::Done(42)),
    ] {
        let ended = storage.put_document(&owner, expected, &changed).await;
        assert_eq!(ended.unwrap(), put);
    }
    // In the place of one that is there, whatever its version.
    restored = Document {
        version: 7,
        body: "small".to_owned(),
        expires_at: None,
        ..restored
    };
    storage
        .restore_document(&owner, "sample", &restored)
        .await
        .unwrap();
    let listed = storage.list_documents(&owner, "sample").await.unwrap();
    assert_eq!(listed, [restored]);
    assert_eq!(storage.list_owners().await.unwrap(), [owner]);
}

pub(crate) async fn restored_job_is_as_it_was_but_for_its_lease(storage: Arc<dyn Storage>) {
    let job = |id: &str, leased: bool, dead: Option<&str>| JobState {
        queue: "queue".to_owned(),
        id: id.to_owned(),
        run_at: second(NOON),
        attempts: 3,
        body: format!("body of {id}"),
        leased_until: leased.then(|| second(NOON + 60)),
        dead: dead.map(str::to_owned),
    };
    let restored = [
        job("dead", false, Some("broken")),
        job("leased", true, None),
        job("waiting", false, None),
    ];
    // In the place of one that somebody works at.
    let there = NewJob {
        queue: "queue".to_owned(),
        id: "waiting".to_owned(),
        run_at: second(0),
        body: String::new(),
    };
    assert_eq!(storage.enqueue(&there).await.unwrap(), Enqueued::Added);
    let held = storage
        .claim_jobs("queue", second(NOON), second(NOON + 60), 1)
        .await
        .unwrap();
    for _ in 0..2 {
        for job in &restored {
            storage.restore_job(job).await.unwrap();
        }
        let listed = storage.list_jobs("queue", None, 9).await.unwrap();
        let expected = restored.clone().map(|job| JobState {
            leased_until: None,
            ..job
        });
        assert_eq!(listed, expected);
    }
    assert!(!storage.complete_job(&held[0].claim).await.unwrap());
    assert_eq!(storage.list_queues().await.unwrap(), ["queue"]);

    let claimed = storage
        .claim_jobs("queue", second(NOON), second(NOON + 60), 9)
        .await
        .unwrap();
    let claimed: Vec<_> = claimed
        .iter()
        .map(|job| (&*job.claim.id, job.attempts))
        .collect();
    assert_eq!(claimed, [("leased", 4), ("waiting", 4)]);
    let revived = storage.revive_job("queue", "dead", second(NOON)).await;
    assert!(revived.unwrap());
}
