//! Time and randomness as parameters, so that a test moves them by hand.

use jiff::Timestamp;

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
