//! The record in one encrypted file.

mod rotation;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use vitalog_config::Settings;
use vitalog_storage::Storage;
use vitalog_storage_sqlite::{OpenError, SoleDatabase, SqliteStorage};

pub(super) use rotation::rotate_key;

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
    let key_file = settings
        .storage
        .key
        .is_none()
        .then(|| key_file::path(&settings.data));
    // Opening migrates and waits for other programs, which is no work for an async thread.
    let opened = tokio::task::spawn_blocking(move || {
        let open = |key: &SecretString| SqliteStorage::open(&opening, key);
        match key_file {
            Some(place) => open_by_key_file(&place, &key, open),
            None => open(&key),
        }
    });
    match opened.await {
        Ok(Ok(storage)) => Ok(Arc::new(storage)),
        Ok(Err(error)) => Err(explain(&error, &path)),
        Err(_) => Err(Failure::failed("opening the database broke off")),
    }
}

/// Opens a file with a key, apart from any settings; makes it where there is none.
pub(super) async fn open_at(path: &Path, key: &SecretString) -> Result<Arc<dyn Storage>, Failure> {
    let (opening, key) = (path.to_owned(), key.clone());
    let opened = tokio::task::spawn_blocking(move || SqliteStorage::open(&opening, &key)).await;
    match opened {
        Ok(Ok(storage)) => Ok(Arc::new(storage)),
        Ok(Err(error)) => Err(explain(&error, path)),
        Err(_) => Err(Failure::failed("opening the database broke off")),
    }
}

/// Gives the file another name, once nobody has it open, and says which.
pub(super) async fn put_aside(settings: &Settings, now: Timestamp) -> Result<PathBuf, Failure> {
    let path = file(settings);
    let key = key(settings, &path)?;
    let stamp = now.strftime("%Y%m%dT%H%M%SZ");
    let mut aside = path.as_os_str().to_owned();
    aside.push(format!(".before-{stamp}"));
    let (from, to) = (path.clone(), PathBuf::from(aside));
    let moved = tokio::task::spawn_blocking(move || {
        // Alone, so that nobody goes on to write to a file that has another name.
        let sole = SoleDatabase::open(&from, &key).map_err(|error| explain(&error, &from))?;
        std::fs::rename(&from, &to).map_err(|error| {
            Failure::failed(format!("cannot put {} aside: {error}", from.display()))
        })?;
        drop(sole);
        // Closing the file could not find it under the name it was opened with.
        let mut journal = from.into_os_string();
        journal.push("-journal");
        match std::fs::remove_file(PathBuf::from(journal)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Failure::failed(
                format!("cannot remove the journal of the database: {error}"),
            )),
            _ => Ok(to),
        }
    });
    let moved = moved.await;
    moved.map_err(|_| Failure::failed("putting the database aside broke off"))?
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

/// Opens the database with the key that was read from the key file. If it does not fit, the key may
/// have been changed since it was read, or the program that changed it was killed before it put the
/// new key in the old one's place: then that is done now.
fn open_by_key_file<T>(
    place: &Path,
    key: &SecretString,
    open: impl Fn(&SecretString) -> Result<T, OpenError>,
) -> Result<T, OpenError> {
    let with_old = open(key);
    if !matches!(with_old, Err(OpenError::WrongKey)) {
        return with_old;
    }
    if let Some(next) = key_file::read_next(place) {
        let with_next = open(&next);
        if with_next.is_ok() {
            finish_change(place);
        }
        if !matches!(with_next, Err(OpenError::WrongKey)) {
            return with_next;
        }
    }
    match key_file::read(place) {
        Ok(Some(now)) if now.expose_secret() != key.expose_secret() => open(&now),
        _ => with_old,
    }
}

fn finish_change(place: &Path) {
    // The next start finds both keys as this one did.
    if let Err(error) = key_file::adopt_next(place) {
        tracing::warn!(
            "the database opens with {}, but that cannot take the place of {}: {error}",
            key_file::next_path(place).display(),
            place.display()
        );
    }
}

fn explain(error: &OpenError, path: &Path) -> Failure {
    let shown = path.display();
    let cause = std::error::Error::source(error).map(|cause| format!(": {cause}"));
    let sentence = format!("cannot open {shown}: {error}{}", cause.unwrap_or_default());
    match error {
        OpenError::MalformedKey | OpenError::WrongKey => Failure::needs_person(sentence).advise(
            "Put back the key file that belongs to this database. A copy made before \
                 `vitalog secret rotate database` opens only with the key of that time.",
        ),
        OpenError::InUse => Failure::failed(sentence)
            .advise("Stop the server, and close apps that run `vitalog stdio`, then try again."),
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
