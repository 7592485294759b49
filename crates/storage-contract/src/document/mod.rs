//! Promises of [`vitalog_storage::DocumentStore`].

pub(crate) mod expiry;
pub(crate) mod races;
pub(crate) mod reads;
pub(crate) mod writes;
