//! Whether an export is one that was taken in before.

use std::{
    fs::File,
    io::{self, Read},
    path::PathBuf,
};

use sha2::{Digest, Sha256};

/// Bytes that are read at once.
const AT_ONCE: usize = 1 << 20;

/// The digest of files by name, size and content, in the order given; `on_read` is told how many
/// bytes have been read.
///
/// # Errors
///
/// If one cannot be read.
pub fn digest(files: &[PathBuf], mut on_read: impl FnMut(u64)) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; AT_ONCE];
    let mut read = 0;
    for path in files {
        let mut file = File::open(path)?;
        // Of several files the names count; one alone may be renamed.
        if files.len() > 1 {
            let name = path.file_name().unwrap_or_default().as_encoded_bytes();
            hash.update(name.len().to_le_bytes());
            hash.update(name);
        }
        hash.update(file.metadata()?.len().to_le_bytes());
        loop {
            let count = match file.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            hash.update(buffer.get(..count).unwrap_or_default());
            read += count as u64;
            on_read(read);
        }
    }
    Ok(hex::encode(hash.finalize()))
}
