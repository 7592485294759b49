//! Documents in their table. Each operation is one statement, and so happens as one.

use std::collections::BTreeMap;

use futures::future::try_join_all;
use jiff::Timestamp;
use tokio_postgres::Row;
use vitalog_storage::{
    Document, DocumentWrite, Owner, Put,
    precision::{ceil_second, floor_second},
};

use crate::{
    codec::{Columns, page},
    error::Failure,
    name::{Known, Names},
    session::{self, Session},
};

/// The owner of the deployment's documents; names are numbered from 1.
pub(crate) const DEPLOYMENT: i32 = 0;

const GET: &str = "
    SELECT id, version, body, expires_second FROM document
    WHERE owner = $1 AND kind = $2 AND id = $3";
const LIST: &str = "
    SELECT id, version, body, expires_second FROM document
    WHERE owner = $1 AND kind = $2 ORDER BY id";
const LIST_ALL: &str = "
    SELECT document.id, version, body, expires_second, name.text
    FROM document JOIN name ON name.id = document.kind
    WHERE owner = $1 AND (kind, document.id) > ($2, $3) ORDER BY kind, document.id LIMIT $4";
const CREATE: &str = "
    INSERT INTO document (owner, kind, id, version, body, expires_second)
    VALUES ($1, $2, $3, 1, $4, $5)
    ON CONFLICT (owner, kind, id) DO NOTHING";
const CHANGE: &str = "
    UPDATE document SET version = version + 1, body = $4, expires_second = $5
    WHERE owner = $1 AND kind = $2 AND id = $3 AND version = $6";
const REPLACE: &str = "
    INSERT INTO document (owner, kind, id, version, body, expires_second)
    VALUES ($1, $2, $3, 1, $4, $5)
    ON CONFLICT (owner, kind, id) DO UPDATE SET
        version = document.version + 1, body = excluded.body,
        expires_second = excluded.expires_second";
const RESTORE: &str = "
    INSERT INTO document (owner, kind, id, version, body, expires_second)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (owner, kind, id) DO UPDATE SET
        version = excluded.version, body = excluded.body,
        expires_second = excluded.expires_second";
const DELETE: &str = "DELETE FROM document WHERE owner = $1 AND kind = $2 AND id = $3";
const TAKE: &str = "
    DELETE FROM document WHERE owner = $1 AND kind = $2 AND id = $3
    RETURNING id, version, body, expires_second";
const PURGE: &str = "DELETE FROM document WHERE expires_second < $1";

pub(crate) async fn get(
    session: &Session,
    names: &Names,
    owner: &Owner,
    kind: &str,
    id: &str,
) -> Result<Option<Document>, Failure> {
    one(session, names, GET, owner, (kind, id)).await
}

/// Deletes a document and returns it.
pub(crate) async fn take(
    session: &Session,
    names: &Names,
    owner: &Owner,
    kind: &str,
    id: &str,
) -> Result<Option<Document>, Failure> {
    one(session, names, TAKE, owner, (kind, id)).await
}

async fn one(
    session: &Session,
    names: &Names,
    sql: &str,
    owner: &Owner,
    (kind, id): (&str, &str),
) -> Result<Option<Document>, Failure> {
    let known = names.find(session, shelf_names(owner, kind)).await?;
    let Some((owner, kind)) = shelf(&known, owner, kind) else {
        return Ok(None);
    };
    let rows = session.select(sql, &[&owner, &kind, &id]).await?;
    rows.first().map(|row| document(row, &known)).transpose()
}

/// Looks up documents of an account.
pub(crate) async fn read(
    session: &Session,
    account: i32,
    names: &Known,
    asked: &[(&'static str, String)],
) -> Result<BTreeMap<(String, String), Document>, Failure> {
    let found = asked.iter().filter_map(|(kind, id)| {
        let number = names.find(kind)?;
        Some(async move {
            let rows = session.select(GET, &[&account, &number, id]).await?;
            Ok::<_, Failure>((*kind, rows))
        })
    });
    let mut documents = BTreeMap::new();
    for (kind, rows) in try_join_all(found).await? {
        for row in &rows {
            let document = document(row, names)?;
            documents.insert((kind.to_owned(), document.id.clone()), document);
        }
    }
    Ok(documents)
}

pub(crate) async fn list(
    session: &Session,
    names: &Names,
    owner: &Owner,
    kind: &str,
) -> Result<Vec<Document>, Failure> {
    let known = names.find(session, shelf_names(owner, kind)).await?;
    let Some((owner, kind)) = shelf(&known, owner, kind) else {
        return Ok(Vec::new());
    };
    let rows = session.select(LIST, &[&owner, &kind]).await?;
    rows.iter().map(|row| document(row, &known)).collect()
}

/// Documents of all kinds, in the order of the numbers of their names.
pub(crate) async fn list_all(
    session: &Session,
    names: &Names,
    owner: &Owner,
    after: Option<&(String, String)>,
    limit: usize,
) -> Result<Vec<(String, Document)>, Failure> {
    let kind_after = after.map(|(kind, _)| kind.as_str());
    let texts = shelf_names(owner, kind_after.unwrap_or_default());
    let known = names.find(session, texts).await?;
    let Some(owner) = owner_number(&known, owner) else {
        return Ok(Vec::new());
    };
    // Names are numbered from 1, so that 0 is before them all.
    let kind_after = kind_after.and_then(|kind| known.find(kind)).unwrap_or(0);
    let id_after = after.map(|(_, id)| id.as_str()).unwrap_or_default();
    let parameters: session::Parameters<'_> = &[&owner, &kind_after, &id_after, &page(limit)];
    let rows = session.select(LIST_ALL, parameters).await?;
    let rows = rows.iter();
    rows.map(|row| Ok((row.try_get(4)?, document(row, &known)?)))
        .collect()
}

/// Writes a document with its version, whatever is there.
pub(crate) async fn restore(
    session: &Session,
    names: &Names,
    owner: &Owner,
    kind: &str,
    document: &Document,
) -> Result<(), Failure> {
    let known = names.intern(session, shelf_names(owner, kind)).await?;
    let (owner, kind) = shelf(&known, owner, kind).ok_or(Failure::UnknownName)?;
    let version = i64::try_from(document.version).map_err(|_| Failure::TooLarge)?;
    let expires = document.expires_at.map(floor_second);
    let Document { id, body, .. } = document;
    let parameters: session::Parameters<'_> = &[&owner, &kind, id, &version, body, &expires];
    session.change(RESTORE, parameters).await?;
    Ok(())
}

pub(crate) async fn put(
    session: &Session,
    names: &Names,
    owner: &Owner,
    expected: Option<u64>,
    write: &DocumentWrite,
) -> Result<Put, Failure> {
    let known = names
        .intern(session, shelf_names(owner, write.kind))
        .await?;
    let (owner, kind) = shelf(&known, owner, write.kind).ok_or(Failure::UnknownName)?;
    let expires = write.expires_at.map(floor_second);
    let DocumentWrite { id, body, .. } = write;
    let (changed, version) = match expected {
        None => {
            let parameters: session::Parameters<'_> = &[&owner, &kind, id, body, &expires];
            (session.change(CREATE, parameters).await?, 1)
        }
        Some(version) => {
            // A version too large to be stored is one that no document has.
            let Ok(stored) = i64::try_from(version) else {
                return Ok(Put::Stale);
            };
            let parameters: session::Parameters<'_> = &[&owner, &kind, id, body, &expires, &stored];
            (session.change(CHANGE, parameters).await?, version + 1)
        }
    };
    Ok(if changed == 1 {
        Put::Done(version)
    } else {
        Put::Stale
    })
}

/// Writes a document of an account, whatever its version.
pub(crate) async fn replace(
    session: &Session,
    account: i32,
    names: &Known,
    write: &DocumentWrite,
) -> Result<(), Failure> {
    let kind = names.id(write.kind)?;
    let expires = write.expires_at.map(floor_second);
    let parameters: session::Parameters<'_> = &[&account, &kind, &write.id, &write.body, &expires];
    session.change(REPLACE, parameters).await?;
    Ok(())
}

pub(crate) async fn delete(
    session: &Session,
    names: &Names,
    owner: &Owner,
    kind: &str,
    id: &str,
) -> Result<bool, Failure> {
    let known = names.find(session, shelf_names(owner, kind)).await?;
    let Some((owner, kind)) = shelf(&known, owner, kind) else {
        return Ok(false);
    };
    Ok(session.change(DELETE, &[&owner, &kind, &id]).await? == 1)
}

pub(crate) async fn purge(session: &Session, expired_before: Timestamp) -> Result<u64, Failure> {
    session.change(PURGE, &[&ceil_second(expired_before)]).await
}

fn shelf_names<'a>(owner: &'a Owner, kind: &'a str) -> impl Iterator<Item = &'a str> {
    let account = match owner {
        Owner::Deployment => None,
        Owner::Account(account) => Some(account.as_str()),
    };
    account.into_iter().chain([kind])
}

/// The numbers of an owner and a kind; `None` if either has never been stored.
fn shelf(names: &Known, owner: &Owner, kind: &str) -> Option<(i32, i32)> {
    Some((owner_number(names, owner)?, names.find(kind)?))
}

fn owner_number(names: &Known, owner: &Owner) -> Option<i32> {
    match owner {
        Owner::Deployment => Some(DEPLOYMENT),
        Owner::Account(account) => names.find(account.as_str()),
    }
}

fn document(row: &Row, names: &Known) -> Result<Document, Failure> {
    let columns = Columns { row, names };
    let version: i64 = columns.get(1)?;
    Ok(Document {
        id: columns.get(0)?,
        version: u64::try_from(version).map_err(|_| Failure::NotUnderstood("version"))?,
        body: columns.get(2)?,
        expires_at: columns.second_or_none(3)?,
    })
}
