//! Items as bytes, for what is kept inside other items.
//!
//! An item is the number of its attributes, then of each the name, a letter for its type and its
//! value. Texts and bytes come after their length; lengths and numbers of things are 4 bytes, the
//! most significant first. The form is stored, so it never changes; a new letter may be added.

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};

use crate::{error::Failure, item::Item};

const DAMAGED: Failure = Failure::NotUnderstood("packed");

pub(crate) fn put_text(text: &str, bytes: &mut Vec<u8>) -> Result<(), Failure> {
    put_bytes(text.as_bytes(), bytes)
}

pub(crate) fn put_bytes(value: &[u8], bytes: &mut Vec<u8>) -> Result<(), Failure> {
    put_length(value.len(), bytes)?;
    bytes.extend_from_slice(value);
    Ok(())
}

fn put_length(length: usize, bytes: &mut Vec<u8>) -> Result<(), Failure> {
    let length = u32::try_from(length).map_err(|_| Failure::TooLarge)?;
    bytes.extend_from_slice(&length.to_be_bytes());
    Ok(())
}

pub(crate) fn put_item(item: &Item, bytes: &mut Vec<u8>) -> Result<(), Failure> {
    put_attributes(item.0.iter(), bytes)
}

fn put_attributes<'a>(
    attributes: impl ExactSizeIterator<Item = (&'a String, &'a AttributeValue)>,
    bytes: &mut Vec<u8>,
) -> Result<(), Failure> {
    put_length(attributes.len(), bytes)?;
    // In the order of their names, so that items that are alike look alike to the compressor.
    let mut sorted: Vec<_> = attributes.collect();
    sorted.sort_unstable_by_key(|(name, _)| *name);
    for (name, value) in sorted {
        put_text(name, bytes)?;
        put_value(value, bytes)?;
    }
    Ok(())
}

fn put_value(value: &AttributeValue, bytes: &mut Vec<u8>) -> Result<(), Failure> {
    match value {
        AttributeValue::S(text) => {
            bytes.push(b'S');
            put_text(text, bytes)
        }
        AttributeValue::N(number) => {
            bytes.push(b'N');
            put_text(number, bytes)
        }
        AttributeValue::B(blob) => {
            bytes.push(b'B');
            put_bytes(blob.as_ref(), bytes)
        }
        AttributeValue::Bool(flag) => {
            bytes.extend_from_slice(&[b'F', u8::from(*flag)]);
            Ok(())
        }
        AttributeValue::L(values) => {
            bytes.push(b'L');
            put_length(values.len(), bytes)?;
            values.iter().try_for_each(|value| put_value(value, bytes))
        }
        AttributeValue::M(attributes) => {
            bytes.push(b'M');
            put_attributes(attributes.iter(), bytes)
        }
        // Nothing else is ever stored.
        AttributeValue::Bs(_)
        | AttributeValue::Ns(_)
        | AttributeValue::Null(_)
        | AttributeValue::Ss(_)
        | _ => Err(DAMAGED),
    }
}

/// Takes what was put, in the same order.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn text(&mut self) -> Result<&'a str, Failure> {
        std::str::from_utf8(self.bytes()?).map_err(|_| DAMAGED)
    }

    pub(crate) fn bytes(&mut self) -> Result<&'a [u8], Failure> {
        let length = self.length()?;
        let (value, rest) = self.0.split_at_checked(length).ok_or(DAMAGED)?;
        self.0 = rest;
        Ok(value)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Failure> {
        let (byte, rest) = self.0.split_first().ok_or(DAMAGED)?;
        self.0 = rest;
        Ok(*byte)
    }

    fn length(&mut self) -> Result<usize, Failure> {
        let (length, rest) = self.0.split_first_chunk::<4>().ok_or(DAMAGED)?;
        self.0 = rest;
        usize::try_from(u32::from_be_bytes(*length)).map_err(|_| DAMAGED)
    }

    pub(crate) fn item(&mut self) -> Result<Item, Failure> {
        let count = self.length()?;
        let mut item = Item::default();
        for _ in 0..count {
            let name = self.text()?;
            let value = self.value()?;
            item.set(name, value);
        }
        Ok(item)
    }

    fn value(&mut self) -> Result<AttributeValue, Failure> {
        Ok(match self.byte()? {
            b'S' => AttributeValue::S(self.text()?.to_owned()),
            b'N' => AttributeValue::N(self.text()?.to_owned()),
            b'B' => AttributeValue::B(Blob::new(self.bytes()?)),
            b'F' => AttributeValue::Bool(self.byte()? == 1),
            b'L' => {
                let count = self.length()?;
                let values = (0..count).map(|_| self.value());
                AttributeValue::L(values.collect::<Result<_, _>>()?)
            }
            b'M' => AttributeValue::M(self.item()?.0),
            _ => return Err(DAMAGED),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn sample() -> Item {
        let mut item = Item::default();
        item.set_text("empty", "");
        item.set_text("text", "体重 ⚖️");
        item.set_number("number", 180.5);
        item.set_bytes("bytes", vec![0, 255]);
        item.set_flag("flag");
        let inner = HashMap::from([("n".to_owned(), AttributeValue::N("1".to_owned()))]);
        let list = vec![AttributeValue::M(inner), AttributeValue::L(Vec::new())];
        item.set("list", AttributeValue::L(list));
        item
    }

    #[test]
    fn items_are_read_back_one_after_the_other() {
        let mut bytes = Vec::new();
        put_item(&sample(), &mut bytes).unwrap();
        put_item(&Item::default(), &mut bytes).unwrap();
        let mut reader = Reader(&bytes);
        assert!(reader.item().unwrap() == sample());
        assert!(reader.item().unwrap() == Item::default());
        assert!(reader.is_at_end());
    }

    #[test]
    fn equal_items_have_equal_bytes() {
        let [mut one, mut other] = [Vec::new(), Vec::new()];
        put_item(&sample(), &mut one).unwrap();
        put_item(&sample(), &mut other).unwrap();
        assert_eq!(one, other);
    }

    #[test]
    fn damaged_bytes_are_not_understood() {
        let mut whole = Vec::new();
        put_item(&sample(), &mut whole).unwrap();
        for end in 0..whole.len() {
            assert!(Reader(&whole[..end]).item().is_err(), "cut at {end}");
        }
        let mut unknown = Vec::new();
        put_length(1, &mut unknown).unwrap();
        put_text("name", &mut unknown).unwrap();
        unknown.push(b'?');
        assert!(Reader(&unknown).item().is_err());
    }
}
