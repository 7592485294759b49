//! Writing a change of a record, all or nothing.

use std::collections::BTreeMap;

use vitalog_core::AccountId;
use vitalog_storage::{
    Owner, RecordChange, Revision, Written,
    precision::{floor_second, is_finite},
};

use super::{Kind, Ops, View, apply, daily, head::Commit, journal, reading, workout};
use crate::{
    document,
    error::Failure,
    item::Item,
    keys::{self, Key},
    table::Table,
    threads::off_thread,
    vendor_record,
};

pub(crate) async fn write(
    table: &Table,
    account: &AccountId,
    read_at: Revision,
    change: RecordChange,
) -> Result<Written, Failure> {
    let mut view = View::of(table, account).await?;
    if view.head.revision != read_at {
        return Ok(Written::Stale);
    }
    if change.is_empty() {
        return Ok(Written::Done(read_at));
    }
    if !is_finite(&change) {
        return Err(Failure::NotFinite);
    }
    if !view.head.is_at_rest() {
        // Somebody stopped half-way, or is still about it.
        apply::finish(table, account, &view.head, &view.pending).await?;
        view = View::of(table, account).await?;
        if view.head.revision != read_at || !view.head.is_at_rest() {
            return Ok(Written::Stale);
        }
    }
    let daily = match daily::put(&view, account, &change.put_daily).await {
        Err(Failure::Moved) => return Ok(Written::Stale),
        daily => daily?,
    };
    let head = view.head;
    let nonce = table.nonce();
    let mut next = head.next(nonce)?;
    let readings = change.put_readings.iter().map(|row| row.metric);
    let metrics = readings.chain(change.put_daily.iter().map(|days| days.metric));
    next.metrics
        .extend(metrics.map(|metric| metric.slug().to_owned()));
    next.workouts |= !change.put_workouts.is_empty();

    let owner = account.clone();
    let (ops, packed) = off_thread(move || {
        let mut ops = ops(&owner, &change)?;
        ops.0.extend(daily.0);
        let packed = ops.pack()?;
        Ok((ops, packed))
    })
    .await?;
    let revision = next.revision;
    next.journal = journal::write_down(table, account, revision, nonce, packed).await?;
    match next.commit(table, account, &head).await? {
        Commit::Lost => {
            journal::withdraw(table, account, revision, nonce, &next.journal).await;
            Ok(Written::Stale)
        }
        Commit::Won => {
            // It counts, and whoever comes next sees it, even if this fails.
            if let Err(error) = apply::finish(table, account, &next, &ops).await {
                tracing::warn!("a change is stored, but not yet in its place: {error}");
            }
            Ok(Written::Done(revision))
        }
    }
}

/// What a change puts where, but for daily values. Deletions come first; of two rows in one place the later counts.
fn ops(account: &AccountId, change: &RecordChange) -> Result<Ops, Failure> {
    let mut ops = Ops::default();
    for (metric, at, fingerprint) in &change.delete_readings {
        ops.delete(Key {
            partition: keys::readings(account, *metric),
            sort: keys::row(floor_second(*at), *fingerprint),
        })?;
    }
    for row in &change.put_readings {
        ops.put(Kind::Row, reading::key(account, row), &reading::encode(row))?;
    }
    for row in &change.put_workouts {
        ops.put(Kind::Row, workout::key(account, row), &workout::encode(row))?;
    }
    for record in &change.put_vendor_records {
        let key = vendor_record::key(account, &record.vendor, &record.kind, &record.id);
        ops.put(Kind::Row, key, &vendor_record::encode(record)?)?;
    }
    let owner = Owner::Account(account.clone());
    // Each write counts, though only the last of one document is ever seen.
    let mut documents: BTreeMap<Key, (u64, Item)> = BTreeMap::new();
    for write in &change.put_documents {
        let key = document::key(&owner, write.kind, &write.id);
        let earlier = documents.remove(&key).map_or(0, |(writes, _)| writes);
        documents.insert(key, (earlier + 1, document::encode(write)?));
    }
    for (key, (writes, mut item)) in documents {
        document::set_write_count(&mut item, writes);
        ops.put(Kind::Document, key, &item)?;
    }
    Ok(ops)
}
