//! The part of a row's key that follows its second.

use std::{fmt, str::FromStr};

/// Tells rows of one metric and second apart.
///
/// A row that was said in chat has the bare key. A row that came from elsewhere carries the first
/// 48 bits of a SHA-256 over what identifies it at its source, and exact repeats within one push
/// are twins, numbered from 1. As text: nothing, `#0ac0a6ff8250`, `#0ac0a6ff8250~1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fingerprint(i64);

/// Bits that number the twins.
const TWIN_BITS: u32 = 15;
/// The most repeats of one sample that get a row each.
pub const MAX_TWIN: u16 = (1 << TWIN_BITS) - 1;

impl Fingerprint {
    /// The bare key of a row said in chat.
    pub const BARE: Self = Self(-1);

    /// A key from the first six bytes of a hash, as the `twin`-th repeat (0 for the first).
    #[must_use]
    pub fn new(hash: [u8; 6], twin: u16) -> Self {
        let hash = hash
            .iter()
            .fold(0_i64, |sum, byte| (sum << 8) | i64::from(*byte));
        Self((hash << TWIN_BITS) | i64::from(twin.min(MAX_TWIN)))
    }

    /// The same sample as another repeat.
    #[must_use]
    pub fn with_twin(self, twin: u16) -> Self {
        if self == Self::BARE {
            return self;
        }
        Self((self.0 >> TWIN_BITS << TWIN_BITS) | i64::from(twin.min(MAX_TWIN)))
    }

    /// One number for storage; orders as the key does.
    #[must_use]
    pub fn to_i64(self) -> i64 {
        self.0
    }

    /// Reads [`Fingerprint::to_i64`] back.
    #[must_use]
    pub fn from_i64(stored: i64) -> Self {
        Self(stored.max(-1))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::BARE {
            return Ok(());
        }
        write!(f, "#{:012x}", self.0 >> TWIN_BITS)?;
        match self.0 & i64::from(MAX_TWIN) {
            0 => Ok(()),
            twin => write!(f, "~{twin}"),
        }
    }
}

/// The text is not a fingerprint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a fingerprint")]
pub struct NotAFingerprint;

impl FromStr for Fingerprint {
    type Err = NotAFingerprint;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.is_empty() {
            return Ok(Self::BARE);
        }
        let (hash, twin) = match text.split_once('~') {
            Some((hash, twin)) => (hash, twin.parse::<u16>().map_err(|_| NotAFingerprint)?),
            None => (text, 0),
        };
        let hash = hash
            .strip_prefix('#')
            .filter(|hash| hash.len() == 12)
            .ok_or(NotAFingerprint)?;
        let hash = i64::from_str_radix(hash, 16).map_err(|_| NotAFingerprint)?;
        if hash < 0 || twin > MAX_TWIN {
            return Err(NotAFingerprint);
        }
        Ok(Self((hash << TWIN_BITS) | i64::from(twin)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_form_round_trips() {
        for text in [
            "",
            "#0ac0a6ff8250",
            "#0ac0a6ff8250~1",
            "#ffffffffffff~32767",
        ] {
            assert_eq!(
                text.parse::<Fingerprint>().map(|f| f.to_string()),
                Ok(text.to_owned())
            );
        }
        assert!("#0ac0".parse::<Fingerprint>().is_err());
    }

    #[test]
    fn bare_key_sorts_first_and_twins_follow_their_sample() {
        let first = Fingerprint::new([0x0a, 0xc0, 0xa6, 0xff, 0x82, 0x50], 0);
        assert!(Fingerprint::BARE < first && first < first.with_twin(1));
        assert_eq!(Fingerprint::from_i64(first.to_i64()), first);
    }
}
