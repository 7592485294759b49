//! Forgetting an account: its partitions, one after the other.

use vitalog_core::{AccountId, Metric};
use vitalog_storage::Owner;

use crate::{
    catalogue, error::Failure, finding, fold, item::Item, keys, keys::Key, query::Query,
    query::Sorts, table::Table,
};

/// Items that are read before they are deleted. Those of a partition may have some megabytes each,
/// in parts; without those they are small.
const PAGE: usize = 500;

pub(crate) async fn erase(table: &Table, account: &AccountId) -> Result<(), Failure> {
    // From now on a writer who read the record before finds that it has moved.
    empty(table, &keys::head(account).partition).await?;
    empty(table, &keys::journal(account)).await?;
    for metric in Metric::ALL {
        empty(table, &keys::readings(account, *metric)).await?;
        empty(table, &keys::daily(account, *metric)).await?;
    }
    empty(table, &keys::extents(account)).await?;
    empty(table, &keys::workouts(account)).await?;
    empty(table, &keys::vendor_records(account)).await?;
    let owner = Owner::Account(account.clone());
    empty(table, &keys::documents(&owner)).await?;
    // What tells the runs goes after the rows of all, so that none is ever lost sight of.
    for run in finding::all_runs(table, account).await? {
        empty(table, &keys::findings(account, &run)).await?;
    }
    empty(table, &keys::runs(account).partition).await?;
    empty(table, &keys::access(account)).await?;
    catalogue::forget_owner(table, account).await
}

/// Deletes what is in a partition.
async fn empty(table: &Table, partition: &str) -> Result<(), Failure> {
    let query = Query::new(partition, Sorts::All).in_pages_of(PAGE);
    loop {
        let page = table.page(&query, None).await?;
        let mut parts = Vec::new();
        for item in &page.items {
            parts.extend(fold::parts_of(item)?);
        }
        // Before the items that name them: whoever is broken off here finds them again.
        table.delete_all(&parts).await?;
        let keys: Result<Vec<Key>, Failure> = page.items.iter().map(Item::key).collect();
        table.delete_all(&keys?).await?;
        if page.next.is_none() {
            return Ok(());
        }
    }
}
