//! The schema, as the steps that made it. Forward only.

use tokio_postgres::Row;

use crate::{OpenError, open, session::Session};

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

/// Held while the schema is brought up to date: one program at a time. The number says `vitalog`.
const LOCK: &str = "SELECT pg_advisory_xact_lock(x'766974616c6f67'::bigint)";
/// Looks into the catalog itself. What a connection remembers of it, as `to_regclass` asks, would be
/// of the time before the lock was waited for.
const BEGUN: &str = "
    SELECT EXISTS (
        SELECT FROM pg_class
        WHERE relname = 'migration' AND relkind = 'r' AND pg_table_is_visible(oid))";
const APPLIED: &str = "SELECT name FROM migration ORDER BY name";
const REMEMBER: &str = "INSERT INTO migration (name) VALUES ($1)";

/// Brings the schema up to date, all steps or none. Several programs may do so at once.
pub(crate) async fn migrate(session: &Session) -> Result<(), OpenError> {
    migrate_with(session, MIGRATIONS).await
}

async fn migrate_with(session: &Session, known: &[Migration]) -> Result<(), OpenError> {
    // A program with fewer privileges may use a schema that another one made.
    if is_current(&applied(session).await?, known)? {
        return Ok(());
    }
    session
        .begin(crate::session::WRITE)
        .await
        .map_err(open::failed)?;
    session.run(LOCK).await.map_err(open::failed)?;
    let applied = applied(session).await?;
    is_current(&applied, known)?;
    for migration in known {
        if !applied.iter().any(|name| name == migration.name) {
            session.run(migration.sql).await.map_err(open::failed)?;
            session
                .change(REMEMBER, &[&migration.name])
                .await
                .map_err(open::failed)?;
        }
    }
    session.commit().await.map_err(open::failed)
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

/// Whether the database has seen any migration.
pub(crate) async fn is_begun(session: &Session) -> Result<bool, OpenError> {
    let begun = session.select(BEGUN, &[]).await.map_err(open::failed)?;
    Ok(begun.first().is_some_and(|row| row.get(0)))
}

/// The migrations that the database has seen, oldest first.
async fn applied(session: &Session) -> Result<Vec<String>, OpenError> {
    if !is_begun(session).await? {
        return Ok(Vec::new());
    }
    let rows = session.select(APPLIED, &[]).await.map_err(open::failed)?;
    let names = rows.iter().map(|row: &Row| row.try_get(0));
    let names: Result<Vec<String>, _> = names.collect();
    names.map_err(|error| open::failed(error.into()))
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    fn files(folder: &str) -> Vec<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut files: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        files
    }

    #[test]
    fn every_file_is_in_the_list_and_the_list_is_in_order() {
        let listed: Vec<String> = MIGRATIONS
            .iter()
            .map(|migration| format!("{}.sql", migration.name))
            .collect();
        assert_eq!(listed, files("migrations"));
    }

    #[test]
    fn migrations_have_the_names_of_those_of_the_file() {
        assert_eq!(files("migrations"), files("../storage-sqlite/migrations"));
    }
}
