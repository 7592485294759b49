//! Runs of findings in their tables. Whoever changes the runs of an account locks its row in
//! `current_run` first, so that no two changes of them are under way at once.

use std::collections::BTreeMap;

use vitalog_core::AccountId;
use vitalog_storage::{Finding, Published, limits::fits};

use crate::{
    codec::page,
    error::Failure,
    name::{Known, Names},
    session::{self, Parameters, Session},
};

/// Rows that one statement writes at most.
const BATCH: usize = 500;

const PREPARE: &str = "
    INSERT INTO current_run (account) VALUES ($1) ON CONFLICT (account) DO NOTHING";
const LOCK: &str = "SELECT run FROM current_run WHERE account = $1 FOR UPDATE";
const FIND_RUN: &str = "SELECT id FROM run WHERE account = $1 AND name = $2";
const ADD_RUN: &str = "
    INSERT INTO run (account, name) VALUES ($1, $2)
    ON CONFLICT (account, name) DO UPDATE SET name = excluded.name RETURNING id";
const PUT: &str = "
    INSERT INTO finding (account, run, section, key, body)
    SELECT $1, $2, * FROM unnest($3::integer[], $4::text[], $5::text[])
    ON CONFLICT (account, run, section, key) DO UPDATE SET body = excluded.body";
const CURRENT: &str = "
    SELECT run.name FROM current_run JOIN run ON run.id = current_run.run
    WHERE current_run.account = $1";
const PUBLISH: &str = "UPDATE current_run SET run = $2 WHERE account = $1";
const LIST: &str = "
    SELECT key, body FROM finding
    WHERE account = $1 AND run = (SELECT id FROM run WHERE account = $1 AND name = $2)
        AND section = $3 AND ($5::text IS NULL OR key > $5)
    ORDER BY key LIMIT $4";
const LIST_ALL: &str = "
    SELECT key, body, name.text FROM finding JOIN name ON name.id = section
    WHERE account = $1 AND run = (SELECT id FROM run WHERE account = $1 AND name = $2)
        AND (section, key) > ($3, $4)
    ORDER BY section, key LIMIT $5";
const RUNS: &str = "SELECT name FROM run WHERE account = $1 ORDER BY name";
const DELETE_ROWS: &str = "DELETE FROM finding WHERE account = $1 AND run = $2";
const DELETE_RUN: &str = "DELETE FROM run WHERE account = $1 AND id = $2";

pub(crate) async fn put(
    session: &Session,
    names: &Names,
    account: &AccountId,
    run: &str,
    findings: &[Finding],
) -> Result<(), Failure> {
    let fitting = |row: &Finding| fits(&[&row.section, &row.key], &row.body);
    if !fits(&[run], "") || !findings.iter().all(fitting) {
        return Err(Failure::TooLong);
    }
    let sections = findings.iter().map(|finding| finding.section.as_str());
    let known = names
        .intern(session, sections.chain([account.as_str()]))
        .await?;
    let account = known.id(account.as_str())?;
    session.change(PREPARE, &[&account]).await?;
    session.begin(session::WRITE).await?;
    session.select(LOCK, &[&account]).await?;
    let added = session.select(ADD_RUN, &[&account, &run]).await?;
    let run: i64 = match added.first() {
        Some(row) => row.try_get(0)?,
        None => return Err(Failure::NotUnderstood("run")),
    };
    put_rows(session, &known, (account, run), findings).await?;
    session.commit().await
}

async fn put_rows(
    session: &Session,
    names: &Known,
    (account, run): (i32, i64),
    findings: &[Finding],
) -> Result<(), Failure> {
    // One statement can't write a row twice; of two of one key the later stands.
    let rows = findings.iter();
    let rows: BTreeMap<(&str, &str), &str> = rows
        .map(|row| ((&*row.section, &*row.key), &*row.body))
        .collect();
    let rows: Vec<_> = rows.into_iter().collect();
    for batch in rows.chunks(BATCH) {
        let sections = batch.iter().map(|((section, _), _)| names.id(section));
        let sections: Vec<i32> = sections.collect::<Result<_, _>>()?;
        let keys: Vec<&str> = batch.iter().map(|((_, key), _)| *key).collect();
        let bodies: Vec<&str> = batch.iter().map(|(_, body)| *body).collect();
        let columns: Parameters<'_> = &[&account, &run, &sections, &keys, &bodies];
        session.change(PUT, columns).await?;
    }
    Ok(())
}

pub(crate) async fn publish(
    session: &Session,
    names: &Names,
    account: &AccountId,
    run: &str,
    expected: Option<&str>,
) -> Result<Published, Failure> {
    let known = names.find(session, [account.as_str()]).await?;
    let Some(account) = known.find(account.as_str()) else {
        return Ok(Published::Stale);
    };
    session.begin(session::WRITE).await?;
    session.select(LOCK, &[&account]).await?;
    let current = find_current(session, account).await?;
    let run = find_run(session, account, run).await?;
    let run = run.filter(|_| current.as_deref() == expected);
    let Some(run) = run else {
        session.roll_back().await?;
        return Ok(Published::Stale);
    };
    session.change(PUBLISH, &[&account, &run]).await?;
    session.commit().await?;
    Ok(Published::Done)
}

pub(crate) async fn current(
    session: &Session,
    names: &Names,
    account: &AccountId,
) -> Result<Option<String>, Failure> {
    let known = names.find(session, [account.as_str()]).await?;
    match known.find(account.as_str()) {
        Some(account) => find_current(session, account).await,
        None => Ok(None),
    }
}

pub(crate) async fn list(
    session: &Session,
    names: &Names,
    account: &AccountId,
    (run, section): (&str, &str),
    after_key: Option<&str>,
    limit: usize,
) -> Result<Vec<Finding>, Failure> {
    let known = names.find(session, [account.as_str(), section]).await?;
    let account = known.find(account.as_str());
    let Some((account, section_id)) = account.zip(known.find(section)) else {
        return Ok(Vec::new());
    };
    let parameters: Parameters<'_> = &[&account, &run, &section_id, &page(limit), &after_key];
    let rows = session.select(LIST, parameters).await?;
    let rows = rows.iter().map(|row| {
        Ok(Finding {
            section: section.to_owned(),
            key: row.try_get(0)?,
            body: row.try_get(1)?,
        })
    });
    rows.collect()
}

/// Findings of all sections, in the order of the numbers of their names.
pub(crate) async fn list_all(
    session: &Session,
    names: &Names,
    account: &AccountId,
    run: &str,
    after: Option<&(String, String)>,
    limit: usize,
) -> Result<Vec<Finding>, Failure> {
    let section_after = after.map(|(section, _)| section.as_str());
    let texts = section_after.into_iter().chain([account.as_str()]);
    let known = names.find(session, texts).await?;
    let Some(account) = known.find(account.as_str()) else {
        return Ok(Vec::new());
    };
    // Names are numbered from 1, so that 0 is before them all.
    let section_after = section_after.and_then(|section| known.find(section));
    let section_after = section_after.unwrap_or(0);
    let key_after = after.map(|(_, key)| key.as_str()).unwrap_or_default();
    let parameters: Parameters<'_> = &[&account, &run, &section_after, &key_after, &page(limit)];
    let rows = session.select(LIST_ALL, parameters).await?;
    let rows = rows.iter().map(|row| {
        Ok(Finding {
            section: row.try_get(2)?,
            key: row.try_get(0)?,
            body: row.try_get(1)?,
        })
    });
    rows.collect()
}

pub(crate) async fn runs(
    session: &Session,
    names: &Names,
    account: &AccountId,
) -> Result<Vec<String>, Failure> {
    let known = names.find(session, [account.as_str()]).await?;
    let Some(account) = known.find(account.as_str()) else {
        return Ok(Vec::new());
    };
    let rows = session.select(RUNS, &[&account]).await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

pub(crate) async fn delete(
    session: &Session,
    names: &Names,
    account: &AccountId,
    run: &str,
) -> Result<bool, Failure> {
    let known = names.find(session, [account.as_str()]).await?;
    let Some(account) = known.find(account.as_str()) else {
        return Ok(false);
    };
    session.begin(session::WRITE).await?;
    session.select(LOCK, &[&account]).await?;
    let is_current = find_current(session, account).await?.as_deref() == Some(run);
    let found = find_run(session, account, run).await?;
    let Some(run) = found.filter(|_| !is_current) else {
        session.roll_back().await?;
        return Ok(false);
    };
    session.change(DELETE_ROWS, &[&account, &run]).await?;
    session.change(DELETE_RUN, &[&account, &run]).await?;
    session.commit().await?;
    Ok(true)
}

async fn find_run(session: &Session, account: i32, run: &str) -> Result<Option<i64>, Failure> {
    let rows = session.select(FIND_RUN, &[&account, &run]).await?;
    Ok(rows.first().map(|row| row.try_get(0)).transpose()?)
}

async fn find_current(session: &Session, account: i32) -> Result<Option<String>, Failure> {
    let rows = session.select(CURRENT, &[&account]).await?;
    Ok(rows.first().map(|row| row.try_get(0)).transpose()?)
}
