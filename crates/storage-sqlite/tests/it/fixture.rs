//! A database file in a folder.

use std::path::{Path, PathBuf};

use secrecy::SecretString;
use vitalog_storage_sqlite::SqliteStorage;

pub(crate) fn key() -> SecretString {
    SecretString::from("4f".repeat(32))
}

pub(crate) fn file(folder: &Path) -> PathBuf {
    folder.join("vitalog.db")
}

pub(crate) fn open(folder: &Path) -> SqliteStorage {
    SqliteStorage::open(&file(folder), &key()).unwrap()
}
