//! Days of which a vendor tells, also where it has no value.

use std::collections::BTreeSet;

use jiff::civil::Date;
use vitalog_connectors::{Connector, Vendor, oura::Oura, whoop::Whoop};
use vitalog_core::{AccountId, DayRange};
use vitalog_storage::{Storage, StorageError};

use super::kept::filed_in;

/// The days of `days` of which the vendor has a document of one of these collections.
///
/// # Errors
///
/// If storage fails.
pub async fn told_days(
    storage: &dyn Storage,
    account: &AccountId,
    vendor: Vendor,
    collections: &[&str],
    days: DayRange,
) -> Result<BTreeSet<Date>, StorageError> {
    let connector: &dyn Connector = match vendor {
        Vendor::Oura => &Oura,
        Vendor::Whoop => &Whoop,
        Vendor::Weather => return Ok(BTreeSet::new()),
    };
    let mut told = BTreeSet::new();
    for name in collections {
        let Some(collection) = connector.collection(name) else {
            continue;
        };
        let filed = filed_in(storage, account, connector, collection, days).await?;
        let there = filed.into_iter().filter(|filed| !filed.is_gone);
        let telling = there.filter(|filed| connector.tells(&filed.document));
        told.extend(telling.map(|filed| filed.document.day));
    }
    Ok(told)
}
