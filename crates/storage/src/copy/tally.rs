//! What a store holds, counted, summed up and digested, to compare two of them.

use std::{collections::BTreeMap, fmt::Debug};

use jiff::{Timestamp, civil::Date};
use sha2::{Digest, Sha256};
use vitalog_core::{AccountId, DayRange, Metric};

use super::{BODIES, Difference, ENTRIES, Part, Place, ROWS, Total, mark};
use crate::{JobState, Owner, RecordQuery, Storage, StorageError, VendorRecord};

/// What a place holds. Two that are equal hold the same rows, whatever their order: each row is
/// digested whole.
#[derive(Clone, Copy, Default, PartialEq)]
struct Sum {
    rows: u64,
    values: f64,
    digests: u128,
}

/// What a store holds, by place.
pub(super) struct Tally(BTreeMap<Place, Sum>);

impl Tally {
    pub(super) async fn of(storage: &dyn Storage, now: Timestamp) -> Result<Self, StorageError> {
        let mut tally = Self(BTreeMap::new());
        for owner in storage.list_owners().await? {
            tally.add_owner(storage, &owner, now).await?;
        }
        tally.add_jobs(storage).await?;
        Ok(tally)
    }

    pub(super) async fn of_owner(
        storage: &dyn Storage,
        owner: &Owner,
        now: Timestamp,
    ) -> Result<Self, StorageError> {
        let mut tally = Self(BTreeMap::new());
        tally.add_owner(storage, owner, now).await?;
        Ok(tally)
    }

    async fn add_owner(
        &mut self,
        storage: &dyn Storage,
        owner: &Owner,
        now: Timestamp,
    ) -> Result<(), StorageError> {
        if let Owner::Account(account) = owner {
            self.add_readings(storage, account).await?;
            self.add_record(storage, account).await?;
            self.add_findings(storage, account).await?;
            self.add_access_log(storage, account).await?;
        }
        self.add_documents(storage, owner, now).await
    }

    /// The places that hold something else in the other store.
    pub(super) fn differences(&self, other: &Self) -> Vec<Difference> {
        let of = |tally: &Self, place: &Place| tally.0.get(place).copied().unwrap_or_default();
        let only_there = other.0.keys().filter(|place| !self.0.contains_key(place));
        let places = self.0.keys().chain(only_there);
        let different = places.filter(|place| of(self, place) != of(other, place));
        different
            .map(|place| Difference {
                place: place.clone(),
                rows_in_source: of(self, place).rows,
                rows_in_target: of(other, place).rows,
            })
            .collect()
    }

    pub(super) fn into_totals(self) -> Vec<Total> {
        let total = |(place, sum): (Place, Sum)| Total {
            rows: sum.rows,
            sum: matches!(place.part, Part::Readings(_)).then_some(sum.values),
            place,
        };
        self.0.into_iter().map(total).collect()
    }

    fn place(&mut self, owner: Owner, part: Part) -> &mut Sum {
        self.0.entry(Place { owner, part }).or_default()
    }

    async fn add_readings(
        &mut self,
        storage: &dyn Storage,
        account: &AccountId,
    ) -> Result<(), StorageError> {
        for metric in Metric::ALL {
            let mut after = None;
            loop {
                let page = storage.list_readings(account, *metric, after, ROWS).await?;
                let is_last = page.len() < ROWS;
                after = page.last().map(|row| (row.at, row.fingerprint));
                for row in page {
                    let owner = Owner::Account(account.clone());
                    let sum = self.place(owner, Part::Readings(*metric));
                    sum.add(&row);
                    sum.values += row.quantity.first();
                }
                if is_last {
                    break;
                }
            }
        }
        Ok(())
    }

    async fn add_record(
        &mut self,
        storage: &dyn Storage,
        account: &AccountId,
    ) -> Result<(), StorageError> {
        let owner = Owner::Account(account.clone());
        let always = DayRange {
            start: Date::MIN,
            end: Date::MAX,
        };
        for metric in Metric::ALL {
            let query = RecordQuery {
                daily: vec![(*metric, always)],
                daily_by_source: vec![(*metric, always)],
                ..RecordQuery::default()
            };
            let record = storage.read_record(account, &query).await?;
            let values = record.daily.values().chain(record.daily_by_source.values());
            for value in values.flatten() {
                self.place(owner.clone(), Part::DailyValues).add(value);
            }
        }
        let mut after = None;
        loop {
            let page = storage.list_workouts(account, after, ROWS).await?;
            after = page.last().map(|row| (row.start, row.fingerprint));
            for row in &page {
                self.place(owner.clone(), Part::Workouts).add(row);
            }
            if page.len() < ROWS {
                break;
            }
        }
        let mut after = None;
        loop {
            let page = storage
                .list_all_vendor_records(account, after.as_ref(), BODIES)
                .await?;
            after = page.last().map(VendorRecord::key);
            for record in &page {
                self.place(owner.clone(), Part::VendorRecords).add(record);
            }
            if page.len() < BODIES {
                return Ok(());
            }
        }
    }

    async fn add_findings(
        &mut self,
        storage: &dyn Storage,
        account: &AccountId,
    ) -> Result<(), StorageError> {
        let owner = Owner::Account(account.clone());
        let current = storage.current_run(account).await?;
        for run in storage.list_runs(account).await? {
            let sum = self.place(owner.clone(), Part::Findings);
            sum.mix(&(&run, current.as_ref() == Some(&run)));
            let mut after = None;
            loop {
                let page = storage
                    .list_all_findings(account, &run, after.as_ref(), ENTRIES)
                    .await?;
                after = page
                    .last()
                    .map(|row| (row.section.clone(), row.key.clone()));
                for row in &page {
                    self.place(owner.clone(), Part::Findings).add(&(&run, row));
                }
                if page.len() < ENTRIES {
                    break;
                }
            }
        }
        Ok(())
    }

    async fn add_access_log(
        &mut self,
        storage: &dyn Storage,
        account: &AccountId,
    ) -> Result<(), StorageError> {
        let owner = Owner::Account(account.clone());
        let mut after = None;
        loop {
            let page = storage
                .list_access(account, Timestamp::MIN, after, ENTRIES)
                .await?;
            after = page.last().map(|entry| (entry.at, entry.id.clone()));
            for entry in &page {
                self.place(owner.clone(), Part::AccessLog).add(entry);
            }
            if page.len() < ENTRIES {
                return Ok(());
            }
        }
    }

    async fn add_documents(
        &mut self,
        storage: &dyn Storage,
        owner: &Owner,
        now: Timestamp,
    ) -> Result<(), StorageError> {
        let mut after = None;
        loop {
            let page = storage
                .list_all_documents(owner, after.as_ref(), BODIES)
                .await?;
            let is_last = page.len() < BODIES;
            for (kind, document) in page {
                if kind != mark::KIND && document.is_live(now) {
                    let sum = self.place(owner.clone(), Part::Documents);
                    sum.add(&(&kind, &document));
                }
                after = Some((kind, document.id));
            }
            if is_last {
                return Ok(());
            }
        }
    }

    async fn add_jobs(&mut self, storage: &dyn Storage) -> Result<(), StorageError> {
        for queue in storage.list_queues().await? {
            let mut after: Option<String> = None;
            loop {
                let page = storage.list_jobs(&queue, after.as_deref(), ENTRIES).await?;
                let is_last = page.len() < ENTRIES;
                after = page.last().map(|job| job.id.clone());
                for job in page {
                    let unleased = JobState {
                        leased_until: None,
                        ..job
                    };
                    self.place(Owner::Deployment, Part::Jobs).add(&unleased);
                }
                if is_last {
                    break;
                }
            }
        }
        Ok(())
    }
}

impl Sum {
    /// Counts a row.
    fn add(&mut self, row: &impl Debug) {
        self.rows += 1;
        self.mix(row);
    }

    /// Takes in something that is no row.
    fn mix(&mut self, thing: &impl Debug) {
        // Of numbers the debug form has every bit, and of texts every character.
        let digest: [u8; 32] = Sha256::digest(format!("{thing:?}")).into();
        let first = digest.first_chunk().copied().unwrap_or_default();
        self.digests = self.digests.wrapping_add(u128::from_be_bytes(first));
    }
}
