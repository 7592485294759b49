//! Vendors that are asked: when, how often, with whose leave, and what becomes of what they say.

pub mod budget;
