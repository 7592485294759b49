//! A new key for the database.
//!
//! At every moment a key that opens the database is on disk: the new one is written beside the old
//! one before the database is changed, and takes its place after. A program that finds the old key
//! not to fit looks for the new one, and finishes what was begun.

use std::path::{Path, PathBuf};

use secrecy::SecretString;
use vitalog_config::Settings;
use vitalog_storage_sqlite::SoleDatabase;

use super::{explain, file, open_by_key_file};
use crate::{failure::Failure, key_file, system::SystemEntropy};

/// Gives the database a new key, and says in which file it is.
pub(in crate::storage) async fn rotate_key(settings: &Settings) -> Result<PathBuf, Failure> {
    let place = key_file::path(&settings.data);
    if settings.storage.key.is_some() {
        return Err(given(settings, &place));
    }
    let database = file(settings);
    if !database.exists() {
        return Err(
            Failure::usage(format!("there is no database at {}", database.display()))
                .advise("`vitalog serve` makes it, with a key of its own."),
        );
    }
    let key = super::key(settings, &database)?;
    let changing = place.clone();
    // Every page is read and written, which is no work for an async thread.
    tokio::task::spawn_blocking(move || change(&database, &changing, &key))
        .await
        .map_err(|_| Failure::failed("changing the key broke off"))??;
    Ok(place)
}

fn change(database: &Path, place: &Path, key: &SecretString) -> Result<(), Failure> {
    let open = |key: &SecretString| SoleDatabase::open(database, key);
    // Kept to the end, so that nobody opens the database between the two changes.
    let sole = open_by_key_file(place, key, open).map_err(|error| explain(&error, database))?;
    let next_place = key_file::next_path(place);
    let next = key_file::make_next(place, &SystemEntropy).map_err(|error| {
        Failure::failed(format!(
            "cannot write the new key to {}: {error}",
            next_place.display()
        ))
        .advise("Nothing was changed.")
    })?;
    sole.change_key(&next).map_err(|error| {
        let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}"));
        Failure::failed(format!("{error}{}", cause.unwrap_or_default())).advise(format!(
            "It may have the old key or the new one: keep {} and {}. `vitalog doctor` opens it \
             with the one that fits.",
            place.display(),
            next_place.display()
        ))
    })?;
    key_file::adopt_next(place).map_err(|error| {
        Failure::failed(format!(
            "the database has its new key, but {} cannot take the place of {}: {error}",
            next_place.display(),
            place.display()
        ))
        .advise("Keep both files; the next start tries again.")
    })
}

/// The refusal to change a key that somebody else keeps.
fn given(settings: &Settings, place: &Path) -> Failure {
    let origin = settings.origin("storage.key");
    Failure::usage(format!(
        "the key is given by {origin}, which vitalog does not change"
    ))
    .advise(format!(
        "Put the key into {} (chmod 600), take the setting away and run this again. Afterwards the \
         new key can be moved back to where you keep it.",
        place.display()
    ))
}
