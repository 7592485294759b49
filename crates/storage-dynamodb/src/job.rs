//! Jobs, one item each.
//!
//! Every write of a job leaves its own name in the item, and every change is on the condition that
//! the write that was read is still the latest. The token of the claim that holds a job is another
//! attribute, since extending a lease keeps it.

use jiff::Timestamp;
use vitalog_storage::{
    Claim, ClaimedJob, Claiming, Enqueued, JobState, NewJob,
    limits::{fits, stored_reason},
};

use crate::{
    body,
    condition::Condition,
    error::Failure,
    item::Item,
    keys::{self, Key},
    listing::{self, ID},
    query::{Query, Sorts},
    shelf::Shelf,
    table::{Outcome, Table},
    tries::Tries,
};

const RUN_AT: &str = "run_at";
const ATTEMPTS: &str = "attempts";
const LEASED_UNTIL: &str = "leased_until";
const TOKEN: &str = "token";
const DEAD: &str = "dead";

fn shelf(queue: &str) -> Shelf {
    Shelf::new(keys::jobs(queue), &[])
}

fn key(queue: &str, id: &str) -> Key {
    shelf(queue).key(id)
}

fn decode(item: &Item, queue: &str) -> Result<JobState, Failure> {
    Ok(JobState {
        queue: queue.to_owned(),
        id: item.text(ID)?.to_owned(),
        run_at: item.instant(RUN_AT)?,
        attempts: item.integer(ATTEMPTS)?,
        body: body::get(item)?,
        leased_until: item.instant_or_none(LEASED_UNTIL)?,
        dead: item.text_or_none(DEAD)?.map(str::to_owned),
    })
}

/// The item of a job that nobody holds.
fn encode(job: &JobState) -> Result<Item, Failure> {
    if !fits(&[&job.queue, &job.id], &job.body) {
        return Err(Failure::TooLong);
    }
    let mut item = Item::at(&key(&job.queue, &job.id));
    item.set_text(ID, &job.id);
    item.set_millisecond(RUN_AT, job.run_at);
    item.set_integer(ATTEMPTS, job.attempts);
    body::set(&job.body, &mut item)?;
    if let Some(reason) = &job.dead {
        item.set_text(DEAD, stored_reason(reason));
    }
    Ok(item)
}

pub(crate) async fn enqueue(table: &Table, job: &NewJob) -> Result<Enqueued, Failure> {
    let item = encode(&JobState {
        queue: job.queue.clone(),
        id: job.id.clone(),
        run_at: job.run_at,
        attempts: 0,
        body: job.body.clone(),
        leased_until: None,
        dead: None,
    })?;
    match put(table, item, None).await {
        Ok(true) => Ok(Enqueued::Added),
        // One that was written often is there all the same, whoever added it.
        Ok(false) | Err(Failure::Unsure) => Ok(Enqueued::AlreadyThere),
        Err(failure) => Err(failure),
    }
}

/// Puts a job just as it is, but for its lease, in the place of whatever is there.
pub(crate) async fn restore(table: &Table, job: &JobState) -> Result<(), Failure> {
    let item = encode(job)?;
    let key = key(&job.queue, &job.id);
    let mut tries = Tries::new(table);
    loop {
        let standing = table.one(&key).await?;
        if put(table, item.clone(), standing.as_ref()).await? {
            return Ok(());
        }
        tries.failed().await?;
    }
}

/// Puts a job in the place of the one that was read; false if that is no longer there.
async fn put(table: &Table, item: Item, standing: Option<&Item>) -> Result<bool, Failure> {
    let before = standing.map(Item::writes).transpose()?;
    let writes = before.clone().unwrap_or_default().then(table.nonce());
    let condition = before.map_or_else(Condition::absent, |before| Condition::as_left_by(&before));
    let mut item = item;
    item.set_writes(&writes);
    match table.put(item, condition).await? {
        Outcome::Done(_) => Ok(true),
        Outcome::Refused(now) => {
            let now = now.as_ref().map(Item::writes).transpose()?;
            writes.were_done(now.as_ref())
        }
    }
}

pub(crate) async fn claim(
    table: &Table,
    queue: &str,
    now: Timestamp,
    lease_until: Timestamp,
    limit: usize,
) -> Result<Vec<ClaimedJob>, Failure> {
    let query = Query::new(keys::jobs(queue), Sorts::All);
    let mut due = Vec::new();
    for item in table.all(&query).await? {
        let job = decode(&item, queue)?;
        if job.free_at().is_some_and(|at| at <= now) {
            due.push((job, item));
        }
    }
    due.sort_by(|(one, _), (other, _)| (one.run_at, &one.id).cmp(&(other.run_at, &other.id)));
    let mut claimed = Vec::new();
    for (job, item) in due {
        if claimed.len() >= limit {
            break;
        }
        // Another worker may have been faster; the next one may be free still.
        claimed.extend(lease(table, job, &item, lease_until).await?);
    }
    Ok(claimed)
}

/// Leases a job that is free, unless somebody is faster.
async fn lease(
    table: &Table,
    job: JobState,
    item: &Item,
    until: Timestamp,
) -> Result<Option<ClaimedJob>, Failure> {
    let attempts = job.attempts.saturating_add(1);
    let token = table.nonce().to_string();
    let mut leased = item.clone();
    leased.set_integer(ATTEMPTS, attempts);
    leased.set_millisecond(LEASED_UNTIL, until);
    leased.set_text(TOKEN, &token);
    if !put(table, leased, Some(item)).await? {
        return Ok(None);
    }
    Ok(Some(ClaimedJob {
        claim: Claim {
            queue: job.queue,
            id: job.id,
            token,
        },
        run_at: job.run_at,
        attempts,
        body: job.body,
    }))
}

pub(crate) async fn claim_one(
    table: &Table,
    (queue, id): (&str, &str),
    now: Timestamp,
    lease_until: Timestamp,
) -> Result<Claiming, Failure> {
    let key = key(queue, id);
    let mut tries = Tries::new(table);
    loop {
        let Some(item) = table.one(&key).await? else {
            return Ok(Claiming::Nothing);
        };
        let job = decode(&item, queue)?;
        match job.free_at() {
            None => return Ok(Claiming::Nothing),
            Some(at) if at > now => return Ok(Claiming::NotBefore(at)),
            Some(_) => {}
        }
        if let Some(claimed) = lease(table, job, &item, lease_until).await? {
            return Ok(Claiming::Claimed(claimed));
        }
        tries.failed().await?;
    }
}

/// Changes a job where `change` says that it may be changed.
async fn change(
    table: &Table,
    queue: &str,
    id: &str,
    change: impl Fn(&mut Item) -> bool + Send,
) -> Result<bool, Failure> {
    let key = key(queue, id);
    let mut tries = Tries::new(table);
    loop {
        let Some(standing) = table.one(&key).await? else {
            return Ok(false);
        };
        let mut item = standing.clone();
        if !change(&mut item) {
            return Ok(false);
        }
        if put(table, item, Some(&standing)).await? {
            return Ok(true);
        }
        tries.failed().await?;
    }
}

fn holds(claim: &Claim, item: &Item) -> bool {
    item.text(TOKEN).is_ok_and(|token| token == claim.token)
}

/// Ends the claim that holds a job.
fn release(item: &mut Item) {
    item.0.remove(TOKEN);
    item.0.remove(LEASED_UNTIL);
}

pub(crate) async fn extend(
    table: &Table,
    claim: &Claim,
    until: Timestamp,
) -> Result<bool, Failure> {
    change(table, &claim.queue, &claim.id, |item| {
        item.set_millisecond(LEASED_UNTIL, until);
        holds(claim, item)
    })
    .await
}

pub(crate) async fn complete(table: &Table, claim: &Claim) -> Result<bool, Failure> {
    let key = key(&claim.queue, &claim.id);
    let mut tries = Tries::new(table);
    loop {
        let standing = table.one(&key).await?;
        let Some(item) = standing.filter(|item| holds(claim, item)) else {
            return Ok(false);
        };
        let condition = Condition::as_left_by(&item.writes()?);
        if let Outcome::Done(_) = table.delete(&key, condition).await? {
            return Ok(true);
        }
        tries.failed().await?;
    }
}

pub(crate) async fn retry(
    table: &Table,
    claim: &Claim,
    run_at: Timestamp,
) -> Result<bool, Failure> {
    change(table, &claim.queue, &claim.id, |item| {
        let held = holds(claim, item);
        release(item);
        item.set_millisecond(RUN_AT, run_at);
        held
    })
    .await
}

pub(crate) async fn bury(table: &Table, claim: &Claim, reason: &str) -> Result<bool, Failure> {
    change(table, &claim.queue, &claim.id, |item| {
        let held = holds(claim, item);
        release(item);
        item.set_text(DEAD, stored_reason(reason));
        held
    })
    .await
}

pub(crate) async fn revive(
    table: &Table,
    queue: &str,
    id: &str,
    run_at: Timestamp,
) -> Result<bool, Failure> {
    change(table, queue, id, |item| {
        item.set_integer(ATTEMPTS, 0);
        item.set_millisecond(RUN_AT, run_at);
        item.0.remove(DEAD).is_some()
    })
    .await
}

pub(crate) async fn list(
    table: &Table,
    queue: &str,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<JobState>, Failure> {
    let shelf = shelf(queue);
    let items = listing::read(
        table,
        shelf.query(after),
        limit,
        |sort| shelf.group(sort),
        |item| listing::is_after(item, after),
    );
    let items = listing::first(items.await?, limit)?;
    items.iter().map(|item| decode(item, queue)).collect()
}

pub(crate) async fn remove(table: &Table, queue: &str, id: &str) -> Result<bool, Failure> {
    let outcome = table.delete(&key(queue, id), Condition::present()).await?;
    Ok(matches!(outcome, Outcome::Done(_)))
}
