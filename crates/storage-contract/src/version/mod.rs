//! Promises of [`vitalog_storage::StoreVersion`].

pub(crate) mod changes;
