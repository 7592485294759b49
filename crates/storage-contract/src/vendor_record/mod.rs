//! Promises of [`vitalog_storage::VendorRecordStore`], and of a record's changes of its records.

pub(crate) mod reads;
pub(crate) mod writes;
