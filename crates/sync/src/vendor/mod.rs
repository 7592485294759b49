//! Vendors that are asked: when, how often, with whose leave, and what becomes of what they say.

mod as_text;
pub mod budget;
pub mod connection;
pub mod keeper;
pub mod seal;
