//! The access log in its table.

use jiff::Timestamp;
use rusqlite::Transaction;
use vitalog_core::AccountId;
use vitalog_storage::{
    AccessEntry,
    limits::fits,
    precision::{ceil_millisecond, floor_millisecond},
};

use crate::{codec::millisecond, error::Failure, name::Names};

const APPEND: &str = "
    INSERT INTO access_entry (account, ms, id, body) VALUES (?1, ?2, ?3, ?4)
    ON CONFLICT (account, ms, id) DO NOTHING";
pub(crate) const LIST: &str = "
    SELECT ms, id, body FROM access_entry
    WHERE account = ?1 AND ms >= ?2 ORDER BY ms, id LIMIT ?3";
pub(crate) const LIST_AFTER: &str = "
    SELECT ms, id, body FROM access_entry
    WHERE account = ?1 AND (ms, id) > (?2, ?4) ORDER BY ms, id LIMIT ?3";
pub(crate) const PURGE: &str = "DELETE FROM access_entry WHERE account = ?1 AND ms < ?2";

pub(crate) fn append(
    transaction: &Transaction,
    names: &mut Names,
    entries: &[AccessEntry],
) -> Result<(), Failure> {
    if !entries.iter().all(|entry| fits(&[&entry.id], &entry.body)) {
        return Err(Failure::TooLong);
    }
    let mut statement = transaction.prepare_cached(APPEND)?;
    for entry in entries {
        let account = names.intern(transaction, entry.account.as_str())?;
        statement.execute((account, floor_millisecond(entry.at), &entry.id, &entry.body))?;
    }
    Ok(())
}

pub(crate) fn list(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
    since: Timestamp,
    after: Option<&(Timestamp, String)>,
    limit: usize,
) -> Result<Vec<AccessEntry>, Failure> {
    let Some(number) = names.find(transaction, account.as_str())? else {
        return Ok(Vec::new());
    };
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let since = ceil_millisecond(since);
    // A page that starts before the range is its first one.
    let after = after
        .map(|(at, id)| (floor_millisecond(*at), id))
        .filter(|(ms, _)| *ms >= since);
    let sql = if after.is_some() { LIST_AFTER } else { LIST };
    let mut statement = transaction.prepare_cached(sql)?;
    let mut rows = match after {
        None => statement.query((number, since, limit))?,
        Some((ms, id)) => statement.query((number, ms, limit, id))?,
    };
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(AccessEntry {
            account: account.clone(),
            at: millisecond(row.get(0)?)?,
            id: row.get(1)?,
            body: row.get(2)?,
        });
    }
    Ok(found)
}

pub(crate) fn purge(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
    before: Timestamp,
) -> Result<u64, Failure> {
    let Some(account) = names.find(transaction, account.as_str())? else {
        return Ok(0);
    };
    let mut statement = transaction.prepare_cached(PURGE)?;
    let purged = statement.execute((account, ceil_millisecond(before)))?;
    u64::try_from(purged).map_err(|_| Failure::TooLarge)
}
