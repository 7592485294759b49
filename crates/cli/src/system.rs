//! The real clock and the real randomness.

use jiff::Timestamp;
use vitalog_core::{Clock, Entropy};

/// The machine's clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the composition root makes the one real clock"
    )]
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

/// The operating system's randomness.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SystemEntropy;

impl Entropy for SystemEntropy {
    #[expect(
        clippy::disallowed_methods,
        reason = "the composition root makes the one real source"
    )]
    #[expect(
        clippy::panic,
        reason = "a secret made without randomness would be worse than none"
    )]
    fn fill(&self, bytes: &mut [u8]) {
        if let Err(error) = getrandom::fill(bytes) {
            panic!("the operating system gives no randomness: {error}");
        }
    }
}
