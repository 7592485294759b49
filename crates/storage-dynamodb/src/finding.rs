//! Findings: one item names the runs of an account and the current one, each row is an item.
//!
//! A run that is to be deleted is first no longer named, then its rows are deleted. Until that is
//! done it is named among those to be deleted, so that one who comes later does the rest.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::types::AttributeValue;
use vitalog_core::AccountId;
use vitalog_storage::{Finding, Published, limits::fits};

use crate::{
    body,
    condition::Condition,
    error::Failure,
    item::Item,
    keys::{self, Key, PARTITION, SORT},
    listing::{self, ID},
    nonce::Writes,
    query::{Query, Sorts},
    shelf::Shelf,
    table::{Outcome, Table},
    tries::Tries,
};

const RUNS: &str = "runs";
const CURRENT: &str = "current";
const DELETING: &str = "deleting";
const SECTION: &str = "section";

/// The runs of an account.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Runs {
    named: BTreeSet<String>,
    current: Option<String>,
    deleting: BTreeSet<String>,
    /// The writes that made them so; `None` where there is no item yet.
    writes: Option<Writes>,
}

impl Runs {
    async fn read(table: &Table, account: &AccountId) -> Result<Self, Failure> {
        let Some(item) = table.one(&keys::runs(account)).await? else {
            return Ok(Self::default());
        };
        Ok(Self {
            named: names(&item, RUNS)?,
            current: item.text_or_none(CURRENT)?.map(str::to_owned),
            deleting: names(&item, DELETING)?,
            writes: Some(item.writes()?),
        })
    }

    /// Puts these in the place of those they were made of; false if those are no longer there.
    async fn replace(&self, table: &Table, account: &AccountId) -> Result<bool, Failure> {
        let writes = self.writes.clone().unwrap_or_default().then(table.nonce());
        let mut item = Item::at(&keys::runs(account));
        for (name, runs) in [(RUNS, &self.named), (DELETING, &self.deleting)] {
            let runs = runs.iter().cloned().map(AttributeValue::S);
            item.set(name, AttributeValue::L(runs.collect()));
        }
        if let Some(current) = &self.current {
            item.set_text(CURRENT, current);
        }
        item.set_writes(&writes);
        let condition = self
            .writes
            .as_ref()
            .map_or_else(Condition::absent, Condition::as_left_by);
        match table.put(item, condition).await? {
            Outcome::Done(_) => Ok(true),
            Outcome::Refused(now) => {
                let now = now.as_ref().map(Item::writes).transpose()?;
                writes.were_done(now.as_ref())
            }
        }
    }
}

fn names(item: &Item, attribute: &'static str) -> Result<BTreeSet<String>, Failure> {
    let values = item.0.get(attribute).and_then(|value| value.as_l().ok());
    let names = values.ok_or(Failure::NotUnderstood(attribute))?.iter();
    names
        .map(|name| name.as_s().cloned())
        .collect::<Result<_, _>>()
        .map_err(|_| Failure::NotUnderstood(attribute))
}

pub(crate) async fn put(
    table: &Table,
    account: &AccountId,
    run: &str,
    findings: &[Finding],
) -> Result<(), Failure> {
    let all_fit = findings
        .iter()
        .all(|finding| fits(&[&finding.section, &finding.key], &finding.body));
    if !fits(&[run], "") || !all_fit {
        return Err(Failure::TooLong);
    }
    name_run(table, account, run).await?;
    // Of two in one place the later stands.
    let mut rows = BTreeMap::new();
    for finding in findings {
        let key = shelf(account, run, &finding.section).key(&finding.key);
        let mut item = Item::at(&key);
        item.set_text(SECTION, &finding.section);
        item.set_text(ID, &finding.key);
        body::set(&finding.body, &mut item)?;
        rows.insert(key, item);
    }
    table.put_all(rows.into_values().collect()).await
}

async fn name_run(table: &Table, account: &AccountId, run: &str) -> Result<(), Failure> {
    let mut tries = Tries::new(table);
    loop {
        let mut runs = Runs::read(table, account).await?;
        if runs.deleting.contains(run) {
            sweep(table, account).await?;
        } else if !runs.named.insert(run.to_owned()) || runs.replace(table, account).await? {
            return Ok(());
        }
        tries.failed().await?;
    }
}

pub(crate) async fn publish(
    table: &Table,
    account: &AccountId,
    run: &str,
    expected: Option<&str>,
) -> Result<Published, Failure> {
    let mut tries = Tries::new(table);
    loop {
        let mut runs = Runs::read(table, account).await?;
        if runs.current.as_deref() != expected || !runs.named.contains(run) {
            return Ok(Published::Stale);
        }
        runs.current = Some(run.to_owned());
        if runs.replace(table, account).await? {
            return Ok(Published::Done);
        }
        tries.failed().await?;
    }
}

pub(crate) async fn current(table: &Table, account: &AccountId) -> Result<Option<String>, Failure> {
    Ok(Runs::read(table, account).await?.current)
}

pub(crate) async fn runs(table: &Table, account: &AccountId) -> Result<Vec<String>, Failure> {
    let runs = Runs::read(table, account).await?;
    Ok(runs.named.into_iter().collect())
}

/// The runs that have rows, also those that are being deleted.
pub(crate) async fn all_runs(table: &Table, account: &AccountId) -> Result<Vec<String>, Failure> {
    let runs = Runs::read(table, account).await?;
    Ok(runs.named.into_iter().chain(runs.deleting).collect())
}

pub(crate) async fn list(
    table: &Table,
    account: &AccountId,
    (run, section): (&str, &str),
    after_key: Option<&str>,
    limit: usize,
) -> Result<Vec<Finding>, Failure> {
    if !Runs::read(table, account).await?.named.contains(run) {
        return Ok(Vec::new());
    }
    let shelf = shelf(account, run, section);
    let items = listing::read(
        table,
        shelf.query(after_key),
        limit,
        |sort| shelf.group(sort),
        |item| listing::is_after(item, after_key),
    );
    let items = listing::first(items.await?, limit)?;
    items.iter().map(decode).collect()
}

/// The rows of all sections of a run, in the order of their keys.
pub(crate) async fn list_all(
    table: &Table,
    account: &AccountId,
    run: &str,
    after: Option<&(String, String)>,
    limit: usize,
) -> Result<Vec<Finding>, Failure> {
    if !Runs::read(table, account).await?.named.contains(run) {
        return Ok(Vec::new());
    }
    let sorts = after.map_or(Sorts::All, |(section, key)| {
        Sorts::After(shelf(account, run, section).key(key).sort)
    });
    let query = Query::new(keys::findings(account, run), sorts);
    let items = listing::read(table, query, limit, str::as_bytes, |_| Ok(true)).await?;
    items.iter().map(decode).collect()
}

fn shelf(account: &AccountId, run: &str, section: &str) -> Shelf {
    Shelf::new(keys::findings(account, run), &[section])
}

fn decode(item: &Item) -> Result<Finding, Failure> {
    Ok(Finding {
        section: item.text(SECTION)?.to_owned(),
        key: item.text(ID)?.to_owned(),
        body: body::get(item)?,
    })
}

pub(crate) async fn delete(table: &Table, account: &AccountId, run: &str) -> Result<bool, Failure> {
    let mut tries = Tries::new(table);
    loop {
        let mut runs = Runs::read(table, account).await?;
        if runs.current.as_deref() == Some(run) || !runs.named.remove(run) {
            return Ok(false);
        }
        runs.deleting.insert(run.to_owned());
        if runs.replace(table, account).await? {
            sweep(table, account).await?;
            return Ok(true);
        }
        tries.failed().await?;
    }
}

/// Deletes the rows of the runs that are to be deleted.
async fn sweep(table: &Table, account: &AccountId) -> Result<(), Failure> {
    let mut tries = Tries::new(table);
    loop {
        let mut runs = Runs::read(table, account).await?;
        if runs.deleting.is_empty() {
            return Ok(());
        }
        for run in &runs.deleting {
            let query =
                Query::new(keys::findings(account, run), Sorts::All).only(&[PARTITION, SORT]);
            let rows = table.all(&query).await?;
            let keys: Result<Vec<Key>, Failure> = rows.iter().map(Item::key).collect();
            table.delete_all(&keys?).await?;
        }
        runs.deleting.clear();
        if runs.replace(table, account).await? {
            return Ok(());
        }
        tries.failed().await?;
    }
}
