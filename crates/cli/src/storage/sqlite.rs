//! The record in one encrypted file.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use secrecy::SecretString;
use vitalog_config::Settings;
use vitalog_storage::Storage;
use vitalog_storage_sqlite::{OpenError, SqliteStorage};

use crate::{data_folder, failure::Failure, key_file, system::SystemEntropy};

/// The file.
pub(super) fn file(settings: &Settings) -> PathBuf {
    PathBuf::from(settings.storage.url.rest())
}

/// Opens the file with its key; makes both where neither is there.
pub(super) async fn open(settings: &Settings) -> Result<Arc<dyn Storage>, Failure> {
    let path = file(settings);
    let key = key(settings, &path)?;
    if let Some(folder) = path.parent().filter(|folder| !folder.exists()) {
        data_folder::ensure(folder)?;
    }
    let opening = path.clone();
    // Opening migrates and waits for other programs, which is no work for an async thread.
    let opened = tokio::task::spawn_blocking(move || SqliteStorage::open(&opening, &key)).await;
    match opened {
        Ok(Ok(storage)) => Ok(Arc::new(storage)),
        Ok(Err(error)) => Err(explain(&error, &path)),
        Err(_) => Err(Failure::failed("opening the database broke off")),
    }
}

/// The key that the settings give, else that of the key file. A key is made for a new database
/// alone: over an old one it would only hide that the right one is missing.
fn key(settings: &Settings, database: &Path) -> Result<SecretString, Failure> {
    if let Some(key) = &settings.storage.key {
        return Ok(key.clone());
    }
    let path = key_file::path(&settings.data);
    // Looked at before the key file: another first start makes the key first, then the database.
    let database_exists = database.exists();
    match key_file::read(&path)? {
        Some(key) => Ok(key),
        None if database_exists => Err(Failure::needs_person(format!(
            "there is a database at {}, but its key file {} is missing",
            database.display(),
            path.display()
        ))
        .advise(
            "Put the key file back, or give the key with VITALOG_STORAGE__KEY_FILE. Without its \
             key the database cannot be read by anyone.",
        )),
        None => key_file::make(&path, &SystemEntropy),
    }
}

fn explain(error: &OpenError, path: &Path) -> Failure {
    let shown = path.display();
    let cause = std::error::Error::source(error).map(|cause| format!(": {cause}"));
    let sentence = format!("cannot open {shown}: {error}{}", cause.unwrap_or_default());
    match error {
        OpenError::MalformedKey | OpenError::WrongKey => Failure::needs_person(sentence)
            .advise("Put back the key file that belongs to this database."),
        OpenError::Empty => Failure::needs_person(sentence).advise(
            "What it held is lost: put back a copy. If nothing was ever stored in it, remove the \
             empty file.",
        ),
        OpenError::NotEncrypted | OpenError::NotADatabase => Failure::needs_person(sentence)
            .advise("Choose another file with --database, or move this one away."),
        OpenError::NewerSchema { .. } => {
            Failure::needs_person(sentence).advise("Run the newer version of vitalog.")
        }
        OpenError::File(_) => Failure::failed(sentence)
            .advise("The file and its folder must be writable by the user that runs vitalog."),
        OpenError::Encryption | OpenError::Sqlite(_) | OpenError::Thread(_) => {
            Failure::failed(sentence).advise("`vitalog doctor` looks for the cause.")
        }
    }
}
