//! Which engine keeps the record. This is the one place that knows engines by name.

mod dynamodb;
mod sqlite;

use std::{path::PathBuf, sync::Arc};

use vitalog_config::{Settings, sections::storage::StorageUrl};
use vitalog_storage::Storage;

use crate::failure::Failure;

/// Engines that other builds may hold.
const ELSEWHERE: [&str; 2] = ["postgres", "postgresql"];

/// Opens the storage that the settings name, and makes it if it is not there.
pub(crate) async fn open(settings: &Settings) -> Result<Arc<dyn Storage>, Failure> {
    match settings.storage.url.scheme() {
        "sqlite" => sqlite::open(settings).await,
        "dynamodb" => dynamodb::open(settings).await,
        _ => Err(not_held(&settings.storage.url)),
    }
}

/// Opens storage that is expected to be there, and makes none.
pub(crate) async fn open_existing(settings: &Settings) -> Result<Arc<dyn Storage>, Failure> {
    match settings.storage.url.scheme() {
        "sqlite" => sqlite::open_existing(settings).await,
        _ => open(settings).await,
    }
}

/// The file that holds the record, for an engine that keeps one, with a key of ours.
pub(crate) fn file(settings: &Settings) -> Result<Option<PathBuf>, Failure> {
    match settings.storage.url.scheme() {
        "sqlite" => Ok(Some(sqlite::file(settings))),
        "dynamodb" => Ok(None),
        _ => Err(not_held(&settings.storage.url)),
    }
}

/// Gives the record a new key, and says in which file it is.
pub(crate) async fn rotate_key(settings: &Settings) -> Result<PathBuf, Failure> {
    match settings.storage.url.scheme() {
        "sqlite" => sqlite::rotate_key(settings).await,
        "dynamodb" => Err(Failure::usage(
            "the record is in a DynamoDB table, whose key AWS keeps and changes",
        )),
        _ => Err(not_held(&settings.storage.url)),
    }
}

fn not_held(url: &StorageUrl) -> Failure {
    let scheme = url.scheme();
    if ELSEWHERE.contains(&scheme) {
        return Failure::usage(format!(
            "this build does not hold the storage engine `{scheme}`"
        ))
        .advise("It keeps the record in a file: sqlite:PATH, or leave the setting out.");
    }
    Failure::usage(format!("there is no storage engine `{scheme}`"))
        .advise("A storage URL looks like sqlite:/var/lib/vitalog/vitalog.db or dynamodb://TABLE.")
}
