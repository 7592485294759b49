//! The folder of a demonstration, gone when the server stops.

use std::{
    fs::{self, DirBuilder, File, Metadata},
    io,
    path::{Path, PathBuf},
};

use vitalog_core::Entropy;

use crate::failure::Failure;

/// What the folders' names begin with.
const PREFIX: &str = "vitalog-demo-";
/// Random bytes in a name.
const NAME_BYTES: usize = 8;
/// The file that tells a demonstration from a record. Its server holds a lock on it.
const MARKER: &str = "vitalog.demo";
/// What stands in it, for whoever finds it.
const TEXT: &str = "The record in this folder is invented, and removed when its server stops.\n";

/// The folder; removed when dropped.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// `None` at the very end, since some systems remove no file that is open.
    lock: Option<File>,
}

impl Folder {
    /// Makes a folder among the system's temporary ones, for its owner alone, and removes those
    /// that demonstrations left behind which were killed.
    pub(crate) fn make(entropy: &dyn Entropy) -> Result<Self, Failure> {
        let temporary = std::path::absolute(std::env::temp_dir());
        let made = temporary.and_then(|temporary| {
            let folder = Self::make_in(&temporary, entropy)?;
            folder.remove_others(&temporary)?;
            Ok(folder)
        });
        made.map_err(|error| {
            Failure::failed(format!(
                "cannot make a folder for the demonstration: {error}"
            ))
            .advise("It needs some 50 MB of temporary space; TMPDIR says where.")
        })
    }

    fn make_in(temporary: &Path, entropy: &dyn Entropy) -> io::Result<Self> {
        let mut name = [0; NAME_BYTES];
        entropy.fill(&mut name);
        let path = temporary.join(format!("{PREFIX}{}", hex::encode(name)));
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&path)?;
        let mut folder = Self { path, lock: None };
        // Locked before it has its name, so that nobody finds it without a lock meanwhile.
        let draft = folder.path.join("vitalog.demo.new");
        fs::write(&draft, TEXT)?;
        let marker = File::open(&draft)?;
        marker.try_lock()?;
        fs::rename(draft, folder.path.join(MARKER))?;
        folder.lock = Some(marker);
        Ok(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn remove_others(&self, temporary: &Path) -> io::Result<()> {
        let own = fs::symlink_metadata(&self.path)?;
        for entry in fs::read_dir(temporary)?.filter_map(Result::ok) {
            let path = entry.path();
            if path == self.path || !has_our_name(&path) {
                continue;
            }
            // What cannot be looked at or removed is in nobody's way.
            if is_left_behind(&path, &own).unwrap_or(false) && fs::remove_dir_all(&path).is_ok() {
                tracing::debug!("removed {}, which was left behind", path.display());
            }
        }
        Ok(())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.lock = None;
        if let Err(error) = fs::remove_dir_all(&self.path) {
            tracing::warn!(
                "cannot remove the demonstration's folder {}: {error}",
                self.path.display()
            );
        }
    }
}

/// Whether a data folder is a demonstration's.
pub(crate) fn is_demo(data: &Path) -> Result<bool, Failure> {
    if data.join(MARKER).exists() {
        return Ok(true);
    }
    if has_our_name(data) && !data.exists() {
        return Err(Failure::usage(format!(
            "the demonstration in {} has ended, and is gone",
            data.display()
        ))
        .advise("`vitalog serve --demo` starts another one."));
    }
    Ok(false)
}

fn has_our_name(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.and_then(|name| name.strip_prefix(PREFIX))
        .is_some_and(|rest| {
            rest.len() == NAME_BYTES * 2 && rest.bytes().all(|byte| byte.is_ascii_hexdigit())
        })
}

/// Whether the folder is of our user, and no server holds its marker. In a place where everybody
/// may write, anything may bear the name.
fn is_left_behind(path: &Path, own: &Metadata) -> io::Result<bool> {
    let folder = fs::symlink_metadata(path)?;
    if !folder.is_dir() || !same_owner(&folder, own) {
        return Ok(false);
    }
    let marker = path.join(MARKER);
    if !fs::symlink_metadata(&marker)?.is_file() {
        return Ok(false);
    }
    match File::open(marker)?.try_lock() {
        Ok(()) => Ok(true),
        Err(fs::TryLockError::WouldBlock) => Ok(false),
        Err(fs::TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(unix)]
fn same_owner(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;

    one.uid() == other.uid()
}

/// Elsewhere temporary folders are each user's own.
#[cfg(not(unix))]
fn same_owner(_: &Metadata, _: &Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::SystemEntropy;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn make(temporary: &Path) -> Folder {
        Folder::make_in(temporary, &SystemEntropy).unwrap()
    }

    #[test]
    fn folder_is_known_while_it_is_there_and_gone_afterwards() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = make(temporary.path());
        let path = folder.path().to_owned();
        assert!(is_demo(&path).unwrap());
        let others = crate::data_folder::open_to_others(&path).unwrap();
        assert!(matches!(others, None | Some(0)));
        drop(folder);
        assert!(names(temporary.path()).is_empty());
        let ended = is_demo(&path).unwrap_err();
        assert_eq!(ended.code, crate::failure::BAD_USAGE);
        assert!(ended.to_string().contains("has ended"), "{ended}");
        assert!(!is_demo(temporary.path()).unwrap());
        assert!(!is_demo(&temporary.path().join("vitalog-demo-of-mine")).unwrap());
    }

    #[test]
    fn only_what_a_killed_demonstration_left_is_removed() {
        let temporary = tempfile::tempdir().unwrap();
        let running = make(temporary.path());
        let mut killed = make(temporary.path());
        killed.lock = None;
        let unmarked = temporary.path().join("vitalog-demo-0123456789abcdef");
        let other = temporary.path().join("vitalog-demo-data");
        for folder in [&unmarked, &other] {
            fs::create_dir(folder).unwrap();
        }
        fs::write(other.join(MARKER), "").unwrap();
        let mine = make(temporary.path());
        mine.remove_others(temporary.path()).unwrap();
        for (path, stays) in [
            (running.path(), true),
            (killed.path(), false),
            (&unmarked, true),
            (&other, true),
            (mine.path(), true),
        ] {
            assert_eq!(path.exists(), stays, "{}", path.display());
        }
    }
}
