//! Putting a change that counts in its place.
//!
//! Any number of programs may do this at once, and any of them may be late or stop half-way: each
//! row is put on the condition that nothing of this change or a later one stands there.

use futures::{TryStreamExt, stream::FuturesUnordered};
use vitalog_core::AccountId;
use vitalog_storage::Revision;

use super::{
    head::{Head, Journal},
    journal::{self, Kind, Op, Ops},
};
use crate::{
    condition::Condition,
    document,
    error::Failure,
    fold,
    item::Item,
    keys::Key,
    nonce::Nonce,
    table::{Outcome, Table},
    tries::Tries,
};

/// Rows that are put at once. The table takes a thousand small ones a second of one partition.
const AT_ONCE: usize = 32;

/// Puts everything in its place and says so in the head.
pub(crate) async fn finish(
    table: &Table,
    account: &AccountId,
    head: &Head,
    ops: &Ops,
) -> Result<(), Failure> {
    let Some(nonce) = head.latest() else {
        return Ok(());
    };
    let mut puts = FuturesUnordered::new();
    for (number, (key, op)) in ops.0.iter().enumerate() {
        if puts.len() == AT_ONCE {
            puts.try_next().await?;
        }
        puts.push(put(table, key, op, head.revision, part_name(nonce, number)));
    }
    while puts.try_next().await?.is_some() {}
    head.put_to_rest(table, account).await?;
    if matches!(head.journal, Journal::Chunks(_)) {
        journal::sweep(table, account, head.revision).await?;
    }
    Ok(())
}

/// Puts one document of a change that counts in its place, if the change has one there.
pub(crate) async fn settle(
    table: &Table,
    head: &Head,
    ops: &Ops,
    is_wanted: impl Fn(&Key) -> bool,
) -> Result<(), Failure> {
    let Some(nonce) = head.latest() else {
        return Ok(());
    };
    for (number, (key, op)) in ops.0.iter().enumerate() {
        if op.kind == Kind::Document && is_wanted(key) {
            put(table, key, op, head.revision, part_name(nonce, number)).await?;
        }
    }
    Ok(())
}

/// What parts of an item of a change are called: the same, whoever puts it.
fn part_name(nonce: Nonce, number: usize) -> String {
    format!("{nonce}-{number}")
}

async fn put(
    table: &Table,
    key: &Key,
    op: &Op,
    revision: Revision,
    part_name: String,
) -> Result<(), Failure> {
    match op.kind {
        Kind::Row => {
            let item = op.row(key, revision)?;
            fold::put(table, item, &part_name, Condition::older_than(revision)).await?;
            Ok(())
        }
        Kind::Document => put_document(table, key, op.item()?, revision, &part_name).await,
    }
}

/// Puts a document with the version after that of the one that stands there.
async fn put_document(
    table: &Table,
    key: &Key,
    content: Item,
    revision: Revision,
    part_name: &str,
) -> Result<(), Failure> {
    let mut content = content;
    let writes = document::take_write_count(&mut content)?;
    let mut tries = Tries::new(table);
    loop {
        let standing = table.one(key).await?;
        if let Some(standing) = &standing
            && standing.revision()? >= revision
        {
            return Ok(());
        }
        let version = document::version_after(standing.as_ref(), writes)?;
        let mut item = Item::at(key);
        item.0.extend(content.0.clone());
        item.set_revision(revision);
        let condition = document::set_write(&mut item, standing.as_ref(), version, table.nonce())?;
        // Of each try its own, since a try may fail and its parts be withdrawn.
        let name = format!("{part_name}-{version}");
        if let Outcome::Done(_) = fold::put(table, item, &name, condition).await? {
            return Ok(());
        }
        tries.failed().await?;
    }
}
