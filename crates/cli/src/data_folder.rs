//! The folder that holds the database, its key and the settings file.

use std::{fs, io, path::Path};

use crate::{failure::Failure, key_file};

/// Makes the folder if it is not there, for its owner alone.
pub(crate) fn ensure(folder: &Path) -> Result<(), Failure> {
    make(folder).map_err(|error| {
        Failure::failed(format!(
            "cannot make the data folder {}: {error}",
            folder.display()
        ))
        .advise("Choose another one with --data or VITALOG_DATA.")
    })
}

/// Warns if others on this machine can look into the folder or at the key. It may be wanted, as on
/// a volume whose permissions are fixed, so that nothing is refused.
pub(crate) fn warn_if_open(folder: &Path) {
    let key = key_file::path(folder);
    let seal = key_file::seal_path(folder);
    for (what, path, mode) in [
        ("data folder", folder, 700),
        ("key file", &key, 600),
        ("key file", &seal, 600),
    ] {
        // A path that cannot be looked at, as a key file that is not there, is nobody's to read.
        if matches!(open_to_others(path), Ok(Some(1..))) {
            let path = path.display();
            tracing::warn!(
                "the {what} {path} is open to other users of this machine; close it with: chmod \
                 {mode} '{path}'"
            );
        }
    }
}

/// Makes a folder for its owner alone in one that is there.
pub(crate) fn make_within(folder: &Path) -> io::Result<()> {
    let parent = folder.parent().unwrap_or(Path::new(""));
    if !parent.as_os_str().is_empty() {
        fs::metadata(parent)?;
    }
    make(folder)
}

/// Makes a folder for its owner alone, and those it lies in.
#[cfg(unix)]
pub(crate) fn make(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;

    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
}

/// Makes a folder for its owner alone, and those it lies in.
#[cfg(not(unix))]
pub(crate) fn make(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// What of a file's or folder's permissions others than its owner have, in octal; `None` where
/// the system has no such permissions.
#[cfg(unix)]
pub(crate) fn open_to_others(path: &Path) -> io::Result<Option<u32>> {
    use std::os::unix::fs::PermissionsExt;

    Ok(Some(fs::metadata(path)?.permissions().mode() & 0o077))
}

/// What of a file's or folder's permissions others than its owner have, in octal; `None` where
/// the system has no such permissions.
#[cfg(not(unix))]
pub(crate) fn open_to_others(path: &Path) -> io::Result<Option<u32>> {
    fs::metadata(path).map(|_| None)
}
