//! Events that vendors send: what they say, and what their signatures have in common.

use hmac::{Hmac, KeyInit, Mac};
use jiff::{SignedDuration, Timestamp};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;

/// How far the time of an event may lie from ours, in either direction. What is older may be a
/// recording played again.
pub const TOLERANCE: SignedDuration = SignedDuration::from_mins(5);

/// An event that was signed by the vendor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VendorEvent {
    /// The same for each delivery of one event, and for no other event.
    pub trace_id: String,
    /// The vendor's identifier of the person.
    pub person: String,
    /// The collection of what changed; `None` if it is one that we do not keep.
    pub kind: Option<&'static str>,
    /// What became of it.
    pub action: EventAction,
    /// The identifier of what changed.
    pub object: String,
}

/// What became of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventAction {
    /// It is new, or it changed.
    Changed,
    /// It is gone.
    Deleted,
}

/// Why a delivery is no event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EventRefused {
    /// The headers with signature and time are missing, or are none.
    #[error("the event is not signed")]
    Unsigned,
    /// Somebody else signed it, or something else.
    #[error("the signature does not fit the event")]
    WrongSignature,
    /// Its time lies too far from ours.
    #[error("the event is too old")]
    Stale,
    /// It is signed, and is no event.
    #[error("the body is not an event")]
    NotAnEvent,
}

/// Whether `signature` is the HMAC-SHA256 of `parts`, one after another. Takes the same time
/// wherever they differ.
#[must_use]
pub fn is_signed(secret: &SecretString, parts: &[&[u8]], signature: &[u8]) -> bool {
    // Keys of any length are taken.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.expose_secret().as_bytes()) else {
        return false;
    };
    for part in parts {
        mac.update(part);
    }
    mac.verify_slice(signature).is_ok()
}

/// Whether the time in a header, in seconds or milliseconds since 1970, is near enough to `now`.
///
/// # Errors
///
/// [`EventRefused::Unsigned`] if it is no time, [`EventRefused::Stale`] if it is another.
pub fn check_fresh(sent: &str, now: Timestamp) -> Result<(), EventRefused> {
    /// As seconds this is in the year 5138, as milliseconds in 1973.
    const FIRST_IN_MS: i64 = 100_000_000_000;
    let number: i64 = sent.parse().map_err(|_| EventRefused::Unsigned)?;
    let sent = if number >= FIRST_IN_MS {
        Timestamp::from_millisecond(number)
    } else {
        Timestamp::from_second(number)
    };
    let sent = sent.map_err(|_| EventRefused::Unsigned)?;
    if sent.duration_until(now).abs() > TOLERANCE {
        return Err(EventRefused::Stale);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_of_rfc_4231_fits_and_no_other_does() {
        // Test case 2 of RFC 4231.
        let expected =
            hex::decode("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
                .unwrap();
        let secret = SecretString::from("Jefe");
        let parts: [&[u8]; 2] = [b"what do ya want ", b"for nothing?"];
        assert!(is_signed(&secret, &parts, &expected));
        assert!(!is_signed(&secret, &parts[..1], &expected));
        assert!(!is_signed(&SecretString::from("jefe"), &parts, &expected));
        assert!(!is_signed(&secret, &parts, &expected[..31]));
        assert!(!is_signed(&secret, &parts, &[]));
    }

    #[test]
    fn five_minutes_either_way_are_fresh_in_seconds_and_in_milliseconds() {
        let now: Timestamp = "2026-05-06T08:00:00Z".parse().unwrap();
        let check = |sent: &str, expected: Result<(), EventRefused>| {
            assert_eq!(check_fresh(sent, now), expected, "{sent}");
        };
        check("1778054400", Ok(()));
        check("1778054100", Ok(()));
        check("1778054099", Err(EventRefused::Stale));
        check("1778054700", Ok(()));
        check("1778054701", Err(EventRefused::Stale));
        check("1778054400000", Ok(()));
        check("1778054100000", Ok(()));
        check("1778054099999", Err(EventRefused::Stale));
        check("0", Err(EventRefused::Stale));
        check("-9223372036854775808", Err(EventRefused::Unsigned));
        check("9223372036854775807", Err(EventRefused::Unsigned));
        check("", Err(EventRefused::Unsigned));
        check("yesterday", Err(EventRefused::Unsigned));
    }
}
