//! The order in which events come.

use super::numbers::Numbers;

/// In which order events are delivered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As they happened.
    AsHappened,
    /// The last first.
    Reversed,
    /// By chance, the same for the same seed.
    Shuffled(u64),
}

impl Order {
    pub(super) fn arrange<T>(self, events: &mut [T]) {
        match self {
            Self::AsHappened => {}
            Self::Reversed => events.reverse(),
            Self::Shuffled(seed) => Numbers::new(seed, "events", 0).shuffle(events),
        }
    }
}
