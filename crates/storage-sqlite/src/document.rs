//! Documents in their table.

use rusqlite::{OptionalExtension, Row, Transaction};
use vitalog_storage::{Document, DocumentWrite, Owner, Put};

use crate::{error::Failure, name::Names};

/// The owner of the deployment's documents; accounts are numbered from 1.
const DEPLOYMENT: i64 = 0;

const SELECT: &str =
    "SELECT id, version, body FROM document WHERE owner = ?1 AND kind = ?2 AND id = ?3";
const LIST: &str =
    "SELECT id, version, body FROM document WHERE owner = ?1 AND kind = ?2 ORDER BY id";
const CREATE: &str = "
    INSERT INTO document (owner, kind, id, version, body) VALUES (?1, ?2, ?3, 1, ?4)
    ON CONFLICT (owner, kind, id) DO NOTHING";
const CHANGE: &str = "
    UPDATE document SET version = version + 1, body = ?4
    WHERE owner = ?1 AND kind = ?2 AND id = ?3 AND version = ?5";
const REPLACE: &str = "
    INSERT INTO document (owner, kind, id, version, body) VALUES (?1, ?2, ?3, 1, ?4)
    ON CONFLICT (owner, kind, id) DO UPDATE SET version = version + 1, body = excluded.body";
const DELETE: &str = "DELETE FROM document WHERE owner = ?1 AND kind = ?2 AND id = ?3";

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
    let owner = match owner {
        Owner::Deployment => DEPLOYMENT,
        Owner::Account(account) => names.intern(transaction, account.as_str())?,
    };
    let kind = names.intern(transaction, write.kind)?;
    let (changed, version) = match expected {
        None => {
            let mut statement = transaction.prepare_cached(CREATE)?;
            (statement.execute((owner, kind, &write.id, &write.body))?, 1)
        }
        Some(version) => {
            // A version too large to be stored is one that no document has.
            let Ok(stored) = i64::try_from(version) else {
                return Ok(Put::Stale);
            };
            let mut statement = transaction.prepare_cached(CHANGE)?;
            let changed = statement.execute((owner, kind, &write.id, &write.body, stored))?;
            (changed, version + 1)
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
    statement.execute((account, kind, &write.id, &write.body))?;
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

/// The numbers of an owner and a kind; `None` if either has never been stored.
fn find_shelf(
    transaction: &Transaction,
    names: &mut Names,
    owner: &Owner,
    kind: &str,
) -> Result<Option<(i64, i64)>, Failure> {
    let owner = match owner {
        Owner::Deployment => Some(DEPLOYMENT),
        Owner::Account(account) => names.find(transaction, account.as_str())?,
    };
    Ok(owner.zip(names.find(transaction, kind)?))
}

fn columns(row: &Row) -> rusqlite::Result<(String, i64, String)> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
}

fn document((id, version, body): (String, i64, String)) -> Result<Document, Failure> {
    let version = u64::try_from(version).map_err(|_| Failure::NotUnderstood("version"))?;
    Ok(Document { id, version, body })
}
