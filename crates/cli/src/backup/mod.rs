//! Backups: the whole record as of one moment, in one encrypted file.
//!
//! A backup is a database file of the embedded engine, whichever engine the record is in, with a
//! key of its own and a head that tells which. It is written beside its place, read back from there,
//! restored into a store that is thrown away, and compared; only then it gets its name.

mod archive;
mod make;
mod put_back;
mod scratch;

use std::path::{Path, PathBuf};

use secrecy::SecretString;
use vitalog_config::Settings;

pub(crate) use self::{make::make, put_back::put_back};
use crate::{failure::Failure, key_file, system::SystemEntropy};

/// The name of the key's file in the data folder.
const KEY_FILE: &str = "vitalog-backup.key";

/// Where the key of backups lies unless somebody says otherwise.
pub(crate) fn key_path(settings: &Settings) -> PathBuf {
    settings.data.join(KEY_FILE)
}

/// The key to make a backup with, and whether it was made just now.
fn key_to_make(settings: &Settings, named: Option<&Path>) -> Result<(SecretString, bool), Failure> {
    if let Some(path) = named {
        return Ok((named_key(path)?, false));
    }
    let path = key_path(settings);
    match key_file::read(&path)? {
        Some(key) => Ok((key, false)),
        None => Ok((key_file::make(&path, &SystemEntropy)?, true)),
    }
}

/// A key in a file that somebody named.
fn named_key(path: &Path) -> Result<SecretString, Failure> {
    let key = key_file::read(path)?;
    key.ok_or_else(|| Failure::usage(format!("there is no key file {}", path.display())))
}
