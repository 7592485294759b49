//! Items: attributes by name.

use std::collections::HashMap;

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use jiff::{Timestamp, civil::Date};
use vitalog_storage::Revision;

use crate::{
    condition::BY,
    error::Failure,
    keys::{Key, PARTITION, SORT},
    nonce::Writes,
    number,
    time::{date_text, millisecond_text, parse_date, parse_instant, second_text},
};

/// The revision of the change that wrote a row.
pub(crate) const REVISION: &str = "revision";
/// Marks what was deleted, so that a late writer of an older change does not bring it back.
pub(crate) const GONE: &str = "gone";
/// The second from which DynamoDB may remove the item: time to live is set on this attribute.
pub(crate) const EXPIRES_AT: &str = "expires_at";

/// The attributes of an item. It never prints them.
#[derive(Clone, PartialEq, Default)]
pub(crate) struct Item(pub(crate) HashMap<String, AttributeValue>);

impl Item {
    pub(crate) fn at(key: &Key) -> Self {
        let mut item = Self::default();
        item.set_text(PARTITION, &key.partition);
        item.set_text(SORT, &key.sort);
        item
    }

    pub(crate) fn set(&mut self, name: &str, value: AttributeValue) {
        self.0.insert(name.to_owned(), value);
    }

    pub(crate) fn set_text(&mut self, name: &str, text: &str) {
        self.set(name, AttributeValue::S(text.to_owned()));
    }

    pub(crate) fn set_number(&mut self, name: &str, number: f64) {
        self.set(name, number::attribute(number));
    }

    pub(crate) fn set_integer(&mut self, name: &str, integer: impl Into<i128>) {
        self.set(name, AttributeValue::N(integer.into().to_string()));
    }

    pub(crate) fn set_bytes(&mut self, name: &str, bytes: Vec<u8>) {
        self.set(name, AttributeValue::B(Blob::new(bytes)));
    }

    pub(crate) fn set_second(&mut self, name: &str, second: i64) {
        self.set(name, AttributeValue::S(second_text(second)));
    }

    pub(crate) fn set_day(&mut self, name: &str, day: Date) {
        self.set(name, AttributeValue::S(date_text(day)));
    }

    pub(crate) fn set_millisecond(&mut self, name: &str, at: Timestamp) {
        self.set(name, AttributeValue::S(millisecond_text(at)));
    }

    pub(crate) fn set_revision(&mut self, revision: Revision) {
        self.set_integer(REVISION, revision.0);
    }

    pub(crate) fn set_flag(&mut self, name: &str) {
        self.set(name, AttributeValue::Bool(true));
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.has(GONE)
    }

    pub(crate) fn key(&self) -> Result<Key, Failure> {
        Ok(Key {
            partition: self.text(PARTITION)?.to_owned(),
            sort: self.text(SORT)?.to_owned(),
        })
    }

    pub(crate) fn sort(&self) -> Result<&str, Failure> {
        self.text(SORT)
    }

    pub(crate) fn text(&self, name: &'static str) -> Result<&str, Failure> {
        let text = self.0.get(name).and_then(|value| value.as_s().ok());
        text.map(String::as_str).ok_or(Failure::NotUnderstood(name))
    }

    pub(crate) fn text_or_none(&self, name: &'static str) -> Result<Option<&str>, Failure> {
        self.has(name).then(|| self.text(name)).transpose()
    }

    pub(crate) fn bytes(&self, name: &'static str) -> Result<&[u8], Failure> {
        let bytes = self.0.get(name).and_then(|value| value.as_b().ok());
        bytes.map(Blob::as_ref).ok_or(Failure::NotUnderstood(name))
    }

    pub(crate) fn number(&self, name: &'static str) -> Result<f64, Failure> {
        let number = self.0.get(name).and_then(number::read);
        number.ok_or(Failure::NotUnderstood(name))
    }

    pub(crate) fn number_or_none(&self, name: &'static str) -> Result<Option<f64>, Failure> {
        self.has(name).then(|| self.number(name)).transpose()
    }

    pub(crate) fn integer<T: TryFrom<i128>>(&self, name: &'static str) -> Result<T, Failure> {
        let text = self.0.get(name).and_then(|value| value.as_n().ok());
        let integer = text.and_then(|text| text.parse::<i128>().ok());
        integer
            .and_then(|integer| T::try_from(integer).ok())
            .ok_or(Failure::NotUnderstood(name))
    }

    pub(crate) fn integer_or_none<T: TryFrom<i128>>(
        &self,
        name: &'static str,
    ) -> Result<Option<T>, Failure> {
        self.has(name).then(|| self.integer(name)).transpose()
    }

    pub(crate) fn instant(&self, name: &'static str) -> Result<Timestamp, Failure> {
        parse_instant(self.text(name)?).ok_or(Failure::NotUnderstood(name))
    }

    pub(crate) fn instant_or_none(&self, name: &'static str) -> Result<Option<Timestamp>, Failure> {
        self.has(name).then(|| self.instant(name)).transpose()
    }

    pub(crate) fn day_or_none(&self, name: &'static str) -> Result<Option<Date>, Failure> {
        let day = self
            .text_or_none(name)?
            .map(|text| parse_date(text).ok_or(Failure::NotUnderstood(name)));
        day.transpose()
    }

    /// A name of a closed list.
    pub(crate) fn one_of<T>(
        &self,
        name: &'static str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, Failure> {
        parse(self.text(name)?).ok_or(Failure::NotUnderstood(name))
    }

    pub(crate) fn one_of_or_none<T>(
        &self,
        name: &'static str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        self.has(name).then(|| self.one_of(name, parse)).transpose()
    }

    /// The writes that made it what it is.
    pub(crate) fn writes(&self) -> Result<Writes, Failure> {
        self.bytes(BY).map(Writes::from_bytes)
    }

    pub(crate) fn set_writes(&mut self, writes: &Writes) {
        self.set_bytes(BY, writes.to_bytes());
    }

    /// The change that wrote it; 0 for an item that no change of a record ever wrote.
    pub(crate) fn revision(&self) -> Result<Revision, Failure> {
        let stored = self.integer_or_none(REVISION)?;
        Ok(Revision(stored.unwrap_or(0)))
    }
}
