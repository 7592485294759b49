//! The simulated month: a person with a strap, a ring and a phone, and a program that has everything
//! against it.
//!
//! Records come late, wait for their scores, are edited, moved and deleted, also while somebody lists
//! them; events are lost, repeated, late and out of order; vendors fail, hang and refuse; access
//! tokens end, and each refresh token is good once; the machine's clock is wrong, forward and
//! back; the store fails; and the process dies between any two steps. The person travels, and the
//! clocks change. After one reconciliation the record says what vendors and phone say, and
//! after another nothing is written.
//!
//! Every seed is a test of its own, so that one that fails is named, and runs alone by its name:
//! `cargo test -p vitalog-test-support --test it month::seeds::s04::t2` is seed 42.

mod chance;
mod compare;
mod drive;
mod machine;
mod mail;
mod meddle;
mod person;
mod push;
mod seeds;
mod truth;
