//! A writer that dies at any request leaves a change whole or not at all, and nobody waits for it.

use std::sync::atomic::Ordering;

use vitalog_storage::{RecordStore, Revision, Written};
use vitalog_storage_dynamodb::testing::TestTable;

use crate::{
    faults::{self, Fault},
    generation::{Size, change, me, read, write},
    table::count,
};

/// Has a writer die at its first request, at its second, and so on, until it gets through.
/// `fate` becomes of the request at which it dies; all that it would send later is not sent.
async fn die_at_each_request(size: Size, fate: Fault) {
    let table = TestTable::new().await;
    let storage = table.open().await;
    let mut generation = 0;
    let (mut kept, mut lost) = (0, 0);
    for deadly in 1.. {
        generation += 1;
        let (before, revision) = read(&storage, size).await;
        assert_eq!(before, generation - 1);

        let fault = fate.clone();
        let (client, sent) = faults::client(false, move |number, _| match number {
            number if number < deadly => Fault::None,
            number if number == deadly => fault.clone(),
            _ => Fault::Unsent,
        });
        let dying = table.open_over(client).await;
        let written = dying
            .write_record(&me(), revision, change(generation, size))
            .await;

        let (after, now) = read(&storage, size).await;
        match written {
            Ok(Written::Done(next)) => assert_eq!((after, now), (generation, next)),
            Ok(Written::Stale) => unreachable!("nobody else writes"),
            Err(_) => assert!(after == generation || after == before),
        }
        assert_eq!(now, Revision(after.into()));
        if after == before {
            lost += 1;
            // What was lost is written again.
            write(&storage, generation, size).await;
        } else {
            kept += 1;
            // The next writer does the rest first.
            generation += 1;
            write(&storage, generation, size).await;
        }
        assert_eq!(read(&storage, size).await.0, generation);
        assert_eq!(
            count(&table, "me/journal").await,
            0,
            "a journal was left behind"
        );
        if sent.load(Ordering::SeqCst) <= deadly {
            break;
        }
    }
    assert!(
        kept > 10 && lost > 0,
        "{kept} changes were kept, {lost} lost"
    );
}

/// Makes a test of each case, so that they run at once.
macro_rules! deaths {
    ($($name:ident($size:ident, $last:ident),)*) => {
        $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            die_at_each_request(Size::$size, Fault::$last).await;
        })*
    };
}

deaths! {
    writer_of_a_small_change_may_die_before_any_request(Small, Unsent),
    writer_of_a_small_change_may_die_after_any_request(Small, Unanswered),
    writer_of_a_large_change_may_die_before_any_request(Large, Unsent),
    writer_of_a_large_change_may_die_after_any_request(Large, Unanswered),
}
