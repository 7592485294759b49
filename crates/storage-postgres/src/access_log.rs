//! The access log in its table.

use std::collections::BTreeMap;

use jiff::Timestamp;
use vitalog_core::AccountId;
use vitalog_storage::{
    AccessEntry,
    limits::fits,
    precision::{ceil_millisecond, floor_millisecond},
};

use crate::{
    codec::{Columns, page},
    error::Failure,
    name::Names,
    session::{Parameters, Session},
};

/// Entries that one statement writes at most.
const BATCH: usize = 500;

const APPEND: &str = "
    INSERT INTO access_entry (account, ms, id, body)
    SELECT * FROM unnest($1::integer[], $2::bigint[], $3::text[], $4::text[])
    ON CONFLICT (account, ms, id) DO NOTHING";
const LIST: &str = "
    SELECT ms, id, body FROM access_entry
    WHERE account = $1 AND ms >= $2 ORDER BY ms, id LIMIT $3";
const LIST_AFTER: &str = "
    SELECT ms, id, body FROM access_entry
    WHERE account = $1 AND (ms, id) > ($2, $4) ORDER BY ms, id LIMIT $3";
const PURGE: &str = "DELETE FROM access_entry WHERE account = $1 AND ms < $2";

pub(crate) async fn append(
    session: &Session,
    names: &Names,
    entries: &[AccessEntry],
) -> Result<(), Failure> {
    if !entries.iter().all(|entry| fits(&[&entry.id], &entry.body)) {
        return Err(Failure::TooLong);
    }
    let accounts = entries.iter().map(|entry| entry.account.as_str());
    let known = names.intern(session, accounts).await?;
    // In the order of the keys, so that two programs that add the same entries again wait for each
    // other rather than both for ever.
    let mut rows: BTreeMap<(i32, i64, &str), &str> = BTreeMap::new();
    for entry in entries {
        let account = known.id(entry.account.as_str())?;
        let key = (account, floor_millisecond(entry.at), &*entry.id);
        rows.entry(key).or_insert(&entry.body);
    }
    let rows: Vec<_> = rows.into_iter().collect();
    for batch in rows.chunks(BATCH) {
        let accounts: Vec<i32> = batch.iter().map(|((account, ..), _)| *account).collect();
        let times: Vec<i64> = batch.iter().map(|((_, ms, _), _)| *ms).collect();
        let ids: Vec<&str> = batch.iter().map(|((.., id), _)| *id).collect();
        let bodies: Vec<&str> = batch.iter().map(|(_, body)| *body).collect();
        let columns: Parameters<'_> = &[&accounts, &times, &ids, &bodies];
        session.change(APPEND, columns).await?;
    }
    Ok(())
}

pub(crate) async fn list(
    session: &Session,
    names: &Names,
    account: &AccountId,
    since: Timestamp,
    after: Option<&(Timestamp, String)>,
    limit: usize,
) -> Result<Vec<AccessEntry>, Failure> {
    let known = names.find(session, [account.as_str()]).await?;
    let Some(number) = known.find(account.as_str()) else {
        return Ok(Vec::new());
    };
    let (since, limit) = (ceil_millisecond(since), page(limit));
    // A page that starts before the range is its first one.
    let after = after
        .map(|(at, id)| (floor_millisecond(*at), id))
        .filter(|(ms, _)| *ms >= since);
    let rows = match after {
        None => session.select(LIST, &[&number, &since, &limit]).await?,
        Some((ms, id)) => {
            let parameters: Parameters<'_> = &[&number, &ms, &limit, id];
            session.select(LIST_AFTER, parameters).await?
        }
    };
    let rows = rows.iter().map(|row| {
        let columns = Columns { row, names: &known };
        Ok(AccessEntry {
            account: account.clone(),
            at: columns.millisecond(0)?,
            id: columns.get(1)?,
            body: columns.get(2)?,
        })
    });
    rows.collect()
}

pub(crate) async fn purge(
    session: &Session,
    names: &Names,
    account: &AccountId,
    before: Timestamp,
) -> Result<u64, Failure> {
    let known = names.find(session, [account.as_str()]).await?;
    let Some(account) = known.find(account.as_str()) else {
        return Ok(0);
    };
    let parameters: Parameters<'_> = &[&account, &ceil_millisecond(before)];
    session.change(PURGE, parameters).await
}
