//! Bodies of documents, compressed where that helps.

use crate::{error::Failure, fold::LEVEL, item::Item};

/// The body as it is.
const PLAIN: &str = "body";
/// The body as one Zstandard frame.
const COMPRESSED: &str = "body_zstd";

/// Bytes of a body that is compressed: an item is paid for by the kilobyte.
const LONG: usize = 512;

pub(crate) fn set(body: &str, item: &mut Item) -> Result<(), Failure> {
    if body.len() < LONG {
        item.set_text(PLAIN, body);
        return Ok(());
    }
    let compressed = zstd::bulk::compress(body.as_bytes(), LEVEL);
    item.set_bytes(COMPRESSED, compressed.map_err(Failure::Compression)?);
    Ok(())
}

pub(crate) fn get(item: &Item) -> Result<String, Failure> {
    if !item.has(COMPRESSED) {
        return Ok(item.text(PLAIN)?.to_owned());
    }
    let bytes = zstd::decode_all(item.bytes(COMPRESSED)?);
    let text = bytes.ok().and_then(|bytes| String::from_utf8(bytes).ok());
    text.ok_or(Failure::NotUnderstood(COMPRESSED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_read_back_however_long() {
        for body in [String::new(), "short".to_owned(), "体重 ⚖️ ".repeat(10_000)] {
            let mut item = Item::default();
            set(&body, &mut item).unwrap();
            assert_eq!(item.has(PLAIN), body.len() < LONG);
            assert_eq!(get(&item).unwrap(), body);
        }
    }

    #[test]
    fn damaged_bodies_are_not_understood() {
        let not_text = zstd::bulk::compress(b"\xff", LEVEL).unwrap();
        for damaged in [b"damaged".to_vec(), not_text] {
            let mut item = Item::default();
            item.set_bytes(COMPRESSED, damaged);
            assert!(get(&item).is_err());
        }
        assert!(get(&Item::default()).is_err());
    }
}
