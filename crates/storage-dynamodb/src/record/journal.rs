//! A change of a record, written down: what to put where.

use std::collections::BTreeMap;

use vitalog_core::AccountId;
use vitalog_storage::Revision;

use super::head::{Head, Journal};
use crate::{
    codec::{Reader, put_bytes, put_item, put_text},
    error::Failure,
    fold::LEVEL,
    item::{GONE, Item},
    keys::{self, AFTER_FINGERPRINTS, Key},
    nonce::Nonce,
    query::{Query, Sorts},
    table::Table,
    threads::off_thread,
};

/// Bytes of a journal that is kept in the head: reading it there saves everybody a request.
const INLINE: usize = 64_000;
/// Bytes of a piece of a longer one.
const CHUNK: usize = 350_000;
/// The attribute of a piece.
const CHANGE: &str = "change";

/// How an item takes its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// As it is written down.
    Row,
    /// With the version after that of the document it replaces.
    Document,
}

/// What to put in one place. The item is kept packed: a change may have tens of thousands.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Op {
    pub(crate) kind: Kind,
    packed: Vec<u8>,
}

/// All that a change puts, by its place; of two in one place the later counts.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Ops(pub(crate) BTreeMap<Key, Op>);

impl Op {
    /// The item, without key and revision.
    pub(crate) fn item(&self) -> Result<Item, Failure> {
        Reader(&self.packed).item()
    }

    /// The item of a row, in its place.
    pub(crate) fn row(&self, key: &Key, revision: Revision) -> Result<Item, Failure> {
        let mut item = Item::at(key);
        item.0.extend(self.item()?.0);
        item.set_revision(revision);
        Ok(item)
    }
}

impl Ops {
    pub(crate) fn put(&mut self, kind: Kind, key: Key, item: &Item) -> Result<(), Failure> {
        let mut packed = Vec::new();
        put_item(item, &mut packed)?;
        self.0.insert(key, Op { kind, packed });
        Ok(())
    }

    /// Puts a mark that nothing is there. It stays: without it a late writer of an older change
    /// could put the old row back.
    pub(crate) fn delete(&mut self, key: Key) -> Result<(), Failure> {
        let mut item = Item::default();
        item.set_flag(GONE);
        self.put(Kind::Row, key, &item)
    }

    /// Those of a partition whose sort keys are held by `sorts`.
    pub(crate) fn within<'a>(
        &'a self,
        partition: &'a str,
        sorts: &'a Sorts,
    ) -> impl Iterator<Item = (&'a Key, &'a Op)> {
        let start = Key {
            partition: partition.to_owned(),
            sort: String::new(),
        };
        let of_partition = self.0.range(start..);
        of_partition
            .take_while(move |(key, _)| key.partition == partition)
            .filter(|(key, _)| sorts.hold(&key.sort))
    }

    pub(crate) fn pack(&self) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        for (key, op) in &self.0 {
            bytes.push(match op.kind {
                Kind::Row => b'R',
                Kind::Document => b'D',
            });
            put_text(&key.partition, &mut bytes)?;
            put_text(&key.sort, &mut bytes)?;
            put_bytes(&op.packed, &mut bytes)?;
        }
        zstd::bulk::compress(&bytes, LEVEL).map_err(Failure::Compression)
    }

    fn unpack(packed: &[u8]) -> Result<Self, Failure> {
        let bytes = zstd::decode_all(packed).map_err(|_| Failure::NotUnderstood(CHANGE))?;
        let mut reader = Reader(&bytes);
        let mut ops = Self::default();
        while !reader.is_at_end() {
            let kind = match reader.byte()? {
                b'R' => Kind::Row,
                b'D' => Kind::Document,
                _ => return Err(Failure::NotUnderstood(CHANGE)),
            };
            let key = Key {
                partition: reader.text()?.to_owned(),
                sort: reader.text()?.to_owned(),
            };
            let packed = reader.bytes()?.to_owned();
            ops.0.insert(key, Op { kind, packed });
        }
        Ok(ops)
    }
}

/// Writes a packed change down, for a head that is to come. Nobody reads what lies beside a head
/// that does not name it.
pub(crate) async fn write_down(
    table: &Table,
    account: &AccountId,
    revision: Revision,
    nonce: Nonce,
    packed: Vec<u8>,
) -> Result<Journal, Failure> {
    if packed.len() <= INLINE {
        return Ok(Journal::Inline(packed));
    }
    let chunks = packed.chunks(CHUNK).enumerate();
    let items = chunks.map(|(number, chunk)| {
        let mut item = Item::at(&keys::journal_chunk(account, revision, nonce, number));
        item.set_bytes(CHANGE, chunk.to_owned());
        item
    });
    let items: Vec<Item> = items.collect();
    let journal = Journal::Chunks(items.len());
    table.put_all(items).await?;
    Ok(journal)
}

/// The change that a head waits for. [`Failure::Moved`] if it no longer does.
pub(crate) async fn read(
    table: &Table,
    account: &AccountId,
    head: &Head,
) -> Result<Option<Ops>, Failure> {
    match (&head.journal, head.latest()) {
        (Journal::Done, _) | (_, None) => Ok(None),
        (Journal::Inline(packed), _) => Ops::unpack(packed).map(Some),
        (Journal::Chunks(chunks), Some(nonce)) => {
            let first = keys::journal_chunk(account, head.revision, nonce, 0);
            let last = format!(
                "{}{nonce}{AFTER_FINGERPRINTS}",
                keys::journal_of(head.revision)
            );
            let query = Query::new(first.partition, Sorts::Between(first.sort, last));
            let items = table.all(&query).await?;
            if items.len() != *chunks {
                return Err(Failure::Moved);
            }
            let bytes = items.iter().map(|item| item.bytes(CHANGE));
            let packed = bytes.collect::<Result<Vec<_>, _>>()?.concat();
            off_thread(move || Ops::unpack(&packed)).await.map(Some)
        }
    }
}

/// Deletes what a write put down that did not count.
pub(crate) async fn withdraw(
    table: &Table,
    account: &AccountId,
    revision: Revision,
    nonce: Nonce,
    journal: &Journal,
) {
    let Journal::Chunks(chunks) = journal else {
        return;
    };
    let keys: Vec<Key> = (0..*chunks)
        .map(|chunk| keys::journal_chunk(account, revision, nonce, chunk))
        .collect();
    // What is left behind is swept up after a later change.
    if let Err(error) = table.delete_all(&keys).await {
        tracing::debug!("a change that did not count was left behind: {error}");
    }
}

/// Deletes all that was written down for revisions up to this one, which is in its place: nothing
/// for them can count any more, whoever wrote it.
pub(crate) async fn sweep(
    table: &Table,
    account: &AccountId,
    revision: Revision,
) -> Result<(), Failure> {
    let after = keys::journal_of(Revision(revision.0.saturating_add(1)));
    let query = Query::new(keys::journal(account), Sorts::Before(after))
        .only(&[keys::PARTITION, keys::SORT]);
    let items = table.all(&query).await?;
    let keys: Result<Vec<Key>, Failure> = items.iter().map(Item::key).collect();
    table.delete_all(&keys?).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(partition: &str, sort: &str) -> Key {
        Key {
            partition: partition.to_owned(),
            sort: sort.to_owned(),
        }
    }

    fn sample() -> Ops {
        let mut item = Item::default();
        item.set_number("value", 1.5);
        let mut ops = Ops::default();
        ops.put(Kind::Row, key("me/reading/weight", "b"), &item)
            .unwrap();
        ops.put(Kind::Row, key("me/reading/weight", "a"), &item)
            .unwrap();
        ops.put(Kind::Document, key("me/document/a", "=b"), &Item::default())
            .unwrap();
        ops.delete(key("me/reading/weight-2", "a")).unwrap();
        ops
    }

    #[test]
    fn changes_are_read_back() {
        let ops = sample();
        assert!(Ops::unpack(&ops.pack().unwrap()).unwrap() == ops);
        assert!(Ops::unpack(b"damaged").is_err());
    }

    #[test]
    fn later_of_two_in_one_place_counts() {
        let mut ops = sample();
        ops.delete(key("me/reading/weight", "a")).unwrap();
        assert_eq!(ops.0.len(), sample().0.len());
        let op = &ops.0[&key("me/reading/weight", "a")];
        let row = op.row(&key("me/reading/weight", "a"), Revision(3)).unwrap();
        assert!(row.is_gone() && row.revision().unwrap() == Revision(3));
    }

    #[test]
    fn parts_of_a_change_are_found_by_partition_and_range() {
        let ops = sample();
        let found = |partition, sorts: Sorts| -> Vec<String> {
            let within = ops.within(partition, &sorts);
            within.map(|(key, _)| key.sort.clone()).collect()
        };
        assert_eq!(found("me/reading/weight", Sorts::All), ["a", "b"]);
        let one = Sorts::One("b".to_owned());
        assert_eq!(found("me/reading/weight", one), ["b"]);
        let before = Sorts::Before("b".to_owned());
        assert_eq!(found("me/reading/weight", before), ["a"]);
        assert_eq!(found("me/reading", Sorts::All), [""; 0]);
    }
}
