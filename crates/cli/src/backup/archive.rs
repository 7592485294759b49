//! The file: a head of fixed length in plain text, and a database behind it.
//!
//! The head says what the file is, which form it has, which key it needs, and how long the
//! database is and what its SHA-256 is, so that a file that is cut off, damaged, somebody else's or
//! of a newer program is told from one that is whole before any of it is used. It tells nothing of
//! what is stored. Without the head the rest is a file that SQLCipher opens with the key.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::Path,
};

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::failure::Failure;

/// What every backup begins with.
const MAGIC: &[u8] = b"VITALOG-BACKUP\n";
/// The form of the file. One that an older program would misread gets another number.
const FORM: u32 = 1;
/// Bytes of the head; the rest is filled with spaces.
const HEAD: usize = 4096;
/// What the name of a key is a digest of, with the key.
const KEY_NAME: &str = "vitalog backup key ";
/// Hexadecimal digits of the name of a key.
const KEY_NAME_DIGITS: usize = 16;
/// Bytes that are read at once.
const BUFFER: usize = 256 * 1024;

/// What the head says.
#[derive(Serialize, Deserialize)]
struct Head {
    form: u32,
    /// What wrote it.
    program: String,
    made_at: String,
    /// Which key opens it.
    key: String,
    bytes: u64,
    sha256: String,
}

/// A backup whose head could be read.
pub(super) struct Archive {
    head: Head,
    file: File,
    shown: String,
}

/// The name of a key: of two keys it is another, and nobody can tell a key from it.
fn name_of(key: &SecretString) -> String {
    let digest = Sha256::digest(format!("{KEY_NAME}{}", key.expose_secret()));
    let name = hex::encode(digest);
    name[..KEY_NAME_DIGITS].to_owned()
}

/// Whether a file begins as a backup does.
pub(super) fn is_one(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    File::open(path)?
        .take(MAGIC.len() as u64)
        .read_to_end(&mut start)?;
    Ok(start == MAGIC)
}

/// Puts a head before a database, into a new file.
pub(super) fn write(
    database: &Path,
    to: &Path,
    key: &SecretString,
    now: jiff::Timestamp,
) -> io::Result<()> {
    let (bytes, sha256) = transfer(&mut File::open(database)?, &mut io::sink())?;
    let head = Head {
        form: FORM,
        program: format!("vitalog {}", env!("CARGO_PKG_VERSION")),
        made_at: now.to_string(),
        key: name_of(key),
        bytes,
        sha256,
    };
    let mut start = MAGIC.to_vec();
    serde_json::to_writer(&mut start, &head)?;
    start.resize(HEAD - 1, b' ');
    start.push(b'\n');
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(to)?;
    file.write_all(&start)?;
    transfer(&mut File::open(database)?, &mut file)?;
    file.sync_all()
}

impl Archive {
    /// Reads the head.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let shown = path.display().to_string();
        let cannot = |error: io::Error| Failure::failed(format!("cannot read {shown}: {error}"));
        let mut file = File::open(path).map_err(cannot)?;
        let mut start = Vec::new();
        let mut head = Read::by_ref(&mut file).take(HEAD as u64);
        head.read_to_end(&mut start).map_err(cannot)?;
        let Some(text) = start.strip_prefix(MAGIC) else {
            return Err(Failure::usage(format!("{shown} is no backup of vitalog")));
        };
        if start.len() < HEAD {
            return Err(cut_off(&shown));
        }
        let head: serde_json::Value = serde_json::from_slice(text).map_err(|_| damaged(&shown))?;
        if head["form"].as_u64() > Some(u64::from(FORM)) {
            return Err(newer(&shown));
        }
        let head = serde_json::from_value(head).map_err(|_| damaged(&shown))?;
        Ok(Self { head, file, shown })
    }

    /// When it was made.
    pub(super) fn made_at(&self) -> &str {
        &self.head.made_at
    }

    /// Whether a key is the one that opens it.
    pub(super) fn is_opened_by(&self, key: &SecretString) -> bool {
        self.head.key == name_of(key)
    }

    /// Writes the database into a new file, if it is there whole.
    pub(super) fn unpack(mut self, to: &Path) -> Result<(), Failure> {
        let shown = &self.shown;
        let cannot = |error: io::Error| Failure::failed(format!("cannot unpack {shown}: {error}"));
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(to).map_err(cannot)?;
        let (bytes, sha256) = transfer(&mut self.file, &mut file).map_err(cannot)?;
        if bytes < self.head.bytes {
            return Err(cut_off(shown));
        }
        if bytes > self.head.bytes || sha256 != self.head.sha256 {
            return Err(damaged(shown));
        }
        file.sync_all().map_err(cannot)
    }
}

fn cut_off(shown: &str) -> Failure {
    Failure::failed(format!(
        "{shown} is cut off: a part of the backup is missing"
    ))
    .advise("Copy it again from where it was kept, or take another one. Nothing was changed.")
}

fn damaged(shown: &str) -> Failure {
    Failure::failed(format!("{shown} is damaged: it is not as it was written"))
        .advise("Copy it again from where it was kept, or take another one. Nothing was changed.")
}

/// The refusal of what only a newer program can read.
pub(super) fn newer(shown: &str) -> Failure {
    Failure::needs_person(format!("{shown} was made by a newer version of vitalog"))
        .advise("Restore it with that version or a newer one. Nothing was changed.")
}

/// Copies all there is; tells how many bytes they were, and their digest.
fn transfer(from: &mut impl Read, to: &mut impl Write) -> io::Result<(u64, String)> {
    let mut digest = Sha256::new();
    let mut buffer = vec![0; BUFFER];
    let mut bytes = 0;
    loop {
        let read = from.read(&mut buffer)?;
        if read == 0 {
            return Ok((bytes, hex::encode(digest.finalize())));
        }
        digest.update(&buffer[..read]);
        to.write_all(&buffer[..read])?;
        bytes += read as u64;
    }
}
