//! Changing the key of the file.
//!
//! The pages are encrypted anew in their places, in one transaction with a rollback journal, which
//! holds each page as it was. A program that is killed at any moment thus leaves the file as it was
//! for whoever opens it next, or changed as a whole. A changed copy that takes the file's place
//! would not do: a program that waits for the old file's lock would go on to write to a file that
//! nobody reads any more.
//!
//! The write-ahead log is folded into the file first. That takes a lock which is given only to who
//! has the file to itself, and the lock is kept to the end.

use std::{
    fs, io,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode};
use secrecy::SecretString;

use crate::{
    OpenError, RekeyError,
    key::Key,
    open::{connect, explain},
};

/// How long to wait for others to close the file: as long as a short command takes.
const PATIENCE: Duration = Duration::from_secs(2);
/// Pause between attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// A database file that nobody else can open, so that its key can be changed. Others that want to
/// open it wait until this is dropped.
pub struct SoleDatabase {
    connection: Connection,
    path: PathBuf,
}

impl SoleDatabase {
    /// Opens the file at `path`, encrypted with `key`, once nobody else has it open; waits two
    /// seconds for that.
    ///
    /// # Errors
    ///
    /// [`OpenError::InUse`] if others still have it open, and the reasons why a file does not open.
    pub fn open(path: &Path, key: &SecretString) -> Result<Self, OpenError> {
        let key = Key::new(key)?;
        if fs::metadata(path).map_err(OpenError::File)?.len() == 0 {
            return Err(OpenError::Empty);
        }
        let started = Instant::now();
        loop {
            // A new connection each time: this one's own lock would keep others from theirs.
            match try_open(path, &key) {
                Err(OpenError::InUse) if started.elapsed() < PATIENCE => thread::sleep(PAUSE),
                done => return done,
            }
        }
    }

    /// Encrypts every page with `new`, and proves that it did. Blocks for as long as reading and
    /// writing the whole file takes.
    ///
    /// # Errors
    ///
    /// When it could not be done or proven. The file then opens with the old key or with the new
    /// one, as a whole; both must be kept until one has opened it.
    pub fn change_key(&self, new: &SecretString) -> Result<(), RekeyError> {
        let key = Key::new(new).map_err(|_| RekeyError::MalformedKey)?;
        key.change(&self.connection)?;
        self.prove()
    }

    /// SQLCipher does not say whether the change was committed. It was if the journal, from which
    /// it would be taken back, is empty, and each page in the file bears the new key's seal.
    fn prove(&self) -> Result<(), RekeyError> {
        let mut journal = self.path.as_os_str().to_owned();
        journal.push("-journal");
        match fs::metadata(PathBuf::from(journal)) {
            Ok(journal) if journal.len() > 0 => return Err(RekeyError::Unproven),
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(RekeyError::File(error));
            }
            _ => {}
        }
        let mut check = self.connection.prepare("PRAGMA cipher_integrity_check")?;
        if check.query([])?.next()?.is_some() {
            return Err(RekeyError::Unproven);
        }
        Ok(())
    }
}

impl Drop for SoleDatabase {
    fn drop(&mut self) {
        // Takes the empty journal away; it does no harm if it stays.
        let _ = set(&self.connection, "locking_mode", "NORMAL");
        let _ = set(&self.connection, "journal_mode", "DELETE");
    }
}

fn try_open(path: &Path, key: &Key) -> Result<SoleDatabase, OpenError> {
    let connection = connect(path, key).map_err(in_use)?;
    seize(&connection).map_err(|error| in_use(explain(error, path)))?;
    Ok(SoleDatabase {
        connection,
        path: path.to_owned(),
    })
}

/// Takes the lock that lets nobody else read or write, until the connection is closed.
fn seize(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::ZERO)?;
    set(connection, "locking_mode", "EXCLUSIVE")?;
    // Leaves the write-ahead log. Not `DELETE`: while the lock is kept, that would leave the old
    // pages in the journal after the change, and only mark them as void.
    set(connection, "journal_mode", "TRUNCATE")?;
    // A file that was left without a write-ahead log is not locked yet. The read shows whether the
    // key still fits.
    connection.execute_batch("BEGIN EXCLUSIVE")?;
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    connection.execute_batch("COMMIT")
}

fn set(connection: &Connection, pragma: &str, value: &str) -> rusqlite::Result<()> {
    connection.pragma_update_and_check(None, pragma, value, |_| Ok(()))
}

/// Tells the others' locks from what else may go wrong.
fn in_use(error: OpenError) -> OpenError {
    if let OpenError::Sqlite(cause) = &error
        && matches!(
            cause.sqlite_error_code(),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
        )
    {
        return OpenError::InUse;
    }
    error
}
