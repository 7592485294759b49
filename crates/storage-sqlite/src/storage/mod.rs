//! The storage that the rest of the program holds.

mod access_log;
mod document;
mod erasure;
mod finding;
mod inventory;
mod job;
mod record;
mod vendor_record;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use secrecy::SecretString;
use vitalog_storage::{StorageError, StoreVersion, Version};

use crate::{OpenError, db::Db, key::Key, open, watch::Watch, worker::Workers};

/// Threads that read at once. A read takes milliseconds, so a few serve many callers.
const READERS: usize = 3;

/// Storage in one encrypted SQLite file.
///
/// Dropping it waits for the work that was handed in and closes the file.
pub struct SqliteStorage {
    // The writer is dropped last: closing the last connection tidies the write-ahead log up.
    readers: Workers,
    watch: Watch,
    writer: Workers,
    path: PathBuf,
    key: Arc<Key>,
}

impl SqliteStorage {
    /// Opens the file at `path`, encrypted with `key` (64 hexadecimal characters). Where there is
    /// no file it is created, readable by its owner alone; its folder must be there. Blocks for
    /// milliseconds, and for as long as other programs that open the file make it wait.
    ///
    /// # Errors
    ///
    /// When the key does not fit, the file is something else or of a newer program, or the
    /// system fails. Nothing is changed in a file that is refused.
    pub fn open(path: &Path, key: &SecretString) -> Result<Self, OpenError> {
        Self::open_with(path, &Key::new(key)?)
    }

    pub(crate) fn open_with(path: &Path, key: &Key) -> Result<Self, OpenError> {
        let writer = Db::new(open::open_to_write(path, key)?);
        let readers = (0..READERS)
            .map(|_| open::open_to_read(path, key).map(Db::new))
            .collect::<Result<Vec<Db>, OpenError>>()?;
        let watch = Watch::new(open::open_to_read(path, key)?);
        Ok(Self {
            watch,
            readers: Workers::start("sqlite-read", readers).map_err(OpenError::Thread)?,
            writer: Workers::start("sqlite-write", vec![writer]).map_err(OpenError::Thread)?,
            path: path.to_owned(),
            key: Arc::new(key.clone()),
        })
    }
}

impl StoreVersion for SqliteStorage {
    fn version(&self) -> Result<Option<Version>, StorageError> {
        let version = self.watch.version().map(Some);
        version.map_err(|failure| failure.into_storage_error("version"))
    }
}
