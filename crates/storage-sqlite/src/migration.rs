//! The schema, as the steps that made it. Forward only.

use rusqlite::{Connection, TransactionBehavior};

use crate::OpenError;

struct Migration {
    name: &'static str,
    sql: &'static str,
}

macro_rules! migrations {
    ($($name:literal,)*) => {
        &[$(Migration {
            name: $name,
            sql: include_str!(concat!("../migrations/", $name, ".sql")),
        },)*]
    };
}

/// Every migration, oldest first. A new one goes to the end.
const MIGRATIONS: &[Migration] = migrations![
    "20261130120000_record_and_documents",
    "20261130201500_change_count",
];

/// Brings the schema up to date. Several programs may do so at once: each step takes the file's
/// write lock first and then looks whether it is still to be done.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), OpenError> {
    migrate_with(connection, MIGRATIONS)
}

fn migrate_with(connection: &mut Connection, known: &[Migration]) -> Result<(), OpenError> {
    if is_current(&applied(connection)?, known)? {
        return Ok(());
    }
    for migration in known {
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(OpenError::Sqlite)?;
        let applied = applied(&transaction)?;
        is_current(&applied, known)?;
        if !applied.iter().any(|name| name == migration.name) {
            transaction
                .execute_batch(migration.sql)
                .and_then(|()| {
                    transaction
                        .execute("INSERT INTO migration (name) VALUES (?1)", [migration.name])
                })
                .and_then(|_| transaction.commit())
                .map_err(OpenError::Sqlite)?;
        }
    }
    Ok(())
}

/// Whether every known migration was applied; an error if an unknown one was.
fn is_current(applied: &[String], known: &[Migration]) -> Result<bool, OpenError> {
    let unknown = applied
        .iter()
        .find(|name| known.iter().all(|migration| migration.name != *name));
    if let Some(name) = unknown {
        return Err(OpenError::NewerSchema {
            migration: name.clone(),
        });
    }
    Ok(applied.len() == known.len())
}

/// The migrations that the file has seen, oldest first.
fn applied(connection: &Connection) -> Result<Vec<String>, OpenError> {
    let read = || {
        // A statement, unlike what the connection remembers of the schema, sees the file as it is.
        let begun = connection.query_row(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'migration'",
            [],
            |row| row.get::<_, bool>(0),
        )?;
        if !begun {
            return Ok(Vec::new());
        }
        connection
            .prepare("SELECT name FROM migration ORDER BY name")?
            .query_map([], |row| row.get(0))?
            .collect()
    };
    read().map_err(OpenError::Sqlite)
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use super::*;

    const SECOND: Migration = Migration {
        name: "20270101000000_second",
        sql: "CREATE TABLE second (id INTEGER PRIMARY KEY) STRICT;",
    };

    fn tables(connection: &Connection) -> BTreeSet<String> {
        let mut statement = connection
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
            .unwrap();
        let names = statement.query_map([], |row| row.get(0)).unwrap();
        names.collect::<Result<_, _>>().unwrap()
    }

    #[test]
    fn every_file_is_in_the_list_and_the_list_is_in_order() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
        let mut files: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        let listed: Vec<String> = MIGRATIONS
            .iter()
            .map(|migration| format!("{}.sql", migration.name))
            .collect();
        assert_eq!(listed, files);
        for name in listed {
            let (time, slug) = name.split_once('_').unwrap();
            assert!(time.len() == 14 && time.bytes().all(|digit| digit.is_ascii_digit()));
            let slug = slug.trim_end_matches(".sql");
            assert!(
                slug.bytes()
                    .all(|letter| letter.is_ascii_lowercase() || letter == b'_')
            );
        }
    }

    #[test]
    fn empty_file_gets_every_table_and_a_second_run_changes_nothing() {
        let mut connection = Connection::open_in_memory().unwrap();
        for _ in 0..2 {
            migrate(&mut connection).unwrap();
            let expected = [
                "access_entry",
                "change_count",
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
            assert_eq!(tables(&connection), BTreeSet::from(expected));
        }
    }

    #[test]
    fn file_of_an_older_program_is_brought_up_to_date() {
        let copy = |known: &[Migration]| -> Vec<Migration> {
            known.iter().map(|known| Migration { ..*known }).collect()
        };
        for released in 1..=MIGRATIONS.len() {
            let mut connection = Connection::open_in_memory().unwrap();
            migrate_with(&mut connection, &MIGRATIONS[..released]).unwrap();
            let mut newer = copy(MIGRATIONS);
            newer.push(SECOND);
            migrate_with(&mut connection, &newer).unwrap();
            assert!(tables(&connection).contains("second"));
            let names: Vec<&str> = newer.iter().map(|migration| migration.name).collect();
            assert_eq!(applied(&connection).unwrap(), names);
        }
    }

    #[test]
    fn file_of_a_newer_program_is_refused_and_left_alone() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        connection
            .execute("INSERT INTO migration (name) VALUES (?1)", [SECOND.name])
            .unwrap();
        let before = tables(&connection);
        let refused = migrate(&mut connection);
        assert!(
            matches!(&refused, Err(OpenError::NewerSchema { migration }) if migration == SECOND.name)
        );
        assert_eq!(tables(&connection), before);
    }

    #[test]
    fn migration_that_fails_leaves_nothing_of_itself() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        let before = tables(&connection);
        let broken = Migration {
            name: "20270101000000_broken",
            sql: "CREATE TABLE half (id INTEGER) STRICT; CREATE TABLE name (id INTEGER) STRICT;",
        };
        let first = Migration { ..MIGRATIONS[0] };
        assert!(migrate_with(&mut connection, &[first, broken]).is_err());
        assert_eq!(tables(&connection), before);
        migrate(&mut connection).unwrap();
    }
}
