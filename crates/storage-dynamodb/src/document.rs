//! Documents, one item each, changed by compare-and-swap.
//!
//! Every write of a document leaves its own name in the item, and every change of it is on the
//! condition that the write that was read is still the latest.
//!
//! A document of an account may also change with the account's record. Whoever reads or writes it
//! looks at the record's head first, and puts what a change that counts says about it in its place.

use vitalog_storage::{
    Document, DocumentWrite, Owner, Put,
    precision::{cut_to_second, floor_second},
};

use crate::{
    body,
    condition::Condition,
    error::Failure,
    fold,
    item::{EXPIRES_AT, GONE, Item, REVISION},
    keys::{self, Key},
    listing::{self, ID},
    nonce::{Nonce, Writes},
    query::{Query, Sorts},
    record::View,
    shelf::Shelf,
    table::{Outcome, Table},
    tries::Tries,
};
use jiff::Timestamp;

const KIND: &str = "kind";
const VERSION: &str = "version";
/// Only in a journal.
const WRITES: &str = "writes";

fn shelf(owner: &Owner, kind: &str) -> Shelf {
    Shelf::new(keys::documents(owner), &[kind])
}

pub(crate) fn key(owner: &Owner, kind: &str, id: &str) -> Key {
    shelf(owner, kind).key(id)
}

/// The item of a document, without its key and without what tells its write.
pub(crate) fn encode(write: &DocumentWrite) -> Result<Item, Failure> {
    encode_content(write.kind, &write.id, &write.body, write.expires_at)
}

fn encode_content(
    kind: &str,
    id: &str,
    body: &str,
    expires_at: Option<Timestamp>,
) -> Result<Item, Failure> {
    let mut item = Item::default();
    item.set_text(KIND, kind);
    item.set_text(ID, id);
    body::set(body, &mut item)?;
    if let Some(at) = expires_at {
        item.set_integer(EXPIRES_AT, floor_second(at));
    }
    Ok(item)
}

/// Says which write makes an item what it is, in the place of the one that was read. The condition
/// is that this one still stands.
pub(crate) fn set_write(
    item: &mut Item,
    standing: Option<&Item>,
    version: u64,
    nonce: Nonce,
) -> Result<Condition, Failure> {
    item.set_integer(VERSION, version);
    set_writes(item, standing, nonce)
}

fn set_writes(
    item: &mut Item,
    standing: Option<&Item>,
    nonce: Nonce,
) -> Result<Condition, Failure> {
    let before = standing.map(Item::writes).transpose()?;
    item.set_writes(&before.clone().unwrap_or_default().then(nonce));
    Ok(before.map_or_else(Condition::absent, |before| Condition::as_left_by(&before)))
}

/// Says in the journal how often a change writes a document.
pub(crate) fn set_write_count(item: &mut Item, writes: u64) {
    item.set_integer(WRITES, writes);
}

pub(crate) fn take_write_count(item: &mut Item) -> Result<u64, Failure> {
    let writes = item.integer(WRITES)?;
    item.0.remove(WRITES);
    Ok(writes)
}

/// The version of a document after so many writes in the place of the one that was read.
pub(crate) fn version_after(standing: Option<&Item>, writes: u64) -> Result<u64, Failure> {
    let version = standing.map(version).transpose()?.flatten().unwrap_or(0);
    version.checked_add(writes).ok_or(Failure::TooLarge)
}

/// The version of a document, if there is one.
fn version(standing: &Item) -> Result<Option<u64>, Failure> {
    if standing.is_gone() {
        return Ok(None);
    }
    standing.integer(VERSION).map(Some)
}

pub(crate) fn decode(item: &Item) -> Result<Document, Failure> {
    let expires_at = item.integer_or_none::<i64>(EXPIRES_AT)?;
    let instant = |second| Timestamp::from_second(second).map(cut_to_second);
    Ok(Document {
        id: item.text(ID)?.to_owned(),
        version: item.integer(VERSION)?,
        body: body::get(item)?,
        expires_at: expires_at
            .map(instant)
            .transpose()
            .map_err(|_| Failure::NotUnderstood(EXPIRES_AT))?,
    })
}

/// Sees to it that what changed with the owner's record is in its place.
async fn settle(
    table: &Table,
    owner: &Owner,
    is_wanted: impl Fn(&Key) -> bool,
) -> Result<(), Failure> {
    let Owner::Account(account) = owner else {
        return Ok(());
    };
    let view = View::of(table, account).await?;
    view.settle(is_wanted).await
}

pub(crate) async fn get(
    table: &Table,
    owner: &Owner,
    kind: &str,
    id: &str,
) -> Result<Option<Document>, Failure> {
    let key = key(owner, kind, id);
    settle(table, owner, |other| *other == key).await?;
    get_settled(table, &key).await
}

/// Reads a document where no change of a record is on its way to it.
pub(crate) async fn get_settled(table: &Table, key: &Key) -> Result<Option<Document>, Failure> {
    let mut tries = Tries::new(table);
    loop {
        let Some(item) = table.one(key).await?.filter(|item| !item.is_gone()) else {
            return Ok(None);
        };
        match fold::unfold(table, item).await {
            Err(Failure::Moved) => tries.failed().await?,
            item => return decode(&item?).map(Some),
        }
    }
}

pub(crate) async fn list(
    table: &Table,
    owner: &Owner,
    kind: &str,
) -> Result<Vec<Document>, Failure> {
    let shelf = shelf(owner, kind);
    let query = shelf.query(None);
    settle(table, owner, |key| {
        key.partition == query.partition && query.sorts.hold(&key.sort)
    })
    .await?;
    let mut items = table.all(&query).await?;
    items.retain(|item| !item.is_gone());
    let mut documents = Vec::new();
    for item in listing::first(items, usize::MAX)? {
        let key = item.key()?;
        match fold::unfold(table, item).await {
            // It was replaced or deleted since.
            Err(Failure::Moved) => documents.extend(get_settled(table, &key).await?),
            item => documents.push(decode(&item?)?),
        }
    }
    Ok(documents)
}

/// The documents of an owner, of all kinds, each with its kind, in the order of their keys.
pub(crate) async fn list_all(
    table: &Table,
    owner: &Owner,
    after: Option<&(String, String)>,
    limit: usize,
) -> Result<Vec<(String, Document)>, Failure> {
    let sorts = after.map_or(Sorts::All, |(kind, id)| {
        Sorts::After(key(owner, kind, id).sort)
    });
    let query = Query::new(keys::documents(owner), sorts);
    settle(table, owner, |key| key.partition == query.partition).await?;
    let there = |item: &Item| Ok(!item.is_gone());
    let items = listing::read(table, query, limit, str::as_bytes, there).await?;
    let mut documents = Vec::new();
    for item in items {
        let (kind, key) = (item.text(KIND)?.to_owned(), item.key()?);
        match fold::unfold(table, item).await {
            // It was replaced or deleted since.
            Err(Failure::Moved) => {
                let now = get_settled(table, &key).await?;
                documents.extend(now.map(|document| (kind, document)));
            }
            item => documents.push((kind, decode(&item?)?)),
        }
    }
    Ok(documents)
}

/// Puts a document just as it is, in the place of whatever is there.
pub(crate) async fn restore(
    table: &Table,
    owner: &Owner,
    kind: &str,
    document: &Document,
) -> Result<(), Failure> {
    let key = key(owner, kind, &document.id);
    settle(table, owner, |other| *other == key).await?;
    let mut tries = Tries::new(table);
    loop {
        let content = encode_content(kind, &document.id, &document.body, document.expires_at)?;
        let standing = table.one(&key).await?;
        let nonce = table.nonce();
        let put = put_over(
            table,
            &key,
            content,
            standing.as_ref(),
            document.version,
            nonce,
        );
        if put.await? {
            return Ok(());
        }
        tries.failed().await?;
    }
}

/// Puts a document in the place of the one that was read; false if that is no longer there.
async fn put_over(
    table: &Table,
    key: &Key,
    content: Item,
    standing: Option<&Item>,
    version: u64,
    nonce: Nonce,
) -> Result<bool, Failure> {
    let mut item = Item::at(key);
    item.0.extend(content.0);
    if let Some(standing) = standing.filter(|standing| standing.has(REVISION)) {
        item.set_revision(standing.revision()?);
    }
    let condition = set_write(&mut item, standing, version, nonce)?;
    let writes = item.writes()?;
    match fold::put(table, item, &nonce.to_string(), condition).await? {
        Outcome::Done(_) => Ok(true),
        Outcome::Refused(now) => was_done(&writes, now.as_ref()),
    }
}

/// Whether a write that was refused had been done all the same.
fn was_done(writes: &Writes, now: Option<&Item>) -> Result<bool, Failure> {
    let now = now.map(Item::writes).transpose()?;
    writes.were_done(now.as_ref())
}

pub(crate) async fn put(
    table: &Table,
    owner: &Owner,
    expected: Option<u64>,
    write: &DocumentWrite,
) -> Result<Put, Failure> {
    let key = key(owner, write.kind, &write.id);
    settle(table, owner, |other| *other == key).await?;
    let standing = table.one(&key).await?;
    let there = standing.as_ref().map(version).transpose()?.flatten();
    if there != expected {
        return Ok(Put::Stale);
    }
    let version = version_after(standing.as_ref(), 1)?;
    let content = encode(write)?;
    let nonce = table.nonce();
    let put = put_over(table, &key, content, standing.as_ref(), version, nonce);
    Ok(if put.await? {
        Put::Done(version)
    } else {
        Put::Stale
    })
}

/// Deletes a document and returns it as it is stored, if it was there.
async fn remove(table: &Table, key: &Key) -> Result<Option<Item>, Failure> {
    let mut tries = Tries::new(table);
    loop {
        let standing = table.one(key).await?.filter(|item| !item.is_gone());
        let Some(standing) = standing else {
            return Ok(None);
        };
        let outcome = if standing.has(REVISION) {
            // A late writer of the change that wrote it must find that it has come and gone.
            let mut gone = Item::at(key);
            gone.set_flag(GONE);
            gone.set_revision(standing.revision()?);
            let condition = set_writes(&mut gone, Some(&standing), table.nonce())?;
            let writes = gone.writes()?;
            let outcome = table.put(gone, condition).await?;
            if let Outcome::Refused(now) = &outcome
                && was_done(&writes, now.as_ref())?
            {
                return Ok(Some(standing));
            }
            outcome
        } else {
            let condition = Condition::as_left_by(&standing.writes()?);
            table.delete(key, condition).await?
        };
        match outcome {
            Outcome::Done(_) => return Ok(Some(standing)),
            Outcome::Refused(_) => tries.failed().await?,
        }
    }
}

pub(crate) async fn delete(
    table: &Table,
    owner: &Owner,
    kind: &str,
    id: &str,
) -> Result<bool, Failure> {
    let key = key(owner, kind, id);
    settle(table, owner, |other| *other == key).await?;
    let Some(removed) = remove(table, &key).await? else {
        return Ok(false);
    };
    fold::delete_parts(table, &fold::parts_of(&removed)?).await;
    Ok(true)
}

pub(crate) async fn take(
    table: &Table,
    owner: &Owner,
    kind: &str,
    id: &str,
) -> Result<Option<Document>, Failure> {
    let key = key(owner, kind, id);
    settle(table, owner, |other| *other == key).await?;
    let Some(removed) = remove(table, &key).await? else {
        return Ok(None);
    };
    let parts = fold::parts_of(&removed)?;
    let whole = fold::unfold(table, removed).await?;
    fold::delete_parts(table, &parts).await;
    decode(&whole).map(Some)
}
