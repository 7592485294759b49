//! Forgetting an account, and what was deleted.

use std::{thread, time::Duration};

use rusqlite::{Connection, Transaction};
use vitalog_core::AccountId;

use crate::{db::Db, error::Failure, name::Names};

/// What an account has, each with the account's number for `?1`. Rows that others point to go
/// after those that point to them.
const ERASE: &[&str] = &[
    "DELETE FROM record WHERE account = ?1",
    "DELETE FROM reading WHERE account = ?1",
    "DELETE FROM daily_value WHERE account = ?1",
    "DELETE FROM daily_value_by_source WHERE account = ?1",
    "DELETE FROM workout WHERE account = ?1",
    "DELETE FROM vendor_record WHERE account = ?1",
    "DELETE FROM document WHERE owner = ?1",
    "DELETE FROM finding WHERE run IN (SELECT id FROM run WHERE account = ?1)",
    "DELETE FROM current_run WHERE account = ?1",
    "DELETE FROM run WHERE account = ?1",
    "DELETE FROM access_entry WHERE account = ?1",
];

/// The words that no row uses.
const FORGET_WORDS: &str = "
    DELETE FROM name WHERE id NOT IN (
        SELECT account FROM record UNION SELECT account FROM run
        UNION SELECT account FROM current_run UNION SELECT account FROM access_entry
        UNION SELECT owner FROM document UNION SELECT kind FROM document
        UNION SELECT account FROM vendor_record UNION SELECT vendor FROM vendor_record
        UNION SELECT kind FROM vendor_record UNION SELECT queue FROM job
        UNION SELECT section FROM finding
        UNION SELECT account FROM daily_value UNION SELECT metric FROM daily_value
        UNION SELECT account FROM daily_value_by_source
        UNION SELECT metric FROM daily_value_by_source
        UNION SELECT source FROM daily_value_by_source
        UNION SELECT account FROM workout UNION SELECT name FROM workout
        UNION SELECT source FROM workout UNION SELECT via FROM workout
        UNION SELECT superseded_by FROM workout WHERE superseded_by IS NOT NULL
        UNION SELECT account FROM reading UNION SELECT metric FROM reading
        UNION SELECT original_unit FROM reading UNION SELECT source FROM reading
        UNION SELECT via FROM reading
        UNION SELECT grain FROM reading WHERE grain IS NOT NULL
        UNION SELECT context FROM reading WHERE context IS NOT NULL
        UNION SELECT label FROM reading WHERE label IS NOT NULL
        UNION SELECT superseded_by FROM reading WHERE superseded_by IS NOT NULL)";

/// Pause before the log is asked again to be emptied, and how often it is asked.
const PAUSE: Duration = Duration::from_millis(50);
const TRIES: u32 = 100;

pub(crate) fn erase(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
) -> Result<(), Failure> {
    let Some(account) = names.find(transaction, account.as_str())? else {
        return Ok(());
    };
    for statement in ERASE {
        transaction.execute(statement, [account])?;
    }
    Ok(())
}

/// Forgets words, writes the file anew without what was deleted, and empties the log, in which it
/// still stood.
pub(crate) fn scrub(db: &mut Db) -> Result<(), Failure> {
    db.write(|transaction, _| {
        transaction.execute(FORGET_WORDS, [])?;
        crate::name::forget_all(transaction)
    })?;
    let connection = db.connection();
    connection.execute_batch("VACUUM")?;
    for _ in 0..TRIES {
        if empty_log(connection)? {
            return Ok(());
        }
        // Somebody still reads what stood there.
        thread::sleep(PAUSE);
    }
    Err(Failure::LogInUse)
}

fn empty_log(connection: &Connection) -> Result<bool, Failure> {
    let row = |row: &rusqlite::Row<'_>| row.get(0);
    let busy: i64 = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], row)?;
    Ok(busy == 0)
}
