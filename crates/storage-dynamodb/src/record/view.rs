//! The record as of one revision.
//!
//! The head is read first, then the rows. What a change that counts has not put in its place yet is
//! taken from its journal. Every row tells which change wrote it, and nothing that a change did
//! leaves no row behind, so a row of a later change than the head's is the sign that the record was
//! changed meanwhile, and without that sign all rows are as of the head.

use std::collections::BTreeMap;

use futures::{StreamExt, TryStreamExt, stream};
use vitalog_core::AccountId;

use super::{
    apply,
    head::Head,
    journal::{self, Ops},
};
use crate::{
    error::Failure,
    fold,
    item::Item,
    keys::Key,
    listing,
    query::{Query, Sorts},
    table::Table,
    tries::Tries,
};

/// Queries that run at once.
pub(crate) const AT_ONCE: usize = 16;

/// A record, to be read as of its head.
pub(crate) struct View<'a> {
    pub(crate) table: &'a Table,
    pub(crate) head: Head,
    /// What may not be in its place yet.
    pub(crate) pending: Ops,
}

impl<'a> View<'a> {
    pub(crate) async fn of(table: &'a Table, account: &AccountId) -> Result<Self, Failure> {
        let mut tries = Tries::new(table);
        loop {
            let head = Head::read(table, account).await?;
            match journal::read(table, account, &head).await {
                Ok(pending) => {
                    return Ok(Self {
                        table,
                        head,
                        pending: pending.unwrap_or_default(),
                    });
                }
                // It was put in its place and swept up after the head was read.
                Err(Failure::Moved) => tries.failed().await?,
                Err(failure) => return Err(failure),
            }
        }
    }

    /// The rows of a query, in the order of their sort keys, whole.
    pub(crate) async fn rows(&self, query: &Query) -> Result<Vec<Item>, Failure> {
        let rows = self.rows_as_stored(query).await?.into_values();
        let whole = rows.map(|row| fold::unfold(self.table, row));
        stream::iter(whole).buffered(AT_ONCE).try_collect().await
    }

    /// The rows of a query by their sort keys; of one that is long some attributes are missing.
    pub(crate) async fn rows_as_stored(
        &self,
        query: &Query,
    ) -> Result<BTreeMap<String, Item>, Failure> {
        let mut rows = BTreeMap::new();
        for row in self.table.all(query).await? {
            self.must_not_be_later(&row)?;
            rows.insert(row.sort()?.to_owned(), row);
        }
        for (key, op) in self.pending.within(&query.partition, &query.sorts) {
            rows.insert(key.sort.clone(), op.row(key, self.head.revision)?);
        }
        rows.retain(|_, row| !row.is_gone());
        Ok(rows)
    }

    /// The first rows of a query that are wanted: `limit` of them, and all that may have to stand
    /// before the last of these; of one that is long some attributes are missing.
    pub(crate) async fn page(
        &self,
        query: Query,
        limit: usize,
        group: impl Fn(&str) -> &[u8] + Send,
        is_wanted: impl Fn(&Item) -> Result<bool, Failure> + Send + Sync,
    ) -> Result<Vec<Item>, Failure> {
        let mut rows = BTreeMap::new();
        for (key, op) in self.pending.within(&query.partition, &query.sorts) {
            let row = op.row(key, self.head.revision)?;
            if !row.is_gone() && is_wanted(&row)? {
                rows.insert(key.sort.clone(), row);
            }
        }
        let stored = listing::read(self.table, query, limit, group, |row| {
            self.must_not_be_later(row)?;
            Ok(!row.is_gone() && !self.pending.0.contains_key(&row.key()?) && is_wanted(row)?)
        });
        for row in stored.await? {
            rows.insert(row.sort()?.to_owned(), row);
        }
        Ok(rows.into_values().collect())
    }

    /// The first `limit` rows of a query, whole, in the order of their keys.
    pub(crate) async fn first_rows(
        &self,
        query: &Query,
        limit: usize,
    ) -> Result<Vec<Item>, Failure> {
        let rows = self
            .page(query.clone(), limit, str::as_bytes, |_| Ok(true))
            .await?;
        let first = rows.into_iter().take(limit);
        let whole = first.map(|row| fold::unfold(self.table, row));
        stream::iter(whole).buffered(AT_ONCE).try_collect().await
    }

    /// One row, whole.
    pub(crate) async fn row(&self, key: &Key) -> Result<Option<Item>, Failure> {
        let query = Query::new(&*key.partition, Sorts::One(key.sort.clone()));
        Ok(self.rows(&query).await?.pop())
    }

    pub(crate) fn must_not_be_later(&self, row: &Item) -> Result<(), Failure> {
        if row.revision()? > self.head.revision {
            return Err(Failure::Moved);
        }
        Ok(())
    }

    /// Sees to it that documents that changed with the record are in their places.
    pub(crate) async fn settle(&self, is_wanted: impl Fn(&Key) -> bool) -> Result<(), Failure> {
        apply::settle(self.table, &self.head, &self.pending, is_wanted).await
    }
}
