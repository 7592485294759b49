//! Who has anything here. Nobody can ask a table for its partitions, so owners and queues are named
//! in items of their own, before the first of theirs is written.

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};

use vitalog_core::AccountId;
use vitalog_storage::Owner;

use crate::{
    error::Failure,
    item::Item,
    keys,
    listing::{self, ID},
    shelf::Shelf,
    table::Table,
};

/// Names them, each once in the life of a program.
#[derive(Default)]
pub(crate) struct Catalogue {
    named: Mutex<BTreeSet<(&'static str, String)>>,
}

impl Catalogue {
    /// Sees to it that an owner is named.
    pub(crate) async fn name_owner(&self, table: &Table, owner: &Owner) -> Result<(), Failure> {
        let name = match owner {
            Owner::Deployment => "",
            Owner::Account(account) => account.as_str(),
        };
        self.name(table, keys::OWNERS, name).await
    }

    /// Drops what is remembered of an owner who is named no more.
    pub(crate) fn forget_owner(&self, account: &AccountId) {
        let mut named = self.named.lock().unwrap_or_else(PoisonError::into_inner);
        named.remove(&(keys::OWNERS, account.as_str().to_owned()));
    }

    /// Sees to it that a queue is named.
    pub(crate) async fn name_queue(&self, table: &Table, queue: &str) -> Result<(), Failure> {
        self.name(table, keys::QUEUES, queue).await
    }

    async fn name(&self, table: &Table, of: &'static str, name: &str) -> Result<(), Failure> {
        let entry = (of, name.to_owned());
        let named = || self.named.lock().unwrap_or_else(PoisonError::into_inner);
        if named().contains(&entry) {
            return Ok(());
        }
        let mut item = Item::at(&shelf(of).key(name));
        item.set_text(ID, name);
        table.put_all(vec![item]).await?;
        named().insert(entry);
        Ok(())
    }
}

pub(crate) async fn owners(table: &Table) -> Result<Vec<Owner>, Failure> {
    let names = names(table, keys::OWNERS).await?;
    let owner = |name: String| {
        if name.is_empty() {
            return Ok(Owner::Deployment);
        }
        let account = AccountId::new(&name).ok_or(Failure::NotUnderstood(ID))?;
        Ok(Owner::Account(account))
    };
    names.into_iter().map(owner).collect()
}

/// Names an owner no more. A program that has named it before and is still running will not name it
/// again.
pub(crate) async fn forget_owner(table: &Table, account: &AccountId) -> Result<(), Failure> {
    let key = shelf(keys::OWNERS).key(account.as_str());
    table.delete_all(&[key]).await
}

pub(crate) async fn queues(table: &Table) -> Result<Vec<String>, Failure> {
    names(table, keys::QUEUES).await
}

async fn names(table: &Table, of: &str) -> Result<Vec<String>, Failure> {
    let items = table.all(&shelf(of).query(None)).await?;
    let items = listing::first(items, usize::MAX)?;
    let names = items.iter().map(|item| item.text(ID).map(str::to_owned));
    names.collect()
}

fn shelf(of: &str) -> Shelf {
    Shelf::new(of.to_owned(), &[])
}
