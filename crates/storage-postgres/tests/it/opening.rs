//! What is made on the first start, by one program or by many, and what is refused.

use std::collections::BTreeSet;

use tokio::task::JoinSet;
use vitalog_storage::{RecordStore, Revision};
use vitalog_storage_contract::generation::{generation, me, stored_generation};
use vitalog_storage_postgres::{OpenError, Place, PostgresStorage, testing::TestSchema};

const TABLES: &str = "
    SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()";

async fn tables(schema: &TestSchema) -> BTreeSet<String> {
    let rows = schema.client().await.query(TABLES, &[]).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

async fn refusal(place: &Place) -> OpenError {
    match PostgresStorage::open(place, 2).await {
        Err(error) => error,
        Ok(_) => panic!("it was opened"),
    }
}

#[tokio::test]
async fn empty_schema_gets_every_table_and_a_second_start_changes_nothing() {
    let schema = TestSchema::new().await;
    assert!(!PostgresStorage::is_made(&schema.place()).await.unwrap());
    assert!(tables(&schema).await.is_empty());
    let expected = [
        "access_entry",
        "current_run",
        "daily_value",
        "daily_value_by_source",
        "document",
        "finding",
        "job",
        "migration",
        "name",
        "reading",
        "record",
        "run",
        "vendor_record",
        "workout",
    ]
    .map(String::from);
    for _ in 0..2 {
        schema.open().await;
        assert!(PostgresStorage::is_made(&schema.place()).await.unwrap());
        assert_eq!(tables(&schema).await, BTreeSet::from(expected.clone()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn programs_that_make_the_tables_at_once_all_write_to_them() {
    let schema = TestSchema::new().await;
    let mut programs = JoinSet::new();
    for _ in 0..8 {
        let place = schema.place();
        programs.spawn(async move { PostgresStorage::open(&place, 2).await.unwrap() });
    }
    let mut number = 0;
    for program in programs.join_all().await {
        program
            .write_record(&me(), Revision(number), generation(number + 1))
            .await
            .unwrap();
        number += 1;
        assert_eq!(stored_generation(&program).await, number);
    }
}

#[tokio::test]
async fn database_of_a_newer_program_is_refused_by_name_and_left_alone() {
    let schema = TestSchema::new().await;
    schema.open().await;
    let client = schema.client().await;
    let future = "INSERT INTO migration (name) VALUES ('29990101000000_from_the_future')";
    client.batch_execute(future).await.unwrap();
    let error = refusal(&schema.place()).await;
    assert!(matches!(&error, OpenError::NewerSchema { .. }), "{error}");
    assert!(error.to_string().contains("29990101000000_from_the_future"));
}

#[tokio::test]
async fn migration_that_was_broken_off_left_nothing() {
    let schema = TestSchema::new().await;
    let client = schema.client().await;
    // In the way of the last table that is made.
    client
        .batch_execute("CREATE TABLE access_entry (other integer)")
        .await
        .unwrap();
    let error = refusal(&schema.place()).await;
    assert!(error.to_string().contains("42P07"), "{error}");
    assert_eq!(
        tables(&schema).await,
        BTreeSet::from(["access_entry".to_owned()])
    );
    client
        .batch_execute("DROP TABLE access_entry")
        .await
        .unwrap();
    schema.open().await;
}

#[tokio::test]
async fn role_that_may_not_make_tables_is_told_so_and_may_use_those_there_are() {
    let schema = TestSchema::new().await;
    let client = schema.client().await;
    let name = schema.name();
    let role = format!("{name}_user");
    let make = format!("CREATE ROLE {role} LOGIN; GRANT USAGE ON SCHEMA {name} TO {role}");
    client.batch_execute(&make).await.unwrap();
    let as_role = Place {
        url: schema
            .url()
            .replace("postgres@", &format!("{role}@"))
            .into(),
        password: None,
    };
    let error = refusal(&as_role).await;
    assert!(error.to_string().contains("own the database"), "{error}");

    schema.open().await;
    let grant = format!("GRANT ALL ON ALL TABLES IN SCHEMA {name} TO {role}");
    client.batch_execute(&grant).await.unwrap();
    let storage = PostgresStorage::open(&as_role, 2).await.unwrap();
    storage
        .write_record(&me(), Revision(0), generation(1))
        .await
        .unwrap();
    assert_eq!(stored_generation(&storage).await, 1);
    drop(storage);
    let drop = format!("DROP OWNED BY {role}; DROP ROLE {role}");
    client.batch_execute(&drop).await.unwrap();
}

#[tokio::test]
async fn database_without_unicode_is_refused() {
    let schema = TestSchema::new().await;
    let client = schema.client().await;
    let name = format!("{}_latin", schema.name());
    let make = format!(
        "CREATE DATABASE {name} TEMPLATE template0 ENCODING LATIN1 LOCALE 'C' LOCALE_PROVIDER libc"
    );
    client.batch_execute(&make).await.unwrap();
    let place = Place {
        url: schema
            .url()
            .replace("/postgres?", &format!("/{name}?"))
            .into(),
        password: None,
    };
    let error = refusal(&place).await;
    assert!(
        matches!(&error, OpenError::Encoding(found) if found == "LATIN1"),
        "{error}"
    );
    client
        .batch_execute(&format!("DROP DATABASE {name} WITH (FORCE)"))
        .await
        .unwrap();
}
