//! The access log, one item a call.

use std::collections::BTreeMap;

use jiff::Timestamp;
use vitalog_core::AccountId;
use vitalog_storage::{
    AccessEntry,
    limits::fits,
    precision::{ceil_millisecond, cut_to_millisecond},
};

use crate::{
    body,
    error::Failure,
    item::Item,
    keys::{self, Key, PARTITION, SORT},
    listing::ID,
    query::{Query, Sorts},
    table::Table,
    time::millisecond_text,
};

const AT: &str = "at";

pub(crate) async fn append(table: &Table, entries: &[AccessEntry]) -> Result<(), Failure> {
    if !entries.iter().all(|entry| fits(&[&entry.id], &entry.body)) {
        return Err(Failure::TooLong);
    }
    // A batch must not hold one twice.
    let mut items = BTreeMap::new();
    for entry in entries {
        let key = Key {
            partition: keys::access(&entry.account),
            sort: keys::call(entry.at, &entry.id),
        };
        let mut item = Item::at(&key);
        item.set_millisecond(AT, entry.at);
        item.set_text(ID, &entry.id);
        body::set(&entry.body, &mut item)?;
        items.entry(key).or_insert(item);
    }
    table.put_all(items.into_values().collect()).await
}

pub(crate) async fn list(
    table: &Table,
    account: &AccountId,
    since: Timestamp,
    after: Option<(Timestamp, String)>,
    limit: usize,
) -> Result<Vec<AccessEntry>, Failure> {
    let mut found = Vec::new();
    let (Some(since), 1..) = (first_millisecond(since), limit) else {
        return Ok(found);
    };
    let after = after.map(|(at, id)| keys::call(cut_to_millisecond(at), &id));
    let first = millisecond_text(since);
    let sorts = match after {
        Some(after) if after >= first => Sorts::After(after),
        _ => Sorts::From(first),
    };
    let query = Query::new(keys::access(account), sorts).in_pages_of(limit);
    let mut next = None;
    while found.len() < limit {
        let page = table.page(&query, next).await?;
        for item in page.items {
            found.push(AccessEntry {
                account: account.clone(),
                at: item.instant(AT)?,
                id: item.text(ID)?.to_owned(),
                body: body::get(&item)?,
            });
        }
        if page.next.is_none() {
            break;
        }
        next = page.next;
    }
    found.truncate(limit);
    Ok(found)
}

pub(crate) async fn purge(
    table: &Table,
    account: &AccountId,
    before: Timestamp,
) -> Result<u64, Failure> {
    let sorts = first_millisecond(before)
        .map_or(Sorts::All, |first| Sorts::Before(millisecond_text(first)));
    let query = Query::new(keys::access(account), sorts).only(&[PARTITION, SORT]);
    let items = table.all(&query).await?;
    let keys: Vec<Key> = items.iter().map(Item::key).collect::<Result<_, _>>()?;
    table.delete_all(&keys).await?;
    u64::try_from(keys.len()).map_err(|_| Failure::TooLarge)
}

/// The first whole millisecond that is not before an instant, if there is one.
fn first_millisecond(at: Timestamp) -> Option<Timestamp> {
    Timestamp::from_millisecond(ceil_millisecond(at)).ok()
}
