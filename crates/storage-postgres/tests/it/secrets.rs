//! Passwords and stored values are in no error, however it is printed.

use std::{error::Error, fmt::Write};

use vitalog_core::Metric;
use vitalog_storage::{RecordChange, RecordStore, Revision};
use vitalog_storage_contract::generation::{me, reading};
use vitalog_storage_postgres::{OpenError, Place, PostgresStorage, testing::TestSchema};

/// An error in every way that it is printed.
fn printed(error: &(dyn Error + 'static)) -> String {
    let mut text = format!("{error} {error:?} {error:#?}");
    let mut cause = error.source();
    while let Some(error) = cause {
        write!(text, " {error} {error:?}").unwrap();
        cause = error.source();
    }
    text
}

async fn role_with_password(schema: &TestSchema) -> String {
    let client = schema.client().await;
    // Another test may have made it.
    let group = "DO $$ BEGIN CREATE ROLE needs_password;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$";
    client.batch_execute(group).await.unwrap();
    let role = format!("{}_locked", schema.name());
    let make = format!(
        "CREATE ROLE {role} LOGIN PASSWORD 'right-marker' IN ROLE needs_password;
        GRANT ALL ON SCHEMA {} TO {role}",
        schema.name()
    );
    client.batch_execute(&make).await.unwrap();
    role
}

fn place(schema: &TestSchema, user: &str, password: Option<&str>) -> Place {
    Place {
        url: schema
            .url()
            .replace("postgres@", &format!("{user}@"))
            .into(),
        password: password.map(Into::into),
    }
}

#[tokio::test]
async fn wrong_password_is_refused_without_being_shown_and_the_right_one_opens() {
    let schema = TestSchema::new().await;
    let role = role_with_password(&schema).await;
    let wrong = [
        place(&schema, &format!("{role}:wrong-marker"), None),
        place(&schema, &role, Some("wrong-marker")),
    ];
    for place in wrong {
        assert!(!format!("{place:?}").contains("marker"));
        let Err(error) = PostgresStorage::open(&place, 2).await else {
            panic!("it was opened");
        };
        assert!(matches!(&error, OpenError::Refused { code, .. } if code == "28P01"));
        let text = printed(&error);
        assert!(!text.contains("marker"), "{text}");
    }
    for right in [
        place(&schema, &format!("{role}:right-marker"), None),
        place(&schema, &role, Some("right-marker")),
        // That of the URL is the more precise one.
        place(
            &schema,
            &format!("{role}:right-marker"),
            Some("wrong-marker"),
        ),
    ] {
        PostgresStorage::open(&right, 2).await.unwrap();
    }
    let drop = format!("DROP OWNED BY {role}; DROP ROLE {role}");
    schema.client().await.batch_execute(&drop).await.unwrap();
}

#[tokio::test]
async fn refused_row_is_not_quoted() {
    let schema = TestSchema::new().await;
    let storage = schema.open().await;
    let client = schema.client().await;
    // PostgreSQL's own message shows the whole row.
    client
        .batch_execute("ALTER TABLE reading ADD CHECK (note IS DISTINCT FROM 'note-marker')")
        .await
        .unwrap();
    let mut row = reading(Metric::Weight, 0, 7_654_321.25, "source-marker");
    row.note = Some("note-marker".to_owned());
    let few = vec![row.clone()];
    let many = (0..500).map(|at| reading(Metric::Weight, 1 + at, 1.0, "scale"));
    let many = many.chain([row]).collect();
    for put_readings in [few, many] {
        let change = RecordChange {
            put_readings,
            ..RecordChange::default()
        };
        let error = storage.write_record(&me(), Revision(0), change).await;
        let text = printed(&error.unwrap_err());
        assert!(text.contains("23514"), "{text}");
        assert!(
            !text.contains("marker") && !text.contains("7654321"),
            "{text}"
        );
    }
}
