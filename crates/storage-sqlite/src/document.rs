//! Documents in their table.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row, Transaction};
use vitalog_storage::{
    Document, DocumentWrite, Owner, Put,
    precision::{ceil_second, floor_second},
};

use crate::{codec::second, error::Failure, name::Names};

/// The owner of the deployment's documents; accounts are numbered from 1.
pub(crate) const DEPLOYMENT: i64 = 0;

const SELECT: &str = "
    SELECT id, version, body, expires_second FROM document
    WHERE owner = ?1 AND kind = ?2 AND id = ?3";
const LIST: &str = "
    SELECT id, version, body, expires_second FROM document
    WHERE owner = ?1 AND kind = ?2 ORDER BY id";
const CREATE: &str = "
    INSERT INTO document (owner, kind, id, version, body, expires_second)
    VALUES (?1, ?2, ?3, 1, ?4, ?5)
    ON CONFLICT (owner, kind, id) DO NOTHING";
const CHANGE: &str = "
    UPDATE document SET version = version + 1, body = ?4, expires_second = ?5
    WHERE owner = ?1 AND kind = ?2 AND id = ?3 AND version = ?6";
const REPLACE: &str = "
    INSERT INTO document (owner, kind, id, version, body, expires_second)
    VALUES (?1, ?2, ?3, 1, ?4, ?5)
    ON CONFLICT (owner, kind, id) DO UPDATE SET
        version = version + 1, body = excluded.body, expires_second = excluded.expires_second";
const DELETE: &str = "DELETE FROM document WHERE owner = ?1 AND kind = ?2 AND id = ?3";
const TAKE: &str = "
    DELETE FROM document WHERE owner = ?1 AND kind = ?2 AND id = ?3
    RETURNING id, version, body, expires_second";
pub(crate) const LIST_ALL: &str = "
    SELECT id, version, body, expires_second, kind FROM document
    WHERE owner = ?1 AND (kind, id) > (?2, ?3) ORDER BY kind, id LIMIT ?4";
const RESTORE: &str = "
    INSERT OR REPLACE INTO document (owner, kind, id, version, body, expires_second)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
pub(crate) const PURGE: &str = "DELETE FROM document WHERE expires_second < ?1";

pub(crate) fn get(
    transaction: &Transaction,
    names: &mut Names,
    owner: &Owner,
    kind: &str,
    id: &str,
) -> Result<Option<Document>, Failure> {
    let Some((owner, kind)) = find_shelf(transaction, names, owner, kind)? else {
        return Ok(None);
    };
    let mut statement = transaction.prepare_cached(SELECT)?;
    let row = statement.query_row((owner, kind, id), columns).optional()?;
    row.map(document).transpose()
}

/// The document of an account whose number is known.
pub(crate) fn of_account(
    transaction: &Transaction,
    names: &mut Names,
    account: i64,
    kind: &str,
    id: &str,
) -> Result<Option<Document>, Failure> {
    let Some(kind) = names.find(transaction, kind)? else {
        return Ok(None);
    };
    let mut statement = transaction.prepare_cached(SELECT)?;
    let row = statement
        .query_row((account, kind, id), columns)
        .optional()?;
    row.map(document).transpose()
}

pub(crate) fn list(
    transaction: &Transaction,
    names: &mut Names,
    owner: &Owner,
    kind: &str,
) -> Result<Vec<Document>, Failure> {
    let Some((owner, kind)) = find_shelf(transaction, names, owner, kind)? else {
        return Ok(Vec::new());
    };
    let mut statement = transaction.prepare_cached(LIST)?;
    let rows = statement.query_map((owner, kind), columns)?;
    rows.map(|row| document(row?)).collect()
}

pub(crate) fn put(
    transaction: &Transaction,
    names: &mut Names,
    owner: &Owner,
    expected: Option<u64>,
    write: &DocumentWrite,
) -> Result<Put, Failure> {
    let owner = intern_owner(transaction, names, owner)?;
    let kind = names.intern(transaction, write.kind)?;
    let expires = write.expires_at.map(floor_second);
    let (changed, version) = match expected {
        None => {
            let mut statement = transaction.prepare_cached(CREATE)?;
            let created = statement.execute((owner, kind, &write.id, &write.body, expires))?;
            (created, 1)
        }
        Some(version) => {
            // A version too large to be stored is one that no document has.
            let Ok(stored) = i64::try_from(version) else {
                return Ok(Put::Stale);
            };
            let mut statement = transaction.prepare_cached(CHANGE)?;
            let row = (owner, kind, &write.id, &write.body, expires, stored);
            (statement.execute(row)?, version + 1)
        }
    };
    Ok(if changed == 1 {
        Put::Done(version)
    } else {
        Put::Stale
    })
}

/// Writes a document of an account, whatever its version.
pub(crate) fn replace(
    transaction: &Transaction,
    names: &mut Names,
    account: i64,
    write: &DocumentWrite,
) -> Result<(), Failure> {
    let kind = names.intern(transaction, write.kind)?;
    let mut statement = transaction.prepare_cached(REPLACE)?;
    let expires = write.expires_at.map(floor_second);
    statement.execute((account, kind, &write.id, &write.body, expires))?;
    Ok(())
}

pub(crate) fn delete(
    transaction: &Transaction,
    names: &mut Names,
    owner: &Owner,
    kind: &str,
    id: &str,
) -> Result<bool, Failure> {
    let Some((owner, kind)) = find_shelf(transaction, names, owner, kind)? else {
        return Ok(false);
    };
    let mut statement = transaction.prepare_cached(DELETE)?;
    Ok(statement.execute((owner, kind, id))? == 1)
}

pub(crate) fn take(
    transaction: &Transaction,
    names: &mut Names,
    owner: &Owner,
    kind: &str,
    id: &str,
) -> Result<Option<Document>, Failure> {
    let Some((owner, kind)) = find_shelf(transaction, names, owner, kind)? else {
        return Ok(None);
    };
    let mut statement = transaction.prepare_cached(TAKE)?;
    let row = statement.query_row((owner, kind, id), columns).optional()?;
    row.map(document).transpose()
}

pub(crate) fn purge(transaction: &Transaction, expired_before: Timestamp) -> Result<u64, Failure> {
    let mut statement = transaction.prepare_cached(PURGE)?;
    let purged = statement.execute([ceil_second(expired_before)])?;
    u64::try_from(purged).map_err(|_| Failure::TooLarge)
}

/// Documents of all kinds, in the order of the numbers of their names.
pub(crate) fn list_all(
    transaction: &Transaction,
    names: &mut Names,
    owner: &Owner,
    after: Option<&(String, String)>,
    limit: usize,
) -> Result<Vec<(String, Document)>, Failure> {
    let Some(owner) = find_owner(transaction, names, owner)? else {
        return Ok(Vec::new());
    };
    // Names are numbered from 1, so that 0 is before them all.
    let (kind_after, id_after) = match after {
        Some((kind, id)) => (names.find(transaction, kind)?.unwrap_or_default(), &**id),
        None => (0, ""),
    };
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut statement = transaction.prepare_cached(LIST_ALL)?;
    let mut rows = statement.query((owner, kind_after, id_after, limit))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let kind = names.text(transaction, row.get(4)?)?;
        found.push((kind.as_ref().to_owned(), document(columns(row)?)?));
    }
    Ok(found)
}

pub(crate) fn restore(
    transaction: &Transaction,
    names: &mut Names,
    owner: &Owner,
    kind: &str,
    document: &Document,
) -> Result<(), Failure> {
    let owner = intern_owner(transaction, names, owner)?;
    let kind = names.intern(transaction, kind)?;
    let version = i64::try_from(document.version).map_err(|_| Failure::TooLarge)?;
    let expires = document.expires_at.map(floor_second);
    let row = (owner, kind, &document.id, version, &document.body, expires);
    transaction.prepare_cached(RESTORE)?.execute(row)?;
    Ok(())
}

fn intern_owner(
    transaction: &Transaction,
    names: &mut Names,
    owner: &Owner,
) -> Result<i64, Failure> {
    match owner {
        Owner::Deployment => Ok(DEPLOYMENT),
        Owner::Account(account) => names.intern(transaction, account.as_str()),
    }
}

fn find_owner(
    transaction: &Transaction,
    names: &mut Names,
    owner: &Owner,
) -> Result<Option<i64>, Failure> {
    match owner {
        Owner::Deployment => Ok(Some(DEPLOYMENT)),
        Owner::Account(account) => names.find(transaction, account.as_str()),
    }
}

/// The numbers of an owner and a kind; `None` if either has never been stored.
fn find_shelf(
    transaction: &Transaction,
    names: &mut Names,
    owner: &Owner,
    kind: &str,
) -> Result<Option<(i64, i64)>, Failure> {
    let owner = find_owner(transaction, names, owner)?;
    Ok(owner.zip(names.find(transaction, kind)?))
}

type Columns = (String, i64, String, Option<i64>);

fn columns(row: &Row) -> rusqlite::Result<Columns> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
}

fn document((id, version, body, expires): Columns) -> Result<Document, Failure> {
    let version = u64::try_from(version).map_err(|_| Failure::NotUnderstood("version"))?;
    Ok(Document {
        id,
        version,
        body,
        expires_at: expires.map(second).transpose()?,
    })
}
