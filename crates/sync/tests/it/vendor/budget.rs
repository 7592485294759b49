//! One budget, many who use it at once.

use std::{sync::Arc, time::Duration};

use jiff::{SignedDuration, Timestamp};
use tokio::{task::JoinSet, time::Instant};
use vitalog_core::clock::{CountingEntropy, ManualClock};
use vitalog_storage::{DocumentWrite, MemoryStorage, Owner, Storage};
use vitalog_storage_sqlite::SqliteStorage;
use vitalog_sync::vendor::budget::{Acquired, Budget, Lane, Left, Limit, Told};

pub(super) const WHOOP: &[Limit] = &[
    Limit {
        seconds: 60,
        requests: 100,
        bulk_leaves: 30,
    },
    Limit {
        seconds: 86_400,
        requests: 10_000,
        bulk_leaves: 2_000,
    },
];

fn budget(storage: Arc<dyn Storage>, clock: &Arc<ManualClock>) -> Budget {
    let entropy = Arc::new(CountingEntropy::new());
    Budget::new(storage, clock.clone(), entropy, "whoop", WHOOP)
}

fn noon() -> Arc<ManualClock> {
    Arc::new(ManualClock::new("2026-10-10T12:00:00Z".parse().unwrap()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn several_programs_on_one_file_never_exceed_the_budget_together() {
    let folder = tempfile::tempdir().unwrap();
    let clock = noon();
    let file = folder.path().join("vitalog.db");
    let mut asking = JoinSet::new();
    for _ in 0..4 {
        let key = "11".repeat(32).into();
        let program = budget(Arc::new(SqliteStorage::open(&file, &key).unwrap()), &clock);
        for number in 0..40 {
            let program = program.clone();
            let lane = if number % 2 == 0 {
                Lane::Bulk
            } else {
                Lane::Interactive
            };
            asking.spawn(async move { program.acquire(lane, &number.to_string()).await.unwrap() });
        }
    }
    let asked = asking.join_all().await;
    let granted = asked.iter().filter(|asked| **asked == Acquired::Granted);
    let granted = u32::try_from(granted.count()).unwrap();
    assert!((60..=90).contains(&granted), "{granted}");
    let key = "11".repeat(32).into();
    let another = budget(Arc::new(SqliteStorage::open(&file, &key).unwrap()), &clock);
    assert_eq!(another.left().await.unwrap().interactive, 90 - granted);
}

#[tokio::test]
async fn what_one_program_hears_holds_for_the_others() {
    let storage: Arc<dyn Storage> = Arc::new(MemoryStorage::default());
    let clock = noon();
    let (one, other) = (budget(storage.clone(), &clock), budget(storage, &clock));
    let told = Told {
        reset: Some(SignedDuration::from_secs(20)),
        refused: true,
        ..Told::default()
    };
    one.hear(told).await.unwrap();
    let reset: Timestamp = "2026-10-10T12:00:20Z".parse().unwrap();
    let left = Left {
        interactive: 0,
        bulk: 0,
        again_at: Some(reset),
    };
    assert_eq!(other.left().await.unwrap(), left);
    assert_eq!(
        other.acquire(Lane::Interactive, "").await.unwrap(),
        Acquired::Later(reset)
    );
}

#[tokio::test(start_paused = true)]
async fn who_has_no_patience_is_told_when_to_come_again() {
    let clock = noon();
    let budget = budget(Arc::new(MemoryStorage::default()), &clock);
    let refused = Told {
        refused: true,
        ..Told::default()
    };
    budget.hear(refused).await.unwrap();
    let started = Instant::now();
    let waited = budget.wait(Lane::Interactive, Duration::from_secs(59));
    let minute_later = "2026-10-10T12:01:00Z".parse().unwrap();
    assert_eq!(waited.await.unwrap(), Acquired::Later(minute_later));
    assert_eq!(started.elapsed(), Duration::ZERO);
}

#[tokio::test]
async fn budget_that_cannot_be_read_is_taken_for_a_new_one() {
    let storage: Arc<dyn Storage> = Arc::new(MemoryStorage::default());
    let write = DocumentWrite {
        kind: "vendor-budget",
        id: "whoop".to_owned(),
        body: "{\"windows\": 7}".to_owned(),
        expires_at: None,
    };
    let owner = Owner::Deployment;
    storage.put_document(&owner, None, &write).await.unwrap();
    let budget = budget(storage, &noon());
    let asked = budget.acquire(Lane::Bulk, "a").await.unwrap();
    assert_eq!(asked, Acquired::Granted);
    assert_eq!(budget.left().await.unwrap().interactive, 89);
}
