//! Opening the file: created with care, its key proven, its settings made.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
    thread,
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::{OpenError, creation, key::Key, migration};

/// How long a statement waits for another program's write to end.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Pause between attempts to get a lock.
const PAUSE: Duration = Duration::from_millis(2);
/// Pauses in [`BUSY_TIMEOUT`].
const MOST_PAUSES: i32 = 2_500;
/// What a SQLite file without encryption starts with.
const PLAIN_HEADER: &[u8] = b"SQLite format 3\0";
/// Every SQLCipher file consists of whole pages of this size.
const PAGE_BYTES: u64 = 4096;
/// Pages in the write-ahead log (16 MB) from which on a commit moves them to the file. Enough that
/// the largest push does not wait for it; the file is then caught up with by many small ones.
const PAGES_BEFORE_CHECKPOINT: i32 = 4_000;
/// Statements a connection keeps prepared; more than this crate has.
const PREPARED_STATEMENTS: usize = 80;

/// Opens the file, which is created if there is none, and brings its schema up to date.
pub(crate) fn open_to_write(path: &Path, key: &Key) -> Result<Connection, OpenError> {
    let started = Instant::now();
    loop {
        let was_empty = creation::begin(path)?;
        match prepare_to_write(path, key) {
            // Each program that finds the file empty makes up its own salt for it. One of them is
            // first to write it down; the others then can't read the file and must begin anew.
            Err(OpenError::WrongKey) if was_empty && started.elapsed() < BUSY_TIMEOUT => {
                thread::sleep(PAUSE);
            }
            Ok(connection) => {
                creation::finish(path)?;
                return Ok(connection);
            }
            Err(error) => return Err(error),
        }
    }
}

/// Opens the file, which has been opened to write already.
pub(crate) fn open_to_read(path: &Path, key: &Key) -> Result<Connection, OpenError> {
    let connection = connect(path, key)?;
    connection
        .pragma_update(None, "query_only", true)
        .map_err(OpenError::Sqlite)?;
    Ok(connection)
}

fn prepare_to_write(path: &Path, key: &Key) -> Result<Connection, OpenError> {
    let mut connection = connect(path, key)?;
    keep_write_ahead_log(&connection).map_err(|error| explain(error, path))?;
    match migration::migrate(&mut connection) {
        Err(OpenError::Sqlite(error)) => Err(explain(error, path)),
        done => done.map(|()| connection),
    }
}

/// A connection whose key is proven.
pub(crate) fn connect(path: &Path, key: &Key) -> Result<Connection, OpenError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags).map_err(OpenError::Sqlite)?;
    // SQLCipher would write to stderr that a key does not fit; the caller is told.
    connection
        .pragma_update(None, "cipher_log_level", "NONE")
        .map_err(OpenError::Sqlite)?;
    key.give_to(&connection)?;
    set_up(&mut connection).map_err(|error| explain(error, path))?;
    Ok(connection)
}

fn set_up(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.busy_handler(Some(wait_for_another_program))?;
    connection.set_prepared_statement_cache_capacity(PREPARED_STATEMENTS);
    // A change that was acknowledged survives a loss of power.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Nothing is ever written to a temporary file, which would not be encrypted.
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update(None, "cache_size", -8000)?;
    connection.pragma_update_and_check(
        None,
        "wal_autocheckpoint",
        PAGES_BEFORE_CHECKPOINT,
        |_| Ok(()),
    )?;
    // The first read is what proves the key.
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))
}

/// Waits a little for another program's write to end; gives up after [`BUSY_TIMEOUT`]. SQLite's own
/// handler soon sleeps for 100 ms at a time, in which a program that writes one change after the
/// other is never met between two of them.
fn wait_for_another_program(attempts: i32) -> bool {
    thread::sleep(PAUSE);
    attempts < MOST_PAUSES
}

/// Makes readers and the writer independent of one another. The setting stays with the file.
fn keep_write_ahead_log(connection: &Connection) -> rusqlite::Result<()> {
    let started = Instant::now();
    loop {
        let set = connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()));
        match set {
            // Two programs that create the file at once: here SQLite does not wait by itself.
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && started.elapsed() < BUSY_TIMEOUT =>
            {
                thread::sleep(PAUSE);
            }
            done => return done,
        }
    }
}

/// Tells the reasons apart for which SQLite calls a file "not a database". An encrypted file looks
/// like noise, so one that has the shape of an encrypted file is taken for one with another key.
pub(crate) fn explain(error: rusqlite::Error, path: &Path) -> OpenError {
    if error.sqlite_error_code() != Some(ErrorCode::NotADatabase) {
        return OpenError::Sqlite(error);
    }
    match shape(path) {
        Ok((true, _)) => OpenError::NotEncrypted,
        Ok((false, length)) if length % PAGE_BYTES == 0 => OpenError::WrongKey,
        Ok((false, _)) => OpenError::NotADatabase,
        Err(error) => OpenError::File(error),
    }
}

/// Whether the file starts like one without encryption, and its length.
fn shape(path: &Path) -> io::Result<(bool, u64)> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut start = Vec::new();
    file.take(PLAIN_HEADER.len() as u64)
        .read_to_end(&mut start)?;
    Ok((start == PLAIN_HEADER, length))
}
