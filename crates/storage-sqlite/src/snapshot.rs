//! Everything as of one moment: a copy of the file, made in one transaction that only reads.

use std::path::Path;

use crate::{SqliteStorage, error::Failure, key::Key, open::connect};

/// The file within the folder.
const FILE: &str = "snapshot.db";

pub(crate) fn take(path: &Path, key: &Key, folder: &Path) -> Result<SqliteStorage, Failure> {
    let copy = folder.join(FILE);
    let shown = copy.to_str().ok_or(Failure::Path)?;
    // A connection of its own: others write meanwhile. The copy has the key of its original.
    connect(path, key)?.execute("VACUUM INTO ?1", [shown])?;
    Ok(SqliteStorage::open_with(&copy, key)?)
}
