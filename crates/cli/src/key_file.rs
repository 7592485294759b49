//! The files that hold keys: that of the database, and that of the seal of vendors' tokens.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use secrecy::{ExposeSecret, SecretString};
use vitalog_core::Entropy;

use crate::failure::Failure;

/// Bytes of a key; it is written as twice as many hexadecimal digits.
const KEY_BYTES: usize = 32;
/// Random bytes in the name of a draft.
const DRAFT_BYTES: usize = 8;

/// Where the key lies in a data folder.
pub(crate) fn path(data: &Path) -> PathBuf {
    data.join("vitalog.key")
}

/// Where the key lies that vendors' tokens are sealed with.
pub(crate) fn seal_path(data: &Path) -> PathBuf {
    data.join("vitalog-seal.key")
}

/// The key in the file, `None` if there is no file.
pub(crate) fn read(path: &Path) -> Result<Option<SecretString>, Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            let sentence = format!("cannot read the key file {}: {error}", path.display());
            return Err(Failure::failed(sentence)
                .advise("It must be readable by the user that runs vitalog."));
        }
    };
    let key = text.trim();
    if key.len() == KEY_BYTES * 2 && key.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Ok(Some(key.to_ascii_lowercase().into()));
    }
    Err(Failure::needs_person(format!(
        "the key file {} does not hold a key",
        path.display()
    ))
    .advise("A key is 64 hexadecimal digits. Put back the file that belongs to the record."))
}

/// Makes a key and its file, unless another process is faster: then that one's key.
pub(crate) fn make(path: &Path, entropy: &dyn Entropy) -> Result<SecretString, Failure> {
    let key = new_key(entropy);
    // A name of its own, so that what a killed process left behind is in nobody's way.
    let mut name = [0; DRAFT_BYTES];
    entropy.fill(&mut name);
    let draft = path.with_extension(format!("key.{}", hex::encode(name)));
    match place(&draft, path, key.expose_secret()) {
        Ok(()) => Ok(key),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            read(path)?.ok_or_else(|| {
                Failure::failed(format!(
                    "the key file {} vanished while it was read",
                    path.display()
                ))
            })
        }
        Err(error) => Err(Failure::failed(format!(
            "cannot make the key file {}: {error}",
            path.display()
        ))),
    }
}

fn new_key(entropy: &dyn Entropy) -> SecretString {
    let mut bytes = [0; KEY_BYTES];
    entropy.fill(&mut bytes);
    hex::encode(bytes).into()
}

/// Makes the key that is to follow the one in the file, and writes it beside it.
///
/// The database must be this process's alone, and open: then what an earlier change may have left
/// in the place fits nothing.
pub(crate) fn make_next(path: &Path, entropy: &dyn Entropy) -> io::Result<SecretString> {
    let key = new_key(entropy);
    let next = next_path(path);
    match fs::remove_file(&next) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => write_new(&next, key.expose_secret())?,
    }
    sync_folder(path)?;
    Ok(key)
}

/// The key that was to follow, if one was written whole. Whether it ever came into force shows
/// when it opens the database.
pub(crate) fn read_next(path: &Path) -> Option<SecretString> {
    read(&next_path(path)).ok().flatten()
}

/// Puts the key that was to follow in the place of the old one, in one step. The database must be
/// open with it.
pub(crate) fn adopt_next(path: &Path) -> io::Result<()> {
    match fs::rename(next_path(path), path) {
        // Another process was faster.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(()) => sync_folder(path),
    }
}

/// Where the key lies that is to follow the one in the file.
pub(crate) fn next_path(path: &Path) -> PathBuf {
    path.with_extension("key.new")
}

/// Writes the key beside its place and links it there, so that the file is never seen half
/// written and never replaces another.
fn place(draft: &Path, path: &Path, key: &str) -> io::Result<()> {
    write_new(draft, key)?;
    let linked = match fs::hard_link(draft, path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => write_new(path, key),
        linked => linked,
    };
    fs::remove_file(draft)?;
    linked?;
    sync_folder(path)
}

fn write_new(path: &Path, key: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let mut file = options.open(path)?;
    writeln!(file, "{key}")?;
    file.sync_all()
}

/// The key must outlive a power cut that the database outlives.
fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, thread};

    use super::*;
    use crate::{data_folder::open_to_others, system::SystemEntropy};

    #[test]
    fn processes_that_race_for_a_key_end_with_one() {
        let folder = tempfile::tempdir().unwrap();
        let place = path(folder.path());
        let keys: BTreeSet<String> = thread::scope(|scope| {
            let makers: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| make(&place, &SystemEntropy).unwrap()))
                .collect();
            makers
                .into_iter()
                .map(|maker| maker.join().unwrap().expose_secret().to_owned())
                .collect()
        });
        assert_eq!(keys.len(), 1);
        assert_eq!(
            read(&place).unwrap().unwrap().expose_secret(),
            keys.first().unwrap()
        );
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 1, "no draft is left");
    }

    #[test]
    fn a_key_file_is_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let place = path(folder.path());
        make(&place, &SystemEntropy).unwrap();
        assert!(matches!(open_to_others(&place).unwrap(), None | Some(0)));
    }

    #[test]
    fn the_next_key_takes_the_place_of_the_old_one_and_what_was_left_there_goes() {
        let folder = tempfile::tempdir().unwrap();
        let place = path(folder.path());
        let old = make(&place, &SystemEntropy).unwrap();
        for left in [None, Some("half a k"), Some(&*"ab".repeat(40))] {
            if let Some(left) = left {
                fs::write(next_path(&place), left).unwrap();
                assert!(read_next(&place).is_none(), "{left}");
            }
            let next = make_next(&place, &SystemEntropy).unwrap();
            let read_back = read_next(&place).unwrap();
            assert_eq!(read_back.expose_secret(), next.expose_secret());
            assert!(matches!(
                open_to_others(&next_path(&place)).unwrap(),
                None | Some(0)
            ));
            assert_ne!(next.expose_secret(), old.expose_secret());
            adopt_next(&place).unwrap();
            assert!(read_next(&place).is_none());
            assert_eq!(
                read(&place).unwrap().unwrap().expose_secret(),
                next.expose_secret()
            );
            // A second process that finishes the same change finds it done.
            adopt_next(&place).unwrap();
        }
    }

    #[test]
    fn a_file_without_a_key_is_never_taken_for_one() {
        let folder = tempfile::tempdir().unwrap();
        let place = path(folder.path());
        assert!(read(&place).unwrap().is_none());
        for text in ["", "abc", &"g".repeat(64), &"a".repeat(63)] {
            fs::write(&place, text).unwrap();
            assert_eq!(
                read(&place).unwrap_err().code,
                crate::failure::NEEDS_PERSON,
                "{text}"
            );
        }
    }
}
