//! Promises of [`vitalog_storage::RecordStore`].

pub(crate) mod bounds;
pub(crate) mod daily;
pub(crate) mod fields;
pub(crate) mod races;
pub(crate) mod reads;
pub(crate) mod writes;
