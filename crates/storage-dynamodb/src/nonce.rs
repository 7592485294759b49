//! Names that nobody chooses twice, and what they tell.

use std::fmt;

use vitalog_core::clock::Entropy;

use crate::error::Failure;

/// Bytes of a name. Of so long random names no two are ever the same.
const LENGTH: usize = 16;

/// How many of the latest writes an item names.
const KEPT: usize = 8;

/// Names one write among all, so that its writer can tell whether it was the one that counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Nonce([u8; LENGTH]);

impl Nonce {
    pub(crate) fn new(entropy: &dyn Entropy) -> Self {
        let mut bytes = [0; LENGTH];
        entropy.fill(&mut bytes);
        Self(bytes)
    }
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// The latest writes of an item, the latest first. No two states of an item name the same.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Writes(Vec<Nonce>);

impl Writes {
    pub(crate) fn latest(&self) -> Option<Nonce> {
        self.0.first().copied()
    }

    /// Those of the item that a write makes of one with these.
    pub(crate) fn then(&self, nonce: Nonce) -> Self {
        let mut writes = vec![nonce];
        writes.extend(self.0.iter().take(KEPT - 1));
        Self(writes)
    }

    /// Whether a write that was refused where these stand had been done all the same: its request
    /// may have been sent twice, because the first answer was lost, and others may have written
    /// since. `self` are those of the item that the write wanted to make.
    pub(crate) fn were_done(&self, standing: Option<&Self>) -> Result<bool, Failure> {
        let Some(standing) = standing else {
            return Ok(false);
        };
        let is_named = |nonce: &Nonce| standing.0.contains(nonce);
        if self.0.first().is_some_and(is_named) {
            return Ok(true);
        }
        // All that was written since the item was read is named: it is not among them.
        let is_all_named = self.0.get(1).is_some_and(is_named) || standing.0.len() < KEPT;
        is_all_named.then_some(false).ok_or(Failure::Unsure)
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|nonce| nonce.0).collect()
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let (names, _) = bytes.as_chunks::<LENGTH>();
        Self(names.iter().copied().map(Nonce).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use vitalog_core::clock::CountingEntropy;

    use super::*;

    /// Those after so many more writes of others.
    fn written(before: &Writes, times: usize) -> Writes {
        static ENTROPY: LazyLock<CountingEntropy> = LazyLock::new(CountingEntropy::default);
        (0..times).fold(before.clone(), |writes, _| {
            writes.then(Nonce::new(&*ENTROPY))
        })
    }

    #[test]
    fn the_latest_are_kept_and_read_back() {
        let few = written(&Writes::default(), 3);
        let many = written(&few, 20);
        assert_eq!((few.0.len(), many.0.len()), (3, KEPT));
        for writes in [Writes::default(), few, many] {
            assert_eq!(Writes::from_bytes(&writes.to_bytes()), writes);
        }
    }

    #[test]
    fn writer_finds_out_whether_it_won_however_many_wrote_since() {
        for earlier in [0, 1, 20] {
            let read = written(&Writes::default(), earlier);
            let (mine, others) = (written(&read, 1), written(&read, 1));
            for since in 0..20 {
                let won = mine.were_done(Some(&written(&mine, since))).ok();
                let lost = mine.were_done(Some(&written(&others, since))).ok();
                // Up to seven more the name of either is still there.
                let expected_won = (since < KEPT).then_some(true);
                let expected_lost = (since + 1 < KEPT).then_some(false);
                assert_eq!(won, expected_won, "{earlier}, {since}");
                assert_eq!(lost, expected_lost, "{earlier}, {since}");
            }
            assert_eq!(mine.were_done(None).ok(), Some(false));
        }
    }
}
