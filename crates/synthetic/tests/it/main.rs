//! A life from outside: what a test, a demonstration or a writer of another form sees of it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod apple_export;
mod hae;
mod life;
mod nights;
mod people;
mod planted;
mod plausible;
mod shapes;
mod summaries;
