//! Items that are longer than DynamoDB takes.
//!
//! An item holds 400 KB. Of one that would be longer, the long texts and bytes are taken out and
//! compressed; what is still too long is cut into parts, items of their own under a name that nobody
//! else chooses. They are put before the item that names them and deleted when it is replaced, so
//! whoever reads an item and does not find its parts reads the item again.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{
    codec::{Reader, put_item},
    condition::Condition,
    error::Failure,
    item::{EXPIRES_AT, Item},
    keys::{self, Key, PARTITION, SORT},
    listing::ID,
    query::{Query, Sorts},
    table::{Outcome, Table},
};

/// Bytes of an item that is stored as it is, and of a part. With names and keys both stay well
/// under 400 KB.
const INLINE: usize = 300_000;
const PART: usize = 350_000;
/// Bytes of a text that is taken out of an item that is too long.
const LONG: usize = 1_024;
/// What Zstandard itself takes where it is told nothing.
pub(crate) const LEVEL: i32 = 3;

const PACKED: &str = "packed";
const PARTS: &str = "parts";
const PARTS_NAME: &str = "parts_name";

/// An item as it is stored.
struct Folded {
    main: Item,
    parts: Vec<Item>,
}

/// Puts an item of any length, if the condition holds of the one that stands there. Its parts, if
/// it needs them, get `name`, which must be of this write alone.
pub(crate) async fn put(
    table: &Table,
    item: Item,
    name: &str,
    condition: Condition,
) -> Result<Outcome, Failure> {
    let Folded { main, parts } = fold(item, name)?;
    let own = parts_of(&main)?;
    table.put_all(parts).await?;
    let outcome = table.put(main, condition).await?;
    let superfluous = match &outcome {
        Outcome::Done(replaced) => {
            let replaced = replaced.as_ref().map(parts_of).transpose()?;
            // The same write done again replaces itself.
            replaced.filter(|parts| *parts != own)
        }
        Outcome::Refused(standing) => {
            // What stands may be of an earlier try of this very write.
            let stands = standing.as_ref().map(parts_of).transpose()?;
            (stands.as_ref() != Some(&own)).then_some(own)
        }
    };
    delete_parts(table, &superfluous.unwrap_or_default()).await;
    Ok(outcome)
}

/// Deletes what no item names any more. Where it fails nothing but space is lost.
pub(crate) async fn delete_parts(table: &Table, parts: &[Key]) {
    if let Err(error) = table.delete_all(parts).await {
        tracing::debug!("parts of a replaced item were left behind: {error}");
    }
}

/// The item as it was before it was folded. [`Failure::Moved`] if it has been replaced meanwhile.
pub(crate) async fn unfold(table: &Table, item: Item) -> Result<Item, Failure> {
    let packed = if item.has(PARTS) {
        let query = Query::new(parts_partition(&item)?, Sorts::All);
        let parts = table.all(&query).await?;
        if parts.len() != item.integer::<usize>(PARTS)? {
            return Err(Failure::Moved);
        }
        let bytes = parts.iter().map(|part| part.bytes(PACKED));
        bytes.collect::<Result<Vec<_>, _>>()?.concat()
    } else if item.has(PACKED) {
        item.bytes(PACKED)?.to_owned()
    } else {
        return Ok(item);
    };
    let bytes = zstd::decode_all(&*packed).map_err(|_| Failure::NotUnderstood(PACKED))?;
    let long = Reader(&bytes).item()?;
    let mut whole = item;
    whole
        .0
        .retain(|name, _| ![PACKED, PARTS, PARTS_NAME].contains(&name.as_str()));
    whole.0.extend(long.0);
    Ok(whole)
}

/// The keys of an item's parts.
pub(crate) fn parts_of(item: &Item) -> Result<Vec<Key>, Failure> {
    if !item.has(PARTS) {
        return Ok(Vec::new());
    }
    let partition = parts_partition(item)?;
    let key = |part| Key {
        partition: partition.clone(),
        sort: part_sort(part),
    };
    Ok((0..item.integer::<usize>(PARTS)?).map(key).collect())
}

fn parts_partition(item: &Item) -> Result<String, Failure> {
    let owner = keys::owner_of(item.text(PARTITION)?);
    Ok(keys::parts(owner, item.text(PARTS_NAME)?))
}

fn part_sort(part: usize) -> String {
    format!("{part:04}")
}

fn fold(mut item: Item, name: &str) -> Result<Folded, Failure> {
    if size(&item) <= INLINE {
        return Ok(Folded {
            main: item,
            parts: Vec::new(),
        });
    }
    let is_long = |name: &str, value: &AttributeValue| {
        ![PARTITION, SORT, ID].contains(&name) && size_of(value) > LONG
    };
    let long = Item(
        item.0
            .extract_if(|name, value| is_long(name, value))
            .collect(),
    );
    let mut bytes = Vec::new();
    put_item(&long, &mut bytes)?;
    let packed = zstd::bulk::compress(&bytes, LEVEL).map_err(Failure::Compression)?;
    if packed.len() <= INLINE {
        item.set_bytes(PACKED, packed);
        return Ok(Folded {
            main: item,
            parts: Vec::new(),
        });
    }
    let chunks = packed.chunks(PART);
    item.set_integer(PARTS, u64::try_from(chunks.len()).unwrap_or(u64::MAX));
    item.set_text(PARTS_NAME, name);
    let partition = parts_partition(&item)?;
    let expires_at = item.0.get(EXPIRES_AT);
    let part = |(number, chunk): (usize, &[u8])| {
        let mut part = Item::at(&Key {
            partition: partition.clone(),
            sort: part_sort(number),
        });
        part.set_bytes(PACKED, chunk.to_owned());
        if let Some(at) = expires_at {
            part.set(EXPIRES_AT, at.clone());
        }
        part
    };
    let parts = chunks.enumerate().map(part).collect();
    Ok(Folded { main: item, parts })
}

/// Bytes of an item as DynamoDB counts them, or a few more.
fn size(item: &Item) -> usize {
    let attributes = item.0.iter();
    attributes
        .map(|(name, value)| name.len() + size_of(value))
        .sum()
}

fn size_of(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) | AttributeValue::N(text) => text.len(),
        AttributeValue::B(blob) => blob.as_ref().len(),
        AttributeValue::L(values) => {
            values.iter().map(|value| size_of(value) + 1).sum::<usize>() + 3
        }
        AttributeValue::M(attributes) => {
            let sizes = attributes.iter();
            sizes
                .map(|(name, value)| name.len() + size_of(value) + 1)
                .sum::<usize>()
                + 3
        }
        // Nothing else is ever stored but flags.
        AttributeValue::Bool(_)
        | AttributeValue::Bs(_)
        | AttributeValue::Ns(_)
        | AttributeValue::Null(_)
        | AttributeValue::Ss(_)
        | _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use vitalog_core::clock::{CountingEntropy, Entropy};

    use super::*;

    fn item(body: &str) -> Item {
        let mut item = Item::at(&Key {
            partition: "me/vendor/a/b".to_owned(),
            sort: "=a".to_owned(),
        });
        item.set_text("body", body);
        item.set_number("small", 1.5);
        item.set_integer(EXPIRES_AT, 7);
        item
    }

    /// Text that does not shrink below half its length.
    fn noise(length: usize) -> String {
        let mut bytes = vec![0; length / 2];
        let entropy = CountingEntropy::default();
        // The hash of a count is noise, the count is not.
        for chunk in bytes.chunks_mut(32) {
            let mut count = [0; 8];
            entropy.fill(&mut count);
            let hash = <sha2::Sha256 as sha2::Digest>::digest(count);
            chunk.copy_from_slice(&hash[..chunk.len()]);
        }
        hex::encode(bytes)
    }

    #[test]
    fn items_are_folded_as_far_as_they_have_to_be() {
        for (body, packed, parts) in [
            (noise(1_000), false, 0),
            ("long ".repeat(100_000), true, 0),
            (noise(500_000), true, 0),
            (noise(1_000_000), false, 2),
            (noise(3_000_000), false, 5),
        ] {
            let Folded { main, parts: made } = fold(item(&body), "name").unwrap();
            assert_eq!(main.has(PACKED), packed);
            assert_eq!(made.len(), parts);
            let keys: Vec<Key> = made.iter().map(|part| part.key().unwrap()).collect();
            assert_eq!(parts_of(&main).unwrap(), keys);
            for item in made.iter().chain([&main]) {
                assert!(size(item) < 400_000);
                assert!(item.has(EXPIRES_AT));
            }
            assert!(main.has("small"));
        }
    }
}
