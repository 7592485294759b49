//! Vendors: their words in, our words out.
//!
//! This crate knows the forms in which apps and vendors send health data, and turns them into
//! samples and intervals of `vitalog-core`. It refuses to know where rows are kept, which of them
//! were seen before, and what time it is: a vendor's document and the account's time zone go in,
//! samples come out, and whatever could not be read is counted with a reason.
//!
//! A vendor is one folder, with its quirks in a README beside the code and the payloads that
//! show them in `fixtures/`.

pub mod hae;
