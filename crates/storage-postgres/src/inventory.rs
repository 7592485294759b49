//! Whose anything is.

use vitalog_core::AccountId;
use vitalog_storage::Owner;

use crate::{document::DEPLOYMENT, error::Failure, session::Session};

const OWNERS: &str = "
    SELECT owners.owner, name.text FROM (
        SELECT owner FROM document UNION SELECT account FROM record
        UNION SELECT account FROM current_run UNION SELECT account FROM access_entry
    ) AS owners LEFT JOIN name ON name.id = owners.owner";
const QUEUES: &str = "
    SELECT text FROM name WHERE id IN (SELECT queue FROM job) ORDER BY text COLLATE \"C\"";

pub(crate) async fn owners(session: &Session) -> Result<Vec<Owner>, Failure> {
    let rows = session.select(OWNERS, &[]).await?;
    let mut owners = Vec::new();
    for row in &rows {
        let (number, text): (i32, Option<&str>) = (row.try_get(0)?, row.try_get(1)?);
        owners.push(if number == DEPLOYMENT {
            Owner::Deployment
        } else {
            let account = text.and_then(AccountId::new);
            Owner::Account(account.ok_or(Failure::NotUnderstood("account"))?)
        });
    }
    owners.sort();
    Ok(owners)
}

pub(crate) async fn queues(session: &Session) -> Result<Vec<String>, Failure> {
    let rows = session.select(QUEUES, &[]).await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}
