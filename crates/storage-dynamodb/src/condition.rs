//! What must hold for a write to be done.

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use vitalog_storage::Revision;

use crate::{
    item::REVISION,
    keys::{PARTITION, SORT},
    nonce::Writes,
};

/// The attribute that names the latest writes of an item.
pub(crate) const BY: &str = "by";
/// The attributes of a head that tell that a change is not yet in its place.
pub(crate) const JOURNAL: &str = "journal";
pub(crate) const JOURNAL_CHUNKS: &str = "journal_chunks";

/// A condition on the item that stands where another is put or deleted. In the expression `#name`
/// stands for the attribute of that name and `:name` for a value.
#[derive(Clone)]
pub(crate) struct Condition {
    pub(crate) expression: &'static str,
    pub(crate) names: &'static [&'static str],
    pub(crate) values: Vec<(&'static str, AttributeValue)>,
}

impl Condition {
    /// There is no item.
    pub(crate) fn absent() -> Self {
        Self {
            expression: "attribute_not_exists(#metric)",
            names: &[PARTITION],
            values: vec![],
        }
    }

    /// There is no item that a change of `revision` or a later one wrote.
    pub(crate) fn older_than(revision: Revision) -> Self {
        Self {
            expression: "attribute_not_exists(#revision) OR #revision < :revision",
            names: &[REVISION],
            values: vec![(":revision", number(revision))],
        }
    }

    /// The item is as these writes left it.
    pub(crate) fn as_left_by(writes: &Writes) -> Self {
        Self {
            expression: "#by = :by",
            names: &[BY],
            values: vec![(":by", AttributeValue::B(Blob::new(writes.to_bytes())))],
        }
    }

    /// The head has that revision, and all of its changes are in their places.
    pub(crate) fn head_at_rest(revision: Revision) -> Self {
        Self {
            expression: "#revision = :revision AND attribute_not_exists(#journal) \
                         AND attribute_not_exists(#journal_chunks)",
            names: &[REVISION, JOURNAL, JOURNAL_CHUNKS],
            values: vec![(":revision", number(revision))],
        }
    }

    /// The head has that revision.
    pub(crate) fn head_at(revision: Revision) -> Self {
        Self {
            expression: "#revision = :revision",
            names: &[REVISION],
            values: vec![(":revision", number(revision))],
        }
    }

    /// There is an item.
    pub(crate) fn present() -> Self {
        Self {
            expression: "attribute_exists(#ts)",
            names: &[SORT],
            values: vec![],
        }
    }
}

fn number(revision: Revision) -> AttributeValue {
    AttributeValue::N(revision.0.to_string())
}
