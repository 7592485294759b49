//! The file that holds the key of the database.

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
    .advise("A key is 64 hexadecimal digits. Put back the file that belongs to the database."))
}

/// Makes a key and its file, unless another process is faster: then that one's key.
pub(crate) fn make(path: &Path, entropy: &dyn Entropy) -> Result<SecretString, Failure> {
    let mut bytes = [0; KEY_BYTES];
    entropy.fill(&mut bytes);
    let key = SecretString::from(hex::encode(bytes));
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
