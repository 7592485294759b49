//! Which of the documents that came are news, compared with what is kept.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use vitalog_connectors::{Connector, SentDocument};
use vitalog_core::AccountId;
use vitalog_storage::{BodyDigest, Record, Storage, StorageError, VendorRecord};

use super::{Arrived, filed};

/// Collection and id of a document.
pub(super) type Name = (&'static str, String);

/// A document that is news.
#[derive(Debug)]
pub(super) struct News {
    /// As it was kept, if it was.
    pub(super) old: Option<SentDocument>,
    /// As it is; `None` if it is gone.
    pub(super) new: Option<SentDocument>,
}

/// What is news, by name.
#[derive(Debug, Default)]
pub(super) struct AllNews {
    pub(super) news: BTreeMap<Name, News>,
    /// Documents that were kept already, the same or younger.
    pub(super) known: usize,
}

/// What to ask the record for, so that [`find`] need not read what did not change.
pub(super) fn digests_to_ask(
    connector: &dyn Connector,
    arrived: &[Arrived],
) -> Vec<(String, String, Vec<String>)> {
    let vendor = connector.vendor().as_str();
    let mut ids: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for arrived in arrived {
        let (kind, id) = arrived.name();
        if let Arrived::Sent(document) = arrived {
            let record_id = filed::record_id(document.day, &document.id);
            ids.entry(kind.to_owned()).or_default().push(record_id);
        }
        ids.entry(filed::day_kind(kind)).or_default().push(id);
    }
    let ids = ids.into_iter();
    ids.map(|(kind, ids)| (vendor.to_owned(), kind, ids))
        .collect()
}

/// Compares what came with what is kept. `record` was asked for [`digests_to_ask`].
pub(super) async fn find(
    storage: &dyn Storage,
    account: &AccountId,
    connector: &dyn Connector,
    arrived: &[Arrived],
    record: &Record,
) -> Result<AllNews, StorageError> {
    let shelf = Shelf {
        storage,
        account,
        connector,
    };
    let vendor = connector.vendor().as_str();
    let digest = |kind: String, id: String| {
        let key = (vendor.to_owned(), kind, id);
        record.vendor_records.get(&key).copied()
    };
    let mut all = AllNews::default();
    for arrived in arrived {
        let (kind, id) = arrived.name();
        let Some(collection) = connector.collection(kind) else {
            continue;
        };
        let sent = match arrived {
            Arrived::Sent(document) if !document.gone => Some(document),
            Arrived::Sent(_) | Arrived::Gone { .. } => None,
        };
        let filed_at = digest(filed::day_kind(kind), id.clone());
        if let Some(sent) = sent {
            let record_id = filed::record_id(sent.day, &sent.id);
            let kept = digest(kind.to_owned(), record_id);
            let lies_there = !filed::has_day_record(collection)
                || filed_at == Some(BodyDigest::of(&sent.day.to_string()));
            if lies_there && kept == Some(BodyDigest::of(&sent.body)) {
                all.known += 1;
                continue;
            }
        }
        let old = match arrived {
            _ if filed::has_day_record(collection) => match filed_at {
                Some(_) => shelf.find(kind, &id).await?,
                None => None,
            },
            Arrived::Sent(document) => {
                let record_id = filed::record_id(document.day, &id);
                match digest(kind.to_owned(), record_id) {
                    Some(_) => shelf.read(kind, document.day, &id).await?,
                    None => None,
                }
            }
            Arrived::Gone { day, .. } => match day {
                Some(day) => shelf.read(kind, *day, &id).await?,
                None => None,
            },
        };
        let is_known = match (&old, sent) {
            (None, None) => true,
            (Some(old), None) => old.is_gone,
            (Some(old), Some(sent)) => {
                filed::is_older(sent, &old.document)
                    || (!old.is_gone && is_same(sent, &old.document))
            }
            (None, Some(_)) => false,
        };
        if is_known {
            all.known += 1;
            continue;
        }
        let news = News {
            old: old.map(|old| old.document),
            new: sent.cloned(),
        };
        all.news.insert((kind, id), news);
    }
    Ok(all)
}

/// Whether a version is the one that is kept: the same text on the same day, or said by the vendor to be.
fn is_same(new: &SentDocument, old: &SentDocument) -> bool {
    let same_version = new.updated_at.is_some() && new.updated_at == old.updated_at;
    new.day == old.day && (same_version || new.body == old.body)
}

impl AllNews {
    /// The days that rows may change on.
    pub(super) fn touched(&self) -> BTreeSet<Date> {
        let versions = self.news.values();
        let versions = versions.flat_map(|news| news.old.iter().chain(&news.new));
        versions.flat_map(days).collect()
    }

    /// What is to be written of the documents themselves.
    pub(super) fn records(&self, connector: &dyn Connector) -> Vec<VendorRecord> {
        let vendor = connector.vendor().as_str();
        let mut records = Vec::new();
        for news in self.news.values() {
            if let Some(old) = &news.old {
                match &news.new {
                    None => records.push(filed::tombstone(vendor, old, None)),
                    Some(new) if new.day != old.day => {
                        records.push(filed::tombstone(vendor, old, Some(new.day)));
                    }
                    Some(_) => {}
                }
            }
            if let Some(new) = &news.new {
                records.push(filed::record(vendor, new));
                let has_day_record = connector
                    .collection(new.kind)
                    .is_some_and(filed::has_day_record);
                let is_filed = news.old.as_ref().is_some_and(|old| old.day == new.day);
                if has_day_record && !is_filed {
                    records.push(filed::day_record(vendor, new));
                }
            }
        }
        records
    }
}

/// The days that a document may have a say in.
pub(super) fn days(document: &SentDocument) -> impl Iterator<Item = Date> + use<> {
    let days = vitalog_core::DayRange {
        start: document.first_day,
        end: document.last_day.max(document.first_day),
    };
    days.days()
}

/// Reads single documents.
pub(super) struct Shelf<'s> {
    pub(super) storage: &'s dyn Storage,
    pub(super) account: &'s AccountId,
    pub(super) connector: &'s dyn Connector,
}

impl Shelf<'_> {
    /// The day that a document lies on.
    pub(super) async fn day(&self, kind: &str, id: &str) -> Result<Option<Date>, StorageError> {
        let vendor = self.connector.vendor().as_str();
        let kind = filed::day_kind(kind);
        let found = self
            .storage
            .get_vendor_record(self.account, vendor, &kind, id);
        Ok(found.await?.and_then(|record| record.body.parse().ok()))
    }

    /// A document, wherever it lies.
    pub(super) async fn find(
        &self,
        kind: &str,
        id: &str,
    ) -> Result<Option<filed::Filed>, StorageError> {
        match self.day(kind, id).await? {
            Some(day) => self.read(kind, day, id).await,
            None => Ok(None),
        }
    }

    /// A document of a day.
    pub(super) async fn read(
        &self,
        kind: &str,
        day: Date,
        id: &str,
    ) -> Result<Option<filed::Filed>, StorageError> {
        let Some(collection) = self.connector.collection(kind) else {
            return Ok(None);
        };
        let vendor = self.connector.vendor().as_str();
        let id = filed::record_id(day, id);
        let found = self
            .storage
            .get_vendor_record(self.account, vendor, kind, &id);
        let found = found.await?;
        Ok(found.and_then(|record| filed::read(self.connector, collection, &record)))
    }
}
