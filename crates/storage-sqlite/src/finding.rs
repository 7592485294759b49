//! Runs of findings in their tables.

use rusqlite::{OptionalExtension, Transaction};
use vitalog_core::AccountId;
use vitalog_storage::{Finding, Published, limits::fits};

use crate::{error::Failure, name::Names};

const FIND_RUN: &str = "SELECT id FROM run WHERE account = ?1 AND name = ?2";
const ADD_RUN: &str = "INSERT INTO run (account, name) VALUES (?1, ?2)";
const PUT: &str = "
    INSERT INTO finding (run, section, key, body) VALUES (?1, ?2, ?3, ?4)
    ON CONFLICT (run, section, key) DO UPDATE SET body = excluded.body";
const CURRENT: &str = "
    SELECT run.id, run.name FROM current_run JOIN run ON run.id = current_run.run
    WHERE current_run.account = ?1";
const PUBLISH: &str = "
    INSERT INTO current_run (account, run) VALUES (?1, ?2)
    ON CONFLICT (account) DO UPDATE SET run = excluded.run";
pub(crate) const LIST: &str = "
    SELECT key, body FROM finding WHERE run = ?1 AND section = ?2 ORDER BY key LIMIT ?3";
pub(crate) const LIST_AFTER: &str = "
    SELECT key, body FROM finding
    WHERE run = ?1 AND section = ?2 AND key > ?4 ORDER BY key LIMIT ?3";
pub(crate) const LIST_ALL: &str = "
    SELECT key, body, section FROM finding
    WHERE run = ?1 AND (section, key) > (?2, ?3) ORDER BY section, key LIMIT ?4";
const RUNS: &str = "SELECT name FROM run WHERE account = ?1 ORDER BY name";
const DELETE_ROWS: &str = "DELETE FROM finding WHERE run = ?1";
const DELETE_RUN: &str = "DELETE FROM run WHERE id = ?1";

pub(crate) fn put(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
    run: &str,
    findings: &[Finding],
) -> Result<(), Failure> {
    let fitting = |row: &Finding| fits(&[&row.section, &row.key], &row.body);
    if !fits(&[run], "") || !findings.iter().all(fitting) {
        return Err(Failure::TooLong);
    }
    let account = names.intern(transaction, account.as_str())?;
    let run = match find_run(transaction, account, run)? {
        Some(run) => run,
        None => transaction
            .prepare_cached(ADD_RUN)?
            .insert((account, run))?,
    };
    let mut statement = transaction.prepare_cached(PUT)?;
    for Finding { section, key, body } in findings {
        statement.execute((run, names.intern(transaction, section)?, key, body))?;
    }
    Ok(())
}

pub(crate) fn publish(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
    run: &str,
    expected: Option<&str>,
) -> Result<Published, Failure> {
    let Some(account) = names.find(transaction, account.as_str())? else {
        return Ok(Published::Stale);
    };
    let current = find_current(transaction, account)?;
    if current.as_ref().map(|(_, name)| name.as_str()) != expected {
        return Ok(Published::Stale);
    }
    let Some(run) = find_run(transaction, account, run)? else {
        return Ok(Published::Stale);
    };
    transaction
        .prepare_cached(PUBLISH)?
        .execute((account, run))?;
    Ok(Published::Done)
}

pub(crate) fn current(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
) -> Result<Option<String>, Failure> {
    let Some(account) = names.find(transaction, account.as_str())? else {
        return Ok(None);
    };
    Ok(find_current(transaction, account)?.map(|(_, name)| name))
}

pub(crate) fn list(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
    (run, section): (&str, &str),
    after_key: Option<&str>,
    limit: usize,
) -> Result<Vec<Finding>, Failure> {
    let account = names.find(transaction, account.as_str())?;
    let Some((account, section_id)) = account.zip(names.find(transaction, section)?) else {
        return Ok(Vec::new());
    };
    let Some(run) = find_run(transaction, account, run)? else {
        return Ok(Vec::new());
    };
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let sql = if after_key.is_some() {
        LIST_AFTER
    } else {
        LIST
    };
    let mut statement = transaction.prepare_cached(sql)?;
    let mut rows = match after_key {
        None => statement.query((run, section_id, limit))?,
        Some(after) => statement.query((run, section_id, limit, after))?,
    };
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(Finding {
            section: section.to_owned(),
            key: row.get(0)?,
            body: row.get(1)?,
        });
    }
    Ok(found)
}

/// Findings of all sections, in the order of the numbers of their names.
pub(crate) fn list_all(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
    run: &str,
    after: Option<&(String, String)>,
    limit: usize,
) -> Result<Vec<Finding>, Failure> {
    let Some(account) = names.find(transaction, account.as_str())? else {
        return Ok(Vec::new());
    };
    let Some(run) = find_run(transaction, account, run)? else {
        return Ok(Vec::new());
    };
    // Names are numbered from 1, so that 0 is before them all.
    let (section_after, key_after) = match after {
        Some((section, key)) => (
            names.find(transaction, section)?.unwrap_or_default(),
            &**key,
        ),
        None => (0, ""),
    };
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut statement = transaction.prepare_cached(LIST_ALL)?;
    let mut rows = statement.query((run, section_after, key_after, limit))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(Finding {
            section: names.text(transaction, row.get(2)?)?.as_ref().to_owned(),
            key: row.get(0)?,
            body: row.get(1)?,
        });
    }
    Ok(found)
}

pub(crate) fn runs(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
) -> Result<Vec<String>, Failure> {
    let Some(account) = names.find(transaction, account.as_str())? else {
        return Ok(Vec::new());
    };
    let mut statement = transaction.prepare_cached(RUNS)?;
    let runs = statement.query_map([account], |row| row.get(0))?;
    Ok(runs.collect::<rusqlite::Result<_>>()?)
}

pub(crate) fn delete(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
    run: &str,
) -> Result<bool, Failure> {
    let Some(account) = names.find(transaction, account.as_str())? else {
        return Ok(false);
    };
    let Some(run) = find_run(transaction, account, run)? else {
        return Ok(false);
    };
    if find_current(transaction, account)?.is_some_and(|(current, _)| current == run) {
        return Ok(false);
    }
    transaction.prepare_cached(DELETE_ROWS)?.execute([run])?;
    transaction.prepare_cached(DELETE_RUN)?.execute([run])?;
    Ok(true)
}

fn find_run(transaction: &Transaction, account: i64, run: &str) -> Result<Option<i64>, Failure> {
    let mut statement = transaction.prepare_cached(FIND_RUN)?;
    let run = statement.query_row((account, run), |row| row.get(0));
    Ok(run.optional()?)
}

/// The number and the name of the current run.
fn find_current(transaction: &Transaction, account: i64) -> Result<Option<(i64, String)>, Failure> {
    let mut statement = transaction.prepare_cached(CURRENT)?;
    let current = statement.query_row([account], |row| Ok((row.get(0)?, row.get(1)?)));
    Ok(current.optional()?)
}
