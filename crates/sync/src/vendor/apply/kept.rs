//! Reading the documents that are kept of some days.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{ToSpan, civil::Date};
use vitalog_connectors::{Collection, Connector, SentDocument, Shape};
use vitalog_core::{AccountId, DayRange};
use vitalog_storage::{Storage, StorageError};

use super::{
    Applier,
    filed::{self, Filed},
    news::{self, AllNews},
};

/// Days before and after a day whose documents may change what that day comes to.
const BESIDE_DAYS: i64 = 2;
/// Records that are read at once.
const PAGE: usize = 400;

/// The documents of the days around `days` that are not gone.
pub(super) async fn around(
    applier: &Applier<'_>,
    days: &BTreeSet<Date>,
) -> Result<Vec<SentDocument>, StorageError> {
    let mut documents = Vec::new();
    for collection in applier.connector.capabilities().collections {
        if collection.shape == Shape::Undated {
            continue;
        }
        let reach = i64::from(collection.reach_days).max(BESIDE_DAYS);
        let needed: BTreeSet<Date> = DayRange::runs(days)
            .into_iter()
            .flat_map(|run| {
                let run = DayRange {
                    start: run.start.saturating_sub(reach.days()),
                    end: run.end.saturating_add(BESIDE_DAYS.days()),
                };
                run.days()
            })
            .collect();
        for run in DayRange::runs(&needed) {
            let filed = of_collection(applier, collection, run).await?;
            let there = filed.into_iter().filter(|filed| !filed.is_gone);
            documents.extend(there.map(|filed| filed.document));
        }
    }
    Ok(documents)
}

/// The documents that are kept, with those laid over that are news.
pub(super) fn laid_over(kept: Vec<SentDocument>, all: &AllNews) -> Vec<SentDocument> {
    let is_old =
        |document: &SentDocument| all.news.contains_key(&(document.kind, document.id.clone()));
    let mut documents: Vec<_> = kept
        .into_iter()
        .filter(|document| !is_old(document))
        .collect();
    documents.extend(all.news.values().filter_map(|news| news.new.clone()));
    documents
}

/// The names and days of the documents of a collection that lie on some days and are not gone.
pub(in crate::vendor) async fn names_of_days(
    applier: &Applier<'_>,
    collection: &'static Collection,
    days: DayRange,
) -> Result<BTreeMap<String, Date>, StorageError> {
    let filed = of_collection(applier, collection, days).await?;
    let there = filed.into_iter().filter(|filed| !filed.is_gone);
    Ok(there
        .map(|filed| (filed.document.id, filed.document.day))
        .collect())
}

/// All days that any document that is or was there may have a say in.
pub(in crate::vendor) async fn all_days(
    applier: &Applier<'_>,
) -> Result<BTreeSet<Date>, StorageError> {
    let ever = DayRange {
        start: Date::MIN,
        end: Date::MAX,
    };
    let mut days = BTreeSet::new();
    for collection in applier.connector.capabilities().collections {
        if collection.shape != Shape::Undated {
            let filed = of_collection(applier, collection, ever).await?;
            days.extend(filed.iter().flat_map(|filed| news::days(&filed.document)));
        }
    }
    Ok(days)
}

async fn of_collection(
    applier: &Applier<'_>,
    collection: &'static Collection,
    days: DayRange,
) -> Result<Vec<Filed>, StorageError> {
    let (storage, account) = (applier.storage, &applier.account.id);
    filed_in(storage, account, applier.connector, collection, days).await
}

/// The documents of a collection that are filed under some days.
pub(super) async fn filed_in(
    storage: &dyn Storage,
    account: &AccountId,
    connector: &dyn Connector,
    collection: &'static Collection,
    days: DayRange,
) -> Result<Vec<Filed>, StorageError> {
    let vendor = connector.vendor().as_str();
    let mut after = filed::before(days.start);
    let mut found = Vec::new();
    loop {
        let listed =
            storage.list_vendor_records(account, vendor, collection.kind, Some(&after), PAGE);
        let page = listed.await?;
        let is_full = page.len() == PAGE;
        for record in page {
            let Some((day, _)) = filed::split_id(&record.id) else {
                continue;
            };
            if day > days.end {
                return Ok(found);
            }
            found.extend(filed::read(connector, collection, &record));
            after = record.id;
        }
        if !is_full {
            return Ok(found);
        }
    }
}
