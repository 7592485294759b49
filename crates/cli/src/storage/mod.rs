//! Which engine keeps the record. This is the one place that knows engines by name.

mod dynamodb;
mod postgres;
mod sqlite;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use secrecy::SecretString;
use vitalog_config::{Settings, sections::storage::StorageUrl};
use vitalog_storage::{Owner, Storage};

use crate::failure::Failure;

/// Opens the storage that the settings name, and makes it if it is not there.
pub(crate) async fn open(settings: &Settings) -> Result<Arc<dyn Storage>, Failure> {
    match settings.storage.url.scheme() {
        "sqlite" => sqlite::open(settings).await,
        "postgres" | "postgresql" => postgres::open(settings).await,
        "dynamodb" => dynamodb::open(settings).await,
        _ => Err(unknown(&settings.storage.url)),
    }
}

/// Opens storage that is expected to be there, and makes none.
pub(crate) async fn open_existing(settings: &Settings) -> Result<Arc<dyn Storage>, Failure> {
    if is_made(settings).await? {
        return open(settings).await;
    }
    let place = match file(settings)? {
        Some(file) => file.display().to_string(),
        None => settings.storage.url.shown(),
    };
    Err(Failure::usage(format!("there is no database at {place}")))
}

/// Opens the database of a backup, and makes it if it is not there.
pub(crate) async fn archive(path: &Path, key: &SecretString) -> Result<Arc<dyn Storage>, Failure> {
    sqlite::open_at(path, key).await
}

/// Makes the place of the record empty. What can be put aside is, and it is said where it is then.
pub(crate) async fn clear(
    settings: &Settings,
    now: jiff::Timestamp,
) -> Result<Option<PathBuf>, Failure> {
    if settings.storage.url.scheme() == "sqlite" {
        return sqlite::put_aside(settings, now).await.map(Some);
    }
    let storage = open(settings).await?;
    empty(&*storage).await?;
    Ok(None)
}

/// Deletes everything that is stored for anyone.
async fn empty(storage: &dyn Storage) -> Result<(), Failure> {
    for owner in storage.list_owners().await? {
        if let Owner::Account(account) = &owner {
            storage.erase_account(account).await?;
        }
    }
    let deployment = Owner::Deployment;
    loop {
        let page = storage.list_all_documents(&deployment, None, PAGE).await?;
        if page.is_empty() {
            break;
        }
        for (kind, document) in page {
            storage
                .delete_document(&deployment, &kind, &document.id)
                .await?;
        }
    }
    for queue in storage.list_queues().await? {
        loop {
            let page = storage.list_jobs(&queue, None, PAGE).await?;
            if page.is_empty() {
                break;
            }
            for job in page {
                storage.drop_job(&queue, &job.id).await?;
            }
        }
    }
    Ok(())
}

/// Documents or jobs that are read at once to be deleted.
const PAGE: usize = 100;

/// Whether there is a record, or at least a place made for it. Makes none.
pub(crate) async fn is_made(settings: &Settings) -> Result<bool, Failure> {
    match settings.storage.url.scheme() {
        "sqlite" => Ok(sqlite::file(settings).exists()),
        "postgres" | "postgresql" => postgres::is_made(settings).await,
        // Its table is made by who sets AWS up, never here.
        "dynamodb" => Ok(true),
        _ => Err(unknown(&settings.storage.url)),
    }
}

/// The file that holds the record, for an engine that keeps one, with a key of ours.
pub(crate) fn file(settings: &Settings) -> Result<Option<PathBuf>, Failure> {
    match settings.storage.url.scheme() {
        "sqlite" => Ok(Some(sqlite::file(settings))),
        "postgres" | "postgresql" | "dynamodb" => Ok(None),
        _ => Err(unknown(&settings.storage.url)),
    }
}

/// Gives the record a new key, and says in which file it is.
pub(crate) async fn rotate_key(settings: &Settings) -> Result<PathBuf, Failure> {
    match settings.storage.url.scheme() {
        "sqlite" => sqlite::rotate_key(settings).await,
        "postgres" | "postgresql" => Err(Failure::usage(
            "the record is in a PostgreSQL database, which has no key of vitalog's",
        )
        .advise(
            "Change the password of its role in PostgreSQL, and then in the settings. What lies on \
             the server's disk is encrypted there, or not at all; the guide \
             docs/guides/postgresql.md tells how.",
        )),
        "dynamodb" => Err(Failure::usage(
            "the record is in a DynamoDB table, whose key AWS keeps and changes",
        )),
        _ => Err(unknown(&settings.storage.url)),
    }
}

fn unknown(url: &StorageUrl) -> Failure {
    let scheme = url.scheme();
    Failure::usage(format!("there is no storage engine `{scheme}`")).advise(
        "A storage URL looks like sqlite:/var/lib/vitalog/vitalog.db, \
         postgres://ROLE@HOST/DATABASE or dynamodb://TABLE.",
    )
}
