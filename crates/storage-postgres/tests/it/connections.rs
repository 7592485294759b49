//! Connections that are lost, and those that are not to be had.

use std::{sync::Arc, time::Duration};

use tokio::{net::TcpListener, task::JoinSet};
use vitalog_storage::{RecordQuery, RecordStore, Retry, Revision, StorageError};
use vitalog_storage_contract::generation::{generation, me, stored_generation};
use vitalog_storage_postgres::{OpenError, Place, PostgresStorage, testing::TestSchema};

async fn own_connections(schema: &TestSchema) -> PostgresStorage {
    let place = Place {
        url: format!("{}&application_name={}", schema.url(), schema.name()).into(),
        password: None,
    };
    PostgresStorage::open(&place, 3).await.unwrap()
}

/// Ends every connection of the storage, as a server that stops does.
async fn cut(schema: &TestSchema) {
    const CUT: &str = "
        SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = $1";
    let client = schema.client().await;
    assert!(
        !client
            .query(CUT, &[&schema.name()])
            .await
            .unwrap()
            .is_empty()
    );
}

async fn read(storage: &PostgresStorage) -> Result<Revision, StorageError> {
    let nothing = RecordQuery::default();
    let record = storage.read_record(&me(), &nothing).await?;
    Ok(record.revision)
}

#[tokio::test]
async fn lost_connections_are_made_anew() {
    let schema = TestSchema::new().await;
    let storage = own_connections(&schema).await;
    for number in 1..=5 {
        storage
            .write_record(&me(), Revision(number - 1), generation(number))
            .await
            .unwrap();
        cut(&schema).await;
        // At most one operation per connection meets the end of it, and says to try again.
        let mut tries = 0;
        let revision = loop {
            match read(&storage).await {
                Ok(revision) => break revision,
                Err(error) => assert_eq!(error.retry, Retry::Later),
            }
            tries += 1;
            assert!(tries < 3);
        };
        assert_eq!(revision, Revision(number));
        assert_eq!(stored_generation(&storage).await, number);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn writes_are_whole_or_not_there_however_often_their_connections_are_cut() {
    let schema = Arc::new(TestSchema::new().await);
    let storage = Arc::new(own_connections(&schema).await);
    let mut writers = JoinSet::new();
    for _ in 0..3 {
        let storage = storage.clone();
        writers.spawn(async move {
            let mut acknowledged = 0;
            for _ in 0..40 {
                let Ok(at) = read(&storage).await else {
                    continue;
                };
                let change = generation(at.0 + 1);
                match storage.write_record(&me(), at, change).await {
                    Ok(vitalog_storage::Written::Done(revision)) => acknowledged = revision.0,
                    Ok(vitalog_storage::Written::Stale) => {}
                    Err(error) => assert_eq!(error.retry, Retry::Later, "{error:?}"),
                }
            }
            acknowledged
        });
    }
    for _ in 0..10 {
        tokio::time::sleep(Duration::from_millis(15)).await;
        let client = schema.client().await;
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = $1";
        client.query(cut, &[&schema.name()]).await.unwrap();
    }
    let acknowledged = writers.join_all().await.into_iter().max().unwrap();
    let mut stored = None;
    while stored.is_none() {
        stored = read(&storage).await.ok();
    }
    assert!(stored.unwrap().0 >= acknowledged);
    assert_eq!(stored_generation(&*storage).await, stored.unwrap().0);
}

#[tokio::test]
async fn server_that_is_not_there_is_told_in_words() {
    // A port that was free a moment ago.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let place = Place {
        url: format!("postgres://me:hush@127.0.0.1:{port}/health").into(),
        password: None,
    };
    let Err(error) = PostgresStorage::open(&place, 2).await else {
        panic!("it was opened");
    };
    assert!(matches!(error, OpenError::Unreachable(_)));
    let text = format!("{error} {error:?}");
    assert!(text.contains("refused") && !text.contains("hush"), "{text}");
}

#[tokio::test]
async fn more_callers_than_connections_wait_their_turn() {
    let schema = TestSchema::new().await;
    let storage = Arc::new(PostgresStorage::open(&schema.place(), 2).await.unwrap());
    let mut readers = JoinSet::new();
    for _ in 0..50 {
        let storage = storage.clone();
        readers.spawn(async move { read(&storage).await.unwrap() });
    }
    for revision in readers.join_all().await {
        assert_eq!(revision, Revision(0));
    }
}

#[tokio::test]
async fn server_with_too_many_connections_may_be_asked_again() {
    let schema = TestSchema::new().await;
    let client = schema.client().await;
    let role = format!("{}_few", schema.name());
    let make = format!(
        "CREATE ROLE {role} LOGIN SUPERUSER CONNECTION LIMIT 1;
        ALTER ROLE {role} NOSUPERUSER;
        GRANT ALL ON SCHEMA {} TO {role}",
        schema.name()
    );
    client.batch_execute(&make).await.unwrap();
    let place = Place {
        url: schema
            .url()
            .replace("postgres@", &format!("{role}@"))
            .into(),
        password: None,
    };
    let storage = PostgresStorage::open(&place, 5).await.unwrap();
    let reads = (0..5).map(|_| read(&storage));
    let ended = futures::future::join_all(reads).await;
    assert!(ended.iter().any(Result::is_ok));
    for error in ended.into_iter().filter_map(Result::err) {
        assert_eq!(error.retry, Retry::Later, "{error:?}");
    }
    drop(storage);
    let drop = format!("DROP OWNED BY {role}; DROP ROLE {role}");
    client.batch_execute(&drop).await.unwrap();
}
