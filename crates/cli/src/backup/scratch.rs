//! A folder for what is not finished. It is locked while somebody works in it; what a program left
//! there that was killed is thrown away by the next.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use crate::{data_folder, failure::Failure};

/// The file within that says whose folder this is, and is locked.
const MARKER: &str = "UNFINISHED";

/// The folder; removed when dropped.
pub(super) struct Scratch {
    folder: PathBuf,
    _lock: File,
}

impl Scratch {
    /// Makes the folder beside a file.
    pub(super) fn beside(place: &Path) -> Result<Self, Failure> {
        let mut folder = place.as_os_str().to_owned();
        folder.push(".unfinished");
        let folder = PathBuf::from(folder);
        let shown = folder.display();
        let cannot = |error: io::Error| Failure::failed(format!("cannot make {shown}: {error}"));
        if folder.exists() {
            if !folder.join(MARKER).exists() {
                return Err(Failure::usage(format!("{shown} is in the way"))
                    .advise("Move it away, or choose another name."));
            }
            let lock = lock(&folder.join(MARKER), false)?;
            fs::remove_dir_all(&folder).map_err(cannot)?;
            drop(lock);
        }
        data_folder::make_within(&folder).map_err(cannot)?;
        let lock = lock(&folder.join(MARKER), true)?;
        Ok(Self {
            folder,
            _lock: lock,
        })
    }

    /// A path within.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The next one throws away what stays.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn lock(path: &Path, make: bool) -> Result<File, Failure> {
    let shown = path.display();
    let cannot = |error: io::Error| Failure::failed(format!("cannot lock {shown}: {error}"));
    let file = File::options()
        .read(true)
        .write(true)
        .create(make)
        .truncate(false)
        .open(path)
        .map_err(cannot)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Failure::failed(
            "another vitalog is at work on the same file",
        )
        .advise("Wait for it to end.")),
        Err(TryLockError::Error(error)) => Err(cannot(error)),
    }
}
