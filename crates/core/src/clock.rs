//! Time and randomness as parameters, so that a test moves them by hand.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use jiff::{SignedDuration, Timestamp};

/// Tells the current instant. Only the composition root makes a real one.
pub trait Clock: Send + Sync {
    /// The instant now.
    fn now(&self) -> Timestamp;
}

/// Gives unpredictable bytes. Only the composition root makes a real one.
pub trait Entropy: Send + Sync {
    /// Fills `bytes` with cryptographically secure random bytes.
    fn fill(&self, bytes: &mut [u8]);
}

/// A clock that stands still until it is moved.
#[derive(Debug)]
pub struct ManualClock(Mutex<Timestamp>);

impl ManualClock {
    /// A clock that stands at `now`.
    #[must_use]
    pub fn new(now: Timestamp) -> Self {
        Self(Mutex::new(now))
    }

    /// Moves the clock to `now`, forward or back.
    pub fn set(&self, now: Timestamp) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }

    /// Moves the clock by `step`, at most to the end of time.
    pub fn advance(&self, step: SignedDuration) {
        let mut now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let end_of_time = if step.is_negative() {
            Timestamp::MIN
        } else {
            Timestamp::MAX
        };
        *now = now.checked_add(step).unwrap_or(end_of_time);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Bytes that look unlike one another and are the same in every run; never for real secrets.
///
/// Each eight bytes are the next number from 1 on, so eight bytes and more never repeat.
#[derive(Debug, Default)]
pub struct CountingEntropy(AtomicU64);

impl CountingEntropy {
    /// Starts the count.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Entropy for CountingEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let next = self.0.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
            for (byte, digit) in chunk.iter_mut().zip(next.to_le_bytes()) {
                *byte = digit;
            }
        }
    }
}
