//! Telling a file that is being made from one that was emptied.
//!
//! A database file has no bytes for a moment after it is made, and a program may be killed in that
//! moment. A file that lost its bytes looks the same, and must not be taken for a new one: whoever
//! kept a record in it would find a fresh one without a word. A second, empty file beside the first
//! says that it is being made; it is there before the first and goes when that has been filled.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use crate::OpenError;

/// Makes the file if there is none, and says whether it is still without a byte. One that is
/// without, although nobody is making it, is refused.
pub(crate) fn begin(path: &Path) -> Result<bool, OpenError> {
    let marker = marker(path);
    if !path.try_exists().map_err(OpenError::File)? {
        make(&marker).map_err(OpenError::File)?;
    }
    let file = match OpenOptions::new().read(true).write(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => make(path),
        opened => opened,
    }
    .map_err(OpenError::File)?;
    // In this order: whoever takes the marker away has filled the file before.
    let is_being_made = marker.try_exists().map_err(OpenError::File)?;
    let is_empty = file.metadata().map_err(OpenError::File)?.len() == 0;
    if is_empty && !is_being_made {
        return Err(OpenError::Empty);
    }
    Ok(is_empty)
}

/// Says that the file is filled.
pub(crate) fn finish(path: &Path) -> Result<(), OpenError> {
    match fs::remove_file(marker(path)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(OpenError::File(error)),
        _ => Ok(()),
    }
}

fn marker(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-new");
    name.into()
}

/// Makes a file that only its owner can read, unless it is there.
fn make(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
