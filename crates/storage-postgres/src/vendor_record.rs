//! Vendor records in their table, with their bodies compressed.

use std::{collections::BTreeMap, io};

use futures::future::try_join_all;
use tokio_postgres::Row;
use vitalog_core::AccountId;
use vitalog_storage::{
    BodyDigest, RecordQuery, VendorRecord, VendorRecordKey, precision::floor_millisecond,
};

use crate::{
    codec::{Columns, page},
    error::Failure,
    name::{Known, Names},
    session::{self, Session},
};

/// What Zstandard itself takes where it is told nothing, and what the SQLite file is written with.
const LEVEL: i32 = 3;

const DIGESTS: &str = "
    SELECT id, body_digest FROM vendor_record
    WHERE account = $1 AND vendor = $2 AND kind = $3 AND id = ANY ($4)";
const GET: &str = "
    SELECT id, at_ms, body_zstd FROM vendor_record
    WHERE account = $1 AND vendor = $2 AND kind = $3 AND id = $4";
const LIST: &str = "
    SELECT id, at_ms, body_zstd FROM vendor_record
    WHERE account = $1 AND vendor = $2 AND kind = $3
    ORDER BY id LIMIT $4";
const LIST_AFTER: &str = "
    SELECT id, at_ms, body_zstd FROM vendor_record
    WHERE account = $1 AND vendor = $2 AND kind = $3 AND id > $5
    ORDER BY id LIMIT $4";
const LIST_ALL: &str = "
    SELECT vendor_record.id, at_ms, body_zstd, vendor.text, kind.text
    FROM vendor_record
    JOIN name AS vendor ON vendor.id = vendor_record.vendor
    JOIN name AS kind ON kind.id = vendor_record.kind
    WHERE account = $1
        AND (vendor_record.vendor, vendor_record.kind, vendor_record.id) > ($2, $3, $4)
    ORDER BY vendor_record.vendor, vendor_record.kind, vendor_record.id LIMIT $5";
const PUT: &str = "
    INSERT INTO vendor_record (account, vendor, kind, id, at_ms, body_digest, body_zstd)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (account, vendor, kind, id) DO UPDATE SET
        at_ms = excluded.at_ms, body_digest = excluded.body_digest, body_zstd = excluded.body_zstd";

/// Looks the records asked for up, without their bodies.
pub(crate) async fn read_digests(
    session: &Session,
    account: i32,
    names: &Known,
    query: &RecordQuery,
) -> Result<BTreeMap<VendorRecordKey, BodyDigest>, Failure> {
    if query.vendor_records.is_empty() {
        return Ok(BTreeMap::new());
    }
    let statement = session.prepare(DIGESTS).await?;
    let asked = query.vendor_records.iter().filter_map(|asked| {
        let (vendor, kind, ids) = asked;
        let shelf = names.find(vendor).zip(names.find(kind))?;
        let statement = &statement;
        Some(async move {
            let parameters: session::Parameters<'_> = &[&account, &shelf.0, &shelf.1, ids];
            let rows = session.query(statement, parameters).await?;
            Ok::<_, Failure>((vendor, kind, rows))
        })
    });
    let mut digests = BTreeMap::new();
    for (vendor, kind, rows) in try_join_all(asked).await? {
        for row in rows {
            let key = (vendor.clone(), kind.clone(), row.try_get(0)?);
            digests.insert(key, BodyDigest::from_i64(row.try_get(1)?));
        }
    }
    Ok(digests)
}

pub(crate) async fn put(
    session: &Session,
    account: i32,
    names: &Known,
    record: &VendorRecord,
) -> Result<(), Failure> {
    let statement = session.prepare(PUT).await?;
    let body = zstd::bulk::compress(record.body.as_bytes(), LEVEL).map_err(Failure::Compression)?;
    session
        .execute(
            &statement,
            &[
                &account,
                &names.id(&record.vendor)?,
                &names.id(&record.kind)?,
                &record.id,
                &record.at.map(floor_millisecond),
                &BodyDigest::of(&record.body).to_i64(),
                &body,
            ],
        )
        .await?;
    Ok(())
}

pub(crate) async fn get(
    session: &Session,
    names: &Names,
    account: &AccountId,
    (vendor, kind): (&str, &str),
    id: &str,
) -> Result<Option<VendorRecord>, Failure> {
    let known = names
        .find(session, [account.as_str(), vendor, kind])
        .await?;
    let Some((account, vendor_id, kind_id)) = shelf(&known, account, vendor, kind) else {
        return Ok(None);
    };
    let rows = session
        .select(GET, &[&account, &vendor_id, &kind_id, &id])
        .await?;
    rows.first()
        .map(|row| decode(row, &known, vendor, kind))
        .transpose()
}

pub(crate) async fn list(
    session: &Session,
    names: &Names,
    account: &AccountId,
    (vendor, kind): (&str, &str),
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<VendorRecord>, Failure> {
    let known = names
        .find(session, [account.as_str(), vendor, kind])
        .await?;
    let Some((account, vendor_id, kind_id)) = shelf(&known, account, vendor, kind) else {
        return Ok(Vec::new());
    };
    let limit = page(limit);
    let rows = match after {
        None => {
            let parameters: session::Parameters<'_> = &[&account, &vendor_id, &kind_id, &limit];
            session.select(LIST, parameters).await?
        }
        Some(after) => {
            let parameters: session::Parameters<'_> =
                &[&account, &vendor_id, &kind_id, &limit, &after];
            session.select(LIST_AFTER, parameters).await?
        }
    };
    let rows = rows.iter();
    rows.map(|row| decode(row, &known, vendor, kind)).collect()
}

/// Records of all vendors and kinds, in the order of the numbers of their names.
pub(crate) async fn list_all(
    session: &Session,
    names: &Names,
    account: &AccountId,
    after: Option<&VendorRecordKey>,
    limit: usize,
) -> Result<Vec<VendorRecord>, Failure> {
    let texts = after.map(|(vendor, kind, _)| [vendor.as_str(), kind]);
    let texts = texts.into_iter().flatten().chain([account.as_str()]);
    let known = names.find(session, texts).await?;
    let Some(number) = known.find(account.as_str()) else {
        return Ok(Vec::new());
    };
    // Names are numbered from 1, so that 0 is before them all.
    let (mut vendor_after, mut kind_after, mut id_after) = (0, 0, "");
    if let Some((vendor, kind, id)) = after {
        vendor_after = known.find(vendor).unwrap_or(0);
        kind_after = known.find(kind).unwrap_or(0);
        id_after = id;
    }
    let parameters: session::Parameters<'_> =
        &[&number, &vendor_after, &kind_after, &id_after, &page(limit)];
    let rows = session.select(LIST_ALL, parameters).await?;
    let rows = rows.iter().map(|row| {
        let (vendor, kind): (&str, &str) = (row.try_get(3)?, row.try_get(4)?);
        decode(row, &known, vendor, kind)
    });
    rows.collect()
}

/// The numbers of account, vendor and kind; `None` if one of them has never been stored.
fn shelf(names: &Known, account: &AccountId, vendor: &str, kind: &str) -> Option<(i32, i32, i32)> {
    let account = names.find(account.as_str())?;
    Some((account, names.find(vendor)?, names.find(kind)?))
}

fn decode(row: &Row, names: &Known, vendor: &str, kind: &str) -> Result<VendorRecord, Failure> {
    let columns = Columns { row, names };
    Ok(VendorRecord {
        vendor: vendor.to_owned(),
        kind: kind.to_owned(),
        id: columns.get(0)?,
        at: columns.millisecond_or_none(1)?,
        body: body(columns.get(2)?).ok_or(Failure::NotUnderstood("body_zstd"))?,
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
