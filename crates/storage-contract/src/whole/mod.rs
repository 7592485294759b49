//! Promises of [`vitalog_storage::Snapshots`] and [`vitalog_storage::Erasure`].

pub(crate) mod erasing;
pub(crate) mod moments;
