//! Promises of [`vitalog_storage::DocumentStore`].

pub(crate) mod races;
pub(crate) mod reads;
pub(crate) mod writes;
