//! Vendor records in their table, with their bodies compressed.

use std::io;

use rusqlite::{OptionalExtension, Row, Transaction, params};
use vitalog_core::AccountId;
use vitalog_storage::{
    BodyDigest, Record, RecordQuery, VendorRecord, VendorRecordKey, precision::floor_millisecond,
};

use crate::{codec::millisecond, error::Failure, name::Names};

/// What Zstandard itself takes where it is told nothing. On the route of a workout level 9 and
/// deflate save another tenth and take three times as long, with the file's write lock held.
const LEVEL: i32 = 3;

pub(crate) const DIGEST: &str = "
    SELECT body_digest FROM vendor_record
    WHERE account = ?1 AND vendor = ?2 AND kind = ?3 AND id = ?4";
const GET: &str = "
    SELECT id, at_ms, body_zstd FROM vendor_record
    WHERE account = ?1 AND vendor = ?2 AND kind = ?3 AND id = ?4";
pub(crate) const LIST: &str = "
    SELECT id, at_ms, body_zstd FROM vendor_record
    WHERE account = ?1 AND vendor = ?2 AND kind = ?3
    ORDER BY id LIMIT ?4";
pub(crate) const LIST_AFTER: &str = "
    SELECT id, at_ms, body_zstd FROM vendor_record
    WHERE account = ?1 AND vendor = ?2 AND kind = ?3 AND id > ?5
    ORDER BY id LIMIT ?4";
pub(crate) const LIST_ALL: &str = "
    SELECT id, at_ms, body_zstd, vendor, kind FROM vendor_record
    WHERE account = ?1 AND (vendor, kind, id) > (?2, ?3, ?4)
    ORDER BY vendor, kind, id LIMIT ?5";
const PUT: &str = "
    INSERT INTO vendor_record (account, vendor, kind, id, at_ms, body_digest, body_zstd)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    ON CONFLICT (account, vendor, kind, id) DO UPDATE SET
        at_ms = excluded.at_ms, body_digest = excluded.body_digest, body_zstd = excluded.body_zstd";

/// Where the records of a kind are: the numbers of account, vendor and kind.
type Shelf = (i64, i64, i64);

/// Looks the records asked for up, without their bodies.
pub(crate) fn read_digests(
    transaction: &Transaction,
    names: &mut Names,
    account: i64,
    query: &RecordQuery,
    record: &mut Record,
) -> Result<(), Failure> {
    let mut statement = transaction.prepare_cached(DIGEST)?;
    for (vendor, kind, ids) in &query.vendor_records {
        let vendor_id = names.find(transaction, vendor)?;
        let Some((vendor_id, kind_id)) = vendor_id.zip(names.find(transaction, kind)?) else {
            continue;
        };
        for id in ids {
            let digest = statement
                .query_row((account, vendor_id, kind_id, id), |row| row.get(0))
                .optional()?;
            if let Some(digest) = digest {
                record.vendor_records.insert(
                    (vendor.clone(), kind.clone(), id.clone()),
                    BodyDigest::from_i64(digest),
                );
            }
        }
    }
    Ok(())
}

pub(crate) fn put(
    transaction: &Transaction,
    names: &mut Names,
    account: i64,
    records: &[VendorRecord],
) -> Result<(), Failure> {
    if records.is_empty() {
        return Ok(());
    }
    let mut statement = transaction.prepare_cached(PUT)?;
    let mut compressor = zstd::bulk::Compressor::new(LEVEL).map_err(Failure::Compression)?;
    for record in records {
        let body = compressor
            .compress(record.body.as_bytes())
            .map_err(Failure::Compression)?;
        statement.execute(params![
            account,
            names.intern(transaction, &record.vendor)?,
            names.intern(transaction, &record.kind)?,
            record.id,
            record.at.map(floor_millisecond),
            BodyDigest::of(&record.body).to_i64(),
            body,
        ])?;
    }
    Ok(())
}

pub(crate) fn get(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
    vendor: &str,
    kind: &str,
    id: &str,
) -> Result<Option<VendorRecord>, Failure> {
    let Some(shelf) = find_shelf(transaction, names, account, vendor, kind)? else {
        return Ok(None);
    };
    transaction
        .prepare_cached(GET)?
        .query((shelf.0, shelf.1, shelf.2, id))?
        .next()?
        .map(|row| decode(row, vendor, kind))
        .transpose()
}

pub(crate) fn list(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
    (vendor, kind): (&str, &str),
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<VendorRecord>, Failure> {
    let Some((account, vendor_id, kind_id)) =
        find_shelf(transaction, names, account, vendor, kind)?
    else {
        return Ok(Vec::new());
    };
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let sql = if after.is_some() { LIST_AFTER } else { LIST };
    let mut statement = transaction.prepare_cached(sql)?;
    let mut rows = match after {
        None => statement.query((account, vendor_id, kind_id, limit))?,
        Some(after) => statement.query((account, vendor_id, kind_id, limit, after))?,
    };
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(decode(row, vendor, kind)?);
    }
    Ok(found)
}

/// Records of all vendors and kinds, in the order of the numbers of their names.
pub(crate) fn list_all(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
    after: Option<&VendorRecordKey>,
    limit: usize,
) -> Result<Vec<VendorRecord>, Failure> {
    let Some(number) = names.find(transaction, account.as_str())? else {
        return Ok(Vec::new());
    };
    // Names are numbered from 1, so that 0 is before them all.
    let (mut vendor_after, mut kind_after, mut id_after) = (0, 0, "");
    if let Some((vendor, kind, id)) = after {
        vendor_after = names.find(transaction, vendor)?.unwrap_or_default();
        kind_after = names.find(transaction, kind)?.unwrap_or_default();
        id_after = id;
    }
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut statement = transaction.prepare_cached(LIST_ALL)?;
    let mut rows = statement.query((number, vendor_after, kind_after, id_after, limit))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let vendor = names.text(transaction, row.get(3)?)?;
        let kind = names.text(transaction, row.get(4)?)?;
        found.push(decode(row, &vendor, &kind)?);
    }
    Ok(found)
}

/// `None` if account, vendor or kind has never been stored.
fn find_shelf(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
    vendor: &str,
    kind: &str,
) -> Result<Option<Shelf>, Failure> {
    let account = names.find(transaction, account.as_str())?;
    let vendor = names.find(transaction, vendor)?;
    let kind = names.find(transaction, kind)?;
    Ok(account
        .zip(vendor)
        .zip(kind)
        .map(|((account, vendor), kind)| (account, vendor, kind)))
}

fn decode(row: &Row, vendor: &str, kind: &str) -> Result<VendorRecord, Failure> {
    let compressed = row.get_ref(2)?.as_blob().map_err(rusqlite::Error::from)?;
    Ok(VendorRecord {
        vendor: vendor.to_owned(),
        kind: kind.to_owned(),
        id: row.get(0)?,
        at: row.get::<_, Option<i64>>(1)?.map(millisecond).transpose()?,
        body: body(compressed).ok_or(Failure::NotUnderstood("body_zstd"))?,
    })
}

fn body(compressed: &[u8]) -> Option<String> {
    let read: io::Result<Vec<u8>> = zstd::decode_all(compressed);
    String::from_utf8(read.ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_bodies_are_not_understood() {
        let whole = zstd::bulk::compress(b"a body of some length", LEVEL).unwrap();
        let not_text = zstd::bulk::compress(b"\xff", LEVEL).unwrap();
        assert_eq!(body(&whole).as_deref(), Some("a body of some length"));
        for damaged in [&whole[1..], &whole[..whole.len() - 1], &not_text] {
            assert_eq!(body(damaged), None);
        }
    }
}
