//! Whose anything is.

use rusqlite::Transaction;
use vitalog_core::AccountId;
use vitalog_storage::Owner;

use crate::{document::DEPLOYMENT, error::Failure, name::Names};

const OWNERS: &str = "
    SELECT owner FROM document UNION SELECT account FROM record UNION SELECT account FROM run
    UNION SELECT account FROM access_entry";
const QUEUES: &str = "
    SELECT text FROM name WHERE id IN (SELECT queue FROM job) ORDER BY text";

pub(crate) fn owners(transaction: &Transaction, names: &mut Names) -> Result<Vec<Owner>, Failure> {
    let mut statement = transaction.prepare_cached(OWNERS)?;
    let mut rows = statement.query([])?;
    let mut owners = Vec::new();
    while let Some(row) = rows.next()? {
        let number: i64 = row.get(0)?;
        owners.push(if number == DEPLOYMENT {
            Owner::Deployment
        } else {
            let account = AccountId::new(&names.text(transaction, number)?);
            Owner::Account(account.ok_or(Failure::NotUnderstood("account"))?)
        });
    }
    owners.sort();
    Ok(owners)
}

pub(crate) fn queues(transaction: &Transaction) -> Result<Vec<String>, Failure> {
    let mut statement = transaction.prepare_cached(QUEUES)?;
    let queues = statement.query_map([], |row| row.get(0))?;
    Ok(queues.collect::<rusqlite::Result<_>>()?)
}
