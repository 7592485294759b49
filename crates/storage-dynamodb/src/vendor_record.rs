//! Vendor records as items of their record.

use vitalog_core::AccountId;
use vitalog_storage::{BodyDigest, VendorRecord, VendorRecordKey};

use crate::{
    body,
    error::Failure,
    fold,
    item::{GONE, Item, REVISION},
    keys::{self, Key, SORT},
    listing::{self, ID},
    query::{Query, Sorts},
    record::View,
    shelf::Shelf,
    table::Table,
    tries::Tries,
};

const VENDOR: &str = "vendor";
const KIND: &str = "kind";
const DIGEST: &str = "body_digest";

/// What tells the digest, and whether it is as of the record's revision.
pub(crate) const DIGEST_ATTRIBUTES: &[&str] = &[SORT, REVISION, GONE, DIGEST];

fn shelf(account: &AccountId, vendor: &str, kind: &str) -> Shelf {
    Shelf::new(keys::vendor_records(account), &[vendor, kind])
}

pub(crate) fn key(account: &AccountId, vendor: &str, kind: &str, id: &str) -> Key {
    shelf(account, vendor, kind).key(id)
}

/// The item of a record, without its key.
pub(crate) fn encode(record: &VendorRecord) -> Result<Item, Failure> {
    let mut item = Item::default();
    item.set_text(VENDOR, &record.vendor);
    item.set_text(KIND, &record.kind);
    item.set_text(ID, &record.id);
    if let Some(at) = record.at {
        item.set_millisecond("at", at);
    }
    item.set_integer(DIGEST, BodyDigest::of(&record.body).to_i64());
    body::set(&record.body, &mut item)?;
    Ok(item)
}

pub(crate) fn digest(item: &Item) -> Result<BodyDigest, Failure> {
    item.integer(DIGEST).map(BodyDigest::from_i64)
}

fn decode(item: &Item) -> Result<VendorRecord, Failure> {
    Ok(VendorRecord {
        vendor: item.text(VENDOR)?.to_owned(),
        kind: item.text(KIND)?.to_owned(),
        id: item.text(ID)?.to_owned(),
        at: item.instant_or_none("at")?,
        body: body::get(item)?,
    })
}

pub(crate) async fn get(
    table: &Table,
    account: &AccountId,
    vendor: &str,
    kind: &str,
    id: &str,
) -> Result<Option<VendorRecord>, Failure> {
    let key = key(account, vendor, kind, id);
    let mut tries = Tries::new(table);
    loop {
        let view = View::of(table, account).await?;
        match view.row(&key).await {
            Err(Failure::Moved) => tries.failed().await?,
            row => return row?.as_ref().map(decode).transpose(),
        }
    }
}

pub(crate) async fn list(
    table: &Table,
    account: &AccountId,
    of_kind: (&str, &str),
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<VendorRecord>, Failure> {
    let mut tries = Tries::new(table);
    loop {
        let view = View::of(table, account).await?;
        match list_as_of(&view, account, of_kind, after, limit).await {
            Err(Failure::Moved) => tries.failed().await?,
            ended => return ended,
        }
    }
}

async fn list_as_of(
    view: &View<'_>,
    account: &AccountId,
    (vendor, kind): (&str, &str),
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<VendorRecord>, Failure> {
    let shelf = shelf(account, vendor, kind);
    let rows = view
        .page(
            shelf.query(after),
            limit,
            |sort| shelf.group(sort),
            |row| listing::is_after(row, after),
        )
        .await?;
    let mut records = Vec::new();
    for row in listing::first(rows, limit)? {
        records.push(decode(&fold::unfold(view.table, row).await?)?);
    }
    Ok(records)
}

/// The records of an account, of all vendors and kinds, in the order of their keys.
pub(crate) async fn list_all(
    table: &Table,
    account: &AccountId,
    after: Option<&VendorRecordKey>,
    limit: usize,
) -> Result<Vec<VendorRecord>, Failure> {
    let sorts = after.map_or(Sorts::All, |(vendor, kind, id)| {
        Sorts::After(key(account, vendor, kind, id).sort)
    });
    let query = Query::new(keys::vendor_records(account), sorts);
    let mut tries = Tries::new(table);
    loop {
        let view = View::of(table, account).await?;
        match view.first_rows(&query, limit).await {
            Err(Failure::Moved) => tries.failed().await?,
            rows => return rows?.iter().map(decode).collect(),
        }
    }
}
