//! Jobs in their table. What changes one is one statement, and so happens as one.

use jiff::Timestamp;
use tokio_postgres::Row;
use vitalog_storage::{
    Claim, ClaimedJob, Claiming, Enqueued, JobState, NewJob,
    limits::{fits, stored_reason},
    precision::floor_millisecond,
};

use crate::{
    codec::{Columns, page},
    error::Failure,
    name::{Known, Names},
    session::{Parameters, Session},
};

const ENQUEUE: &str = "
    INSERT INTO job (queue, id, run_ms, attempts, body) VALUES ($1, $2, $3, 0, $4)
    ON CONFLICT (queue, id) DO NOTHING";
/// Jobs that another caller is claiming at this moment are left to it.
const CLAIM: &str = "
    WITH due AS (
        SELECT id FROM job
        WHERE queue = $1 AND run_ms <= $2 AND dead IS NULL
            AND (leased_ms IS NULL OR leased_ms <= $2)
        ORDER BY run_ms, id LIMIT $3
        FOR UPDATE SKIP LOCKED
    )
    UPDATE job SET attempts = attempts + 1, leased_ms = $4, token = gen_random_uuid()::text
    FROM due WHERE job.queue = $1 AND job.id = due.id
    RETURNING job.id, token, run_ms, attempts, body";
const CLAIM_ONE: &str = "
    UPDATE job SET attempts = attempts + 1, leased_ms = $4, token = gen_random_uuid()::text
    WHERE queue = $1 AND id = $2 AND run_ms <= $3 AND dead IS NULL
        AND (leased_ms IS NULL OR leased_ms <= $3)
    RETURNING id, token, run_ms, attempts, body";
/// Of a job that is not dead.
const FREE_AT: &str = "
    SELECT greatest(run_ms, leased_ms) FROM job WHERE queue = $1 AND id = $2 AND dead IS NULL";
const EXTEND: &str = "
    UPDATE job SET leased_ms = $4 WHERE queue = $1 AND id = $2 AND token = $3";
const COMPLETE: &str = "DELETE FROM job WHERE queue = $1 AND id = $2 AND token = $3";
const RETRY: &str = "
    UPDATE job SET run_ms = $4, leased_ms = NULL, token = NULL
    WHERE queue = $1 AND id = $2 AND token = $3";
const BURY: &str = "
    UPDATE job SET dead = $4, leased_ms = NULL, token = NULL
    WHERE queue = $1 AND id = $2 AND token = $3";
const LIST: &str = "
    SELECT id, run_ms, attempts, body, leased_ms, dead FROM job
    WHERE queue = $1 AND ($3::text IS NULL OR id > $3) ORDER BY id LIMIT $2";
const REVIVE: &str = "
    UPDATE job SET dead = NULL, attempts = 0, run_ms = $3
    WHERE queue = $1 AND id = $2 AND dead IS NOT NULL";
const RESTORE: &str = "
    INSERT INTO job (queue, id, run_ms, attempts, dead, body) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (queue, id) DO UPDATE SET
        run_ms = excluded.run_ms, attempts = excluded.attempts, dead = excluded.dead,
        body = excluded.body, leased_ms = NULL, token = NULL";
const DROP: &str = "DELETE FROM job WHERE queue = $1 AND id = $2";

pub(crate) async fn enqueue(
    session: &Session,
    names: &Names,
    job: &NewJob,
) -> Result<Enqueued, Failure> {
    if !fits(&[&job.queue, &job.id], &job.body) {
        return Err(Failure::TooLong);
    }
    let known = names.intern(session, [job.queue.as_str()]).await?;
    let queue = known.id(&job.queue)?;
    let run_at = floor_millisecond(job.run_at);
    let row: Parameters<'_> = &[&queue, &job.id, &run_at, &job.body];
    Ok(if session.change(ENQUEUE, row).await? == 1 {
        Enqueued::Added
    } else {
        Enqueued::AlreadyThere
    })
}

pub(crate) async fn claim(
    session: &Session,
    names: &Names,
    queue: &str,
    (now, lease_until): (Timestamp, Timestamp),
    limit: usize,
) -> Result<Vec<ClaimedJob>, Failure> {
    let known = names.find(session, [queue]).await?;
    let Some(number) = known.find(queue) else {
        return Ok(Vec::new());
    };
    let (now, until) = (floor_millisecond(now), floor_millisecond(lease_until));
    let parameters: Parameters<'_> = &[&number, &now, &page(limit), &until];
    let rows = session.select(CLAIM, parameters).await?;
    let rows = rows.iter().map(|row| claimed(row, &known, queue));
    let mut jobs: Vec<ClaimedJob> = rows.collect::<Result<_, _>>()?;
    // An update returns its rows as it comes upon them.
    jobs.sort_by(|a, b| (a.run_at, &a.claim.id).cmp(&(b.run_at, &b.claim.id)));
    Ok(jobs)
}

pub(crate) async fn claim_one(
    session: &Session,
    names: &Names,
    (queue, id): (&str, &str),
    (now, lease_until): (Timestamp, Timestamp),
) -> Result<Claiming, Failure> {
    let known = names.find(session, [queue]).await?;
    let Some(number) = known.find(queue) else {
        return Ok(Claiming::Nothing);
    };
    let (now, until) = (floor_millisecond(now), floor_millisecond(lease_until));
    let parameters: Parameters<'_> = &[&number, &id, &now, &until];
    let rows = session.select(CLAIM_ONE, parameters).await?;
    if let Some(row) = rows.first() {
        return claimed(row, &known, queue).map(Claiming::Claimed);
    }
    // It may be given back in between, and is free then at a time that is past.
    let rows = session.select(FREE_AT, &[&number, &id]).await?;
    let free_at = rows.first().map(|row| {
        let names = &known;
        Columns { row, names }.millisecond(0)
    });
    Ok(free_at
        .transpose()?
        .map_or(Claiming::Nothing, Claiming::NotBefore))
}

fn claimed(row: &Row, names: &Known, queue: &str) -> Result<ClaimedJob, Failure> {
    let columns = Columns { row, names };
    Ok(ClaimedJob {
        claim: Claim {
            queue: queue.to_owned(),
            id: columns.get(0)?,
            token: columns.get(1)?,
        },
        run_at: columns.millisecond(2)?,
        attempts: attempts(columns, 3)?,
        body: columns.get(4)?,
    })
}

pub(crate) async fn extend(
    session: &Session,
    names: &Names,
    claim: &Claim,
    until: Timestamp,
) -> Result<bool, Failure> {
    let until = floor_millisecond(until);
    let held: Parameters<'_> = &[&claim.id, &claim.token, &until];
    one(session, names, &claim.queue, EXTEND, held).await
}

pub(crate) async fn complete(
    session: &Session,
    names: &Names,
    claim: &Claim,
) -> Result<bool, Failure> {
    let held: Parameters<'_> = &[&claim.id, &claim.token];
    one(session, names, &claim.queue, COMPLETE, held).await
}

pub(crate) async fn retry(
    session: &Session,
    names: &Names,
    claim: &Claim,
    run_at: Timestamp,
) -> Result<bool, Failure> {
    let run_at = floor_millisecond(run_at);
    let held: Parameters<'_> = &[&claim.id, &claim.token, &run_at];
    one(session, names, &claim.queue, RETRY, held).await
}

pub(crate) async fn bury(
    session: &Session,
    names: &Names,
    claim: &Claim,
    reason: &str,
) -> Result<bool, Failure> {
    let reason = stored_reason(reason);
    let held: Parameters<'_> = &[&claim.id, &claim.token, &reason];
    one(session, names, &claim.queue, BURY, held).await
}

pub(crate) async fn list(
    session: &Session,
    names: &Names,
    queue: &str,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<JobState>, Failure> {
    let known = names.find(session, [queue]).await?;
    let Some(number) = known.find(queue) else {
        return Ok(Vec::new());
    };
    let parameters: Parameters<'_> = &[&number, &page(limit), &after];
    let rows = session.select(LIST, parameters).await?;
    rows.iter().map(|row| state(row, &known, queue)).collect()
}

pub(crate) async fn revive(
    session: &Session,
    names: &Names,
    queue: &str,
    id: &str,
    run_at: Timestamp,
) -> Result<bool, Failure> {
    let run_at = floor_millisecond(run_at);
    one(session, names, queue, REVIVE, &[&id, &run_at]).await
}

/// Writes a job as it is, but for its lease, whatever is there.
pub(crate) async fn restore(
    session: &Session,
    names: &Names,
    job: &JobState,
) -> Result<(), Failure> {
    if !fits(&[&job.queue, &job.id], &job.body) {
        return Err(Failure::TooLong);
    }
    let known = names.intern(session, [job.queue.as_str()]).await?;
    let queue = known.id(&job.queue)?;
    let run_at = floor_millisecond(job.run_at);
    let attempts = i32::try_from(job.attempts).map_err(|_| Failure::TooLarge)?;
    let dead = job.dead.as_deref().map(stored_reason);
    let row: Parameters<'_> = &[&queue, &job.id, &run_at, &attempts, &dead, &job.body];
    session.change(RESTORE, row).await?;
    Ok(())
}

pub(crate) async fn drop(
    session: &Session,
    names: &Names,
    queue: &str,
    id: &str,
) -> Result<bool, Failure> {
    one(session, names, queue, DROP, &[&id]).await
}

/// Changes one job of a queue, if it is there as the statement demands.
async fn one(
    session: &Session,
    names: &Names,
    queue: &str,
    sql: &str,
    parameters: Parameters<'_>,
) -> Result<bool, Failure> {
    let known = names.find(session, [queue]).await?;
    let Some(queue) = known.find(queue) else {
        return Ok(false);
    };
    let mut all: Vec<_> = vec![&queue as _];
    all.extend(parameters);
    Ok(session.change(sql, &all).await? == 1)
}

fn state(row: &Row, names: &Known, queue: &str) -> Result<JobState, Failure> {
    let columns = Columns { row, names };
    Ok(JobState {
        queue: queue.to_owned(),
        id: columns.get(0)?,
        run_at: columns.millisecond(1)?,
        attempts: attempts(columns, 2)?,
        body: columns.get(3)?,
        leased_until: columns.millisecond_or_none(4)?,
        dead: columns.get(5)?,
    })
}

fn attempts(columns: Columns<'_>, place: usize) -> Result<u32, Failure> {
    let stored: i32 = columns.get(place)?;
    u32::try_from(stored).map_err(|_| Failure::NotUnderstood("attempts"))
}
