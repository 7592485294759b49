//! Jobs in their table.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row, Transaction};
use vitalog_storage::{
    Claim, ClaimedJob, Claiming, Enqueued, JobState, NewJob,
    limits::{fits, stored_reason},
    precision::floor_millisecond,
};

use crate::{codec::millisecond, error::Failure, name::Names};

const ENQUEUE: &str = "
    INSERT INTO job (queue, id, run_ms, attempts, body) VALUES (?1, ?2, ?3, 0, ?4)
    ON CONFLICT (queue, id) DO NOTHING";
pub(crate) const DUE: &str = "
    SELECT id FROM job
    WHERE queue = ?1 AND run_ms <= ?2 AND dead IS NULL
        AND (leased_ms IS NULL OR leased_ms <= ?2)
    ORDER BY run_ms, id LIMIT ?3";
const CLAIM: &str = "
    UPDATE job SET attempts = attempts + 1, leased_ms = ?3, token = lower(hex(randomblob(16)))
    WHERE queue = ?1 AND id = ?2
    RETURNING token, run_ms, attempts, body";
/// Of a job that is not dead.
const FREE_AT: &str = "
    SELECT max(run_ms, coalesce(leased_ms, run_ms)) FROM job
    WHERE queue = ?1 AND id = ?2 AND dead IS NULL";
const EXTEND: &str = "
    UPDATE job SET leased_ms = ?4 WHERE queue = ?1 AND id = ?2 AND token = ?3";
const COMPLETE: &str = "DELETE FROM job WHERE queue = ?1 AND id = ?2 AND token = ?3";
const RETRY: &str = "
    UPDATE job SET run_ms = ?4, leased_ms = NULL, token = NULL
    WHERE queue = ?1 AND id = ?2 AND token = ?3";
const BURY: &str = "
    UPDATE job SET dead = ?4, leased_ms = NULL, token = NULL
    WHERE queue = ?1 AND id = ?2 AND token = ?3";
pub(crate) const LIST: &str = "
    SELECT id, run_ms, attempts, body, leased_ms, dead FROM job
    WHERE queue = ?1 ORDER BY id LIMIT ?2";
pub(crate) const LIST_AFTER: &str = "
    SELECT id, run_ms, attempts, body, leased_ms, dead FROM job
    WHERE queue = ?1 AND id > ?3 ORDER BY id LIMIT ?2";
const REVIVE: &str = "
    UPDATE job SET dead = NULL, attempts = 0, run_ms = ?3
    WHERE queue = ?1 AND id = ?2 AND dead IS NOT NULL";
const RESTORE: &str = "
    INSERT OR REPLACE INTO job (queue, id, run_ms, attempts, dead, body)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
const DROP: &str = "DELETE FROM job WHERE queue = ?1 AND id = ?2";

pub(crate) fn enqueue(
    transaction: &Transaction,
    names: &mut Names,
    job: &NewJob,
) -> Result<Enqueued, Failure> {
    if !fits(&[&job.queue, &job.id], &job.body) {
        return Err(Failure::TooLong);
    }
    let queue = names.intern(transaction, &job.queue)?;
    let row = (queue, &job.id, floor_millisecond(job.run_at), &job.body);
    let added = transaction.prepare_cached(ENQUEUE)?.execute(row)?;
    Ok(if added == 1 {
        Enqueued::Added
    } else {
        Enqueued::AlreadyThere
    })
}

pub(crate) fn claim(
    transaction: &Transaction,
    names: &mut Names,
    queue: &str,
    (now, lease_until): (Timestamp, Timestamp),
    limit: usize,
) -> Result<Vec<ClaimedJob>, Failure> {
    let Some(number) = names.find(transaction, queue)? else {
        return Ok(Vec::new());
    };
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut due = transaction.prepare_cached(DUE)?;
    let due = due.query_map((number, floor_millisecond(now), limit), |row| row.get(0))?;
    let due: Vec<String> = due.collect::<rusqlite::Result<_>>()?;
    let leased = due
        .into_iter()
        .map(|id| lease(transaction, (number, queue), id, lease_until));
    leased.collect()
}

/// Leases a job that is free.
fn lease(
    transaction: &Transaction,
    (number, queue): (i64, &str),
    id: String,
    until: Timestamp,
) -> Result<ClaimedJob, Failure> {
    let row = (number, &id, floor_millisecond(until));
    let mut statement = transaction.prepare_cached(CLAIM)?;
    let (token, run_ms, attempts, body) = statement.query_row(row, |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
    })?;
    Ok(ClaimedJob {
        claim: Claim {
            queue: queue.to_owned(),
            id,
            token,
        },
        run_at: millisecond(run_ms)?,
        attempts,
        body,
    })
}

pub(crate) fn claim_one(
    transaction: &Transaction,
    names: &mut Names,
    (queue, id): (&str, &str),
    (now, lease_until): (Timestamp, Timestamp),
) -> Result<Claiming, Failure> {
    let Some(number) = names.find(transaction, queue)? else {
        return Ok(Claiming::Nothing);
    };
    let mut free_at = transaction.prepare_cached(FREE_AT)?;
    let free_at = free_at
        .query_row((number, id), |row| row.get(0))
        .optional()?;
    let Some(free_at) = free_at else {
        return Ok(Claiming::Nothing);
    };
    if free_at > floor_millisecond(now) {
        return Ok(Claiming::NotBefore(millisecond(free_at)?));
    }
    let leased = lease(transaction, (number, queue), id.to_owned(), lease_until);
    leased.map(Claiming::Claimed)
}

pub(crate) fn extend(
    transaction: &Transaction,
    names: &mut Names,
    claim: &Claim,
    until: Timestamp,
) -> Result<bool, Failure> {
    let Some(queue) = names.find(transaction, &claim.queue)? else {
        return Ok(false);
    };
    let row = (queue, &claim.id, &claim.token, floor_millisecond(until));
    Ok(transaction.prepare_cached(EXTEND)?.execute(row)? == 1)
}

pub(crate) fn complete(
    transaction: &Transaction,
    names: &mut Names,
    claim: &Claim,
) -> Result<bool, Failure> {
    let Some(queue) = names.find(transaction, &claim.queue)? else {
        return Ok(false);
    };
    let row = (queue, &claim.id, &claim.token);
    Ok(transaction.prepare_cached(COMPLETE)?.execute(row)? == 1)
}

pub(crate) fn retry(
    transaction: &Transaction,
    names: &mut Names,
    claim: &Claim,
    run_at: Timestamp,
) -> Result<bool, Failure> {
    let Some(queue) = names.find(transaction, &claim.queue)? else {
        return Ok(false);
    };
    let row = (queue, &claim.id, &claim.token, floor_millisecond(run_at));
    Ok(transaction.prepare_cached(RETRY)?.execute(row)? == 1)
}

pub(crate) fn bury(
    transaction: &Transaction,
    names: &mut Names,
    claim: &Claim,
    reason: &str,
) -> Result<bool, Failure> {
    let Some(queue) = names.find(transaction, &claim.queue)? else {
        return Ok(false);
    };
    let row = (queue, &claim.id, &claim.token, stored_reason(reason));
    Ok(transaction.prepare_cached(BURY)?.execute(row)? == 1)
}

pub(crate) fn list(
    transaction: &Transaction,
    names: &mut Names,
    queue: &str,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<JobState>, Failure> {
    let Some(number) = names.find(transaction, queue)? else {
        return Ok(Vec::new());
    };
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let sql = if after.is_some() { LIST_AFTER } else { LIST };
    let mut statement = transaction.prepare_cached(sql)?;
    let mut rows = match after {
        None => statement.query((number, limit))?,
        Some(after) => statement.query((number, limit, after))?,
    };
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(decode(row, queue)?);
    }
    Ok(found)
}

pub(crate) fn revive(
    transaction: &Transaction,
    names: &mut Names,
    queue: &str,
    id: &str,
    run_at: Timestamp,
) -> Result<bool, Failure> {
    let Some(queue) = names.find(transaction, queue)? else {
        return Ok(false);
    };
    let row = (queue, id, floor_millisecond(run_at));
    Ok(transaction.prepare_cached(REVIVE)?.execute(row)? == 1)
}

pub(crate) fn drop(
    transaction: &Transaction,
    names: &mut Names,
    queue: &str,
    id: &str,
) -> Result<bool, Failure> {
    let Some(queue) = names.find(transaction, queue)? else {
        return Ok(false);
    };
    Ok(transaction.prepare_cached(DROP)?.execute((queue, id))? == 1)
}

pub(crate) fn restore(
    transaction: &Transaction,
    names: &mut Names,
    job: &JobState,
) -> Result<(), Failure> {
    if !fits(&[&job.queue, &job.id], &job.body) {
        return Err(Failure::TooLong);
    }
    let queue = names.intern(transaction, &job.queue)?;
    let run_ms = floor_millisecond(job.run_at);
    let dead = job.dead.as_deref().map(stored_reason);
    let row = (queue, &job.id, run_ms, job.attempts, dead, &job.body);
    transaction.prepare_cached(RESTORE)?.execute(row)?;
    Ok(())
}

fn decode(row: &Row, queue: &str) -> Result<JobState, Failure> {
    Ok(JobState {
        queue: queue.to_owned(),
        id: row.get(0)?,
        run_at: millisecond(row.get(1)?)?,
        attempts: row.get(2)?,
        body: row.get(3)?,
        leased_until: row.get::<_, Option<i64>>(4)?.map(millisecond).transpose()?,
        dead: row.get(5)?,
    })
}
