//! The key of the file.

use rusqlite::Connection;
use secrecy::{ExposeSecret, SecretString, zeroize::Zeroizing};

use crate::OpenError;

/// Hexadecimal characters of a 32-byte key.
const KEY_CHARACTERS: usize = 64;

/// A raw key in the form that SQLCipher takes it in, `x'…'`. A raw key is used as it is; a
/// passphrase would have to be stretched at each opening.
pub(crate) struct Key(Zeroizing<String>);

impl Key {
    pub(crate) fn new(key: &SecretString) -> Result<Self, OpenError> {
        let characters = key.expose_secret();
        if characters.len() != KEY_CHARACTERS
            || !characters
                .bytes()
                .all(|character| character.is_ascii_hexdigit())
        {
            return Err(OpenError::MalformedKey);
        }
        Ok(Self(Zeroizing::new(format!("x'{characters}'"))))
    }

    /// Gives the key to a fresh connection. That it fits shows at the first read.
    pub(crate) fn give_to(&self, connection: &Connection) -> Result<(), OpenError> {
        // An error of SQLite may quote the statement, and the statement holds the key.
        connection
            .pragma_update(None, "key", self.0.as_str())
            .map_err(|_| OpenError::MalformedKey)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_64_hexadecimal_characters_are_a_key() {
        let good = "0123456789abcdefABCDEF0123456789".repeat(2);
        let cases = [
            (good.clone(), true),
            (good[1..].to_owned(), false),
            (format!("{good}0"), false),
            (good.replace('a', "g"), false),
            (good.replace('a', "'"), false),
            (good.replacen("01", "é", 1), false),
            (String::new(), false),
        ];
        for (text, is_key) in cases {
            assert_eq!(Key::new(&SecretString::from(text)).is_ok(), is_key);
        }
    }
}
