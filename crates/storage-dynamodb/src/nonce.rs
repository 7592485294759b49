//! Names that nobody chooses twice.

use std::fmt;

use vitalog_core::clock::Entropy;

/// Names one write among all, so that its writer can tell whether it was the one that counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Nonce([u8; Self::LENGTH]);

impl Nonce {
    /// Bytes of a nonce. Of so long random names no two are ever the same.
    pub(crate) const LENGTH: usize = 16;

    pub(crate) fn new(entropy: &dyn Entropy) -> Self {
        let mut bytes = [0; Self::LENGTH];
        entropy.fill(&mut bytes);
        Self(bytes)
    }

    pub(crate) fn from_bytes(bytes: [u8; Self::LENGTH]) -> Self {
        Self(bytes)
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}
