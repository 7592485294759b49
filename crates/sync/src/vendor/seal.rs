//! Sealing: what is stored and must not be readable to whoever has the store.

use std::fmt;

use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD as BASE64};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};
use vitalog_core::Entropy;

/// Stands before a sealed text, so that another way of sealing can follow.
const FORM: &str = "1";
/// Bytes of a key.
const KEY_BYTES: usize = 32;
/// Bytes by which a key is recognized.
const NAME_BYTES: usize = 4;

/// Seals and opens with one key, by ChaCha20-Poly1305. The key is never where the sealed texts are.
pub struct Seal {
    key: LessSafeKey,
    /// Tells this key from others, and nothing about it.
    name: String,
}

/// The text is not the key of a seal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a sealing key is 64 hexadecimal digits")]
pub struct NotAKey;

/// A sealed text does not open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    /// It was sealed with another key.
    #[error("it was sealed with another key")]
    AnotherKey,
    /// It was changed since, or is of another place.
    #[error("it is damaged")]
    Damaged,
}

impl Seal {
    /// The seal of a key, given as 64 hexadecimal digits.
    ///
    /// # Errors
    ///
    /// If it is no such text.
    pub fn new(key: &SecretString) -> Result<Self, NotAKey> {
        let mut bytes = [0; KEY_BYTES];
        hex::decode_to_slice(key.expose_secret().trim(), &mut bytes).map_err(|_| NotAKey)?;
        let unbound = UnboundKey::new(&CHACHA20_POLY1305, &bytes).map_err(|_| NotAKey)?;
        let digest = Sha256::new()
            .chain_update("the name of a sealing key: ")
            .chain_update(bytes)
            .finalize();
        Ok(Self {
            key: LessSafeKey::new(unbound),
            name: hex::encode(digest.get(..NAME_BYTES).unwrap_or_default()),
        })
    }

    /// Seals a text for a place; nowhere else will it open.
    ///
    /// Each gets 96 random bits as its nonce. With a sealed text per refresh of a token, a
    /// deployment does not come near the 2³² at which two might be the same.
    #[must_use]
    pub fn seal(&self, text: &SecretString, place: &str, entropy: &dyn Entropy) -> String {
        let mut nonce = [0; NONCE_LEN];
        entropy.fill(&mut nonce);
        let mut sealed = text.expose_secret().as_bytes().to_vec();
        let unique = Nonce::assume_unique_for_key(nonce);
        let tag = self
            .key
            .seal_in_place_separate_tag(unique, Aad::from(place), &mut sealed);
        if tag.is_err() {
            // So it ends for texts of many gigabytes alone. What is stored then opens nowhere.
            sealed.clear();
        }
        let tag = tag.as_ref().map_or(&[][..], AsRef::as_ref);
        let sealed = BASE64.encode([&nonce[..], &sealed, tag].concat());
        format!("{FORM}.{}.{sealed}", self.name)
    }

    /// Opens a text that was sealed for a place.
    ///
    /// # Errors
    ///
    /// If it was not, or not with this key.
    pub fn open(&self, sealed: &str, place: &str) -> Result<SecretString, OpenError> {
        let mut parts = sealed.split('.');
        let (Some(FORM), Some(name), Some(sealed), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(OpenError::Damaged);
        };
        if name != self.name {
            return Err(OpenError::AnotherKey);
        }
        let bytes = BASE64.decode(sealed).map_err(|_| OpenError::Damaged)?;
        let (nonce, sealed) = bytes
            .split_first_chunk::<NONCE_LEN>()
            .ok_or(OpenError::Damaged)?;
        let mut text = sealed.to_vec();
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let opened = self.key.open_in_place(nonce, Aad::from(place), &mut text);
        let opened = opened.map_err(|_| OpenError::Damaged)?;
        let text = std::str::from_utf8(opened).map_err(|_| OpenError::Damaged)?;
        Ok(text.into())
    }
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seal")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use vitalog_core::clock::CountingEntropy;

    use super::*;

    fn seal(digits: &str) -> Seal {
        Seal::new(&digits.repeat(32).into()).unwrap()
    }

    #[test]
    fn sealed_text_opens_with_its_key_at_its_place_alone() {
        let (one, other) = (seal("1a"), seal("1b"));
        let entropy = CountingEntropy::new();
        let sealed = one.seal(&"hush".into(), "me/oura", &entropy);
        assert!(!sealed.contains("hush"));
        assert_eq!(
            one.open(&sealed, "me/oura").unwrap().expose_secret(),
            "hush"
        );
        assert_eq!(
            one.open(&sealed, "me/whoop").unwrap_err(),
            OpenError::Damaged
        );
        assert_eq!(
            other.open(&sealed, "me/oura").unwrap_err(),
            OpenError::AnotherKey
        );
        let again = one.seal(&"hush".into(), "me/oura", &entropy);
        assert_ne!(sealed, again, "no two look alike");
    }

    #[test]
    fn changed_text_does_not_open() {
        let one = seal("1a");
        let sealed = one.seal(&"hush".into(), "", &CountingEntropy::new());
        for place in 0..sealed.len() {
            let mut changed = sealed.clone().into_bytes();
            changed[place] = if changed[place] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            assert!(one.open(&changed, "").is_err(), "{changed}");
        }
        for text in ["", "1", "1.2", "1.2.3.4", "2.aaaaaaaa.AAAA"] {
            assert_eq!(
                one.open(text, "").unwrap_err(),
                OpenError::Damaged,
                "{text}"
            );
        }
    }

    #[test]
    fn key_is_64_hexadecimal_digits() {
        for text in ["", "1a", &"g".repeat(64), &"1".repeat(65)] {
            assert!(Seal::new(&text.into()).is_err(), "{text}");
        }
        assert!(Seal::new(&format!("{}\n", "1".repeat(64)).as_str().into()).is_ok());
        assert!(!format!("{:?}", seal("1a")).contains("1a1a"));
    }
}
