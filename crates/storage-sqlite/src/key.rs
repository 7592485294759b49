//! The key of the file.

use std::{sync::Once, thread, time::Duration};

use rusqlite::Connection;
use secrecy::{ExposeSecret, SecretString, zeroize::Zeroizing};

use crate::{OpenError, RekeyError};

/// Hexadecimal characters of a 32-byte key.
const KEY_CHARACTERS: usize = 64;
/// Milliseconds to wait for SQLCipher; it takes a few.
const MOST_PROBES: u32 = 5_000;

/// A raw key in the form that SQLCipher takes it in, `x'…'`. A raw key is used as it is; a
/// passphrase would have to be stretched at each opening.
#[derive(Clone)]
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
        wait_for_encryption();
        // An error of SQLite may quote the statement, and the statement holds the key.
        connection
            .pragma_update(None, "key", self.0.as_str())
            .map_err(|_| OpenError::Encryption)
    }

    /// Encrypts the file of a connection with this key instead of the one the connection has.
    pub(crate) fn change(&self, connection: &Connection) -> Result<(), RekeyError> {
        connection
            .pragma_update(None, "rekey", self.0.as_str())
            .map_err(|_| RekeyError::Encryption)
    }
}

/// Waits, once per process, until SQLCipher takes keys. SQLite counts as ready a moment before
/// SQLCipher is, so of threads that open their first files at once some would be refused.
fn wait_for_encryption() {
    static READY: Once = Once::new();
    READY.call_once(|| {
        for _ in 0..MOST_PROBES {
            let probe = Connection::open_in_memory()
                .and_then(|connection| connection.pragma_update(None, "key", "probe"));
            if probe.is_ok() {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
    });
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
