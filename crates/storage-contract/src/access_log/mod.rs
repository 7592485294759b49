//! Promises of [`vitalog_storage::AccessLog`].

pub(crate) mod entries;
