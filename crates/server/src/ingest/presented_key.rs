//! The key that a push brings.

use http::HeaderMap;

use super::KEY_HEADER;

/// The key that a push brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PresentedKey<'a> {
    /// One, however often; empty if there is none, or none that is text.
    One(&'a str),
    /// Several that differ. Nobody could say which of them a proxy before this server judged.
    Several,
}

impl<'a> PresentedKey<'a> {
    /// Reads the headers. White space around a key does not count.
    pub(super) fn of(headers: &'a HeaderMap) -> Self {
        let mut keys = headers
            .get_all(KEY_HEADER)
            .iter()
            .map(|value| value.to_str().map(str::trim).unwrap_or_default());
        let first = keys.next().unwrap_or_default();
        if keys.all(|key| key == first) {
            Self::One(first)
        } else {
            Self::Several
        }
    }
}
