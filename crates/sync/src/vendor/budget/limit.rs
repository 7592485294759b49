//! What a vendor allows.

/// The share of a limit that is never used, so that two counts that differ a little (a request
/// that took long, a clock that is off) do not end in a refusal: a tenth.
const HEAD_ROOM_PART: u32 = 10;

/// So many requests in any stretch of time of that length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// The length in seconds.
    pub seconds: u32,
    /// The requests.
    pub requests: u32,
    /// How many of them bulk work leaves to others.
    pub bulk_leaves: u32,
}

impl Limit {
    /// What is never used.
    #[must_use]
    pub fn head_room(self) -> u32 {
        self.requests.div_ceil(HEAD_ROOM_PART)
    }

    /// What may be used.
    #[must_use]
    pub fn usable(self) -> u32 {
        self.requests - self.head_room()
    }
}
