//! What a running server tells the commands beside it: the address it really listens on, and the
//! public URL it was started with.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Write},
    net::SocketAddr,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use vitalog_config::{Origin, Settings, sections::server::PublicUrl};

/// The note in the data folder. It holds no secret.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Running {
    listen: Option<SocketAddr>,
    public_url: Option<String>,
}

/// The note, taken away when the server stops. One that a killed server leaves behind is replaced
/// at the next start, and is at worst the last address that was right.
#[derive(Debug)]
pub(crate) struct RunningNote {
    path: PathBuf,
    text: String,
    /// Held as long as the server runs, so that another one on the same folder leaves the note
    /// alone.
    _lock: File,
}

impl Drop for RunningNote {
    fn drop(&mut self) {
        // Where there are no locks, another server may have put its own in this one's place.
        if fs::read_to_string(&self.path).is_ok_and(|text| text == self.text) {
            // A note that stays is read as an old one.
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn path(data: &Path) -> PathBuf {
    data.join("vitalog.running")
}

/// Leaves the note, unless another server on the same folder has left its own. Commands do without
/// it if it cannot be written.
pub(crate) fn leave(settings: &Settings, listen: SocketAddr) -> Option<RunningNote> {
    let note = Running {
        listen: Some(listen),
        public_url: settings
            .server
            .public_url
            .as_ref()
            .map(|url| url.as_str().to_owned()),
    };
    match write(path(&settings.data), &note) {
        Ok(Some(note)) => Some(note),
        Ok(None) => {
            tracing::warn!(
                "another server runs on this data folder; commands print its address, not this one's"
            );
            None
        }
        Err(error) => {
            tracing::debug!("cannot leave a note of the address: {error}");
            None
        }
    }
}

/// Writes the note; `None` if the one that is there belongs to a server that runs.
fn write(path: PathBuf, note: &Running) -> io::Result<Option<RunningNote>> {
    let text = serde_json::to_string(note)?;
    let mut file = open(&path)?;
    // Elsewhere a lock would keep readers out as well.
    if cfg!(unix) && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Ok(None);
    }
    file.set_len(0)?;
    file.write_all(text.as_bytes())?;
    Ok(Some(RunningNote {
        path,
        text,
        _lock: file,
    }))
}

/// Opens the file, which is made if there is none, for its owner alone.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    #[cfg(unix)]
    {
        // A version before this one left it open to others.
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(fs::Permissions::from_mode(0o600))?;
    }
    Ok(file)
}

/// The address that a running server says it listens on. A killed one's note stays behind.
pub(crate) fn address(data: &Path) -> Option<SocketAddr> {
    read(data).listen
}

/// The note of the running server; an empty one if there is none that can be read.
fn read(data: &Path) -> Running {
    fs::read_to_string(path(data))
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

/// The address the server is reached at, and whether the world can reach it there: as set, else
/// as the running server says, else where it would listen.
pub(crate) fn base_url(settings: &Settings) -> (String, bool) {
    if let Some(url) = &settings.server.public_url {
        return (url.as_str().to_owned(), url.is_secure());
    }
    let note = read(&settings.data);
    if let Some(url) = note.public_url.as_deref().and_then(PublicUrl::parse) {
        return (url.as_str().to_owned(), url.is_secure());
    }
    let set = settings.origin("server.listen") != Origin::Default;
    let listen = note
        .listen
        .filter(|_| !set)
        .unwrap_or(settings.server.listen);
    let host = if listen.ip().is_unspecified() {
        "127.0.0.1".to_owned()
    } else if listen.is_ipv6() {
        format!("[{}]", listen.ip())
    } else {
        listen.ip().to_string()
    };
    (format!("http://{host}:{}", listen.port()), false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(port: u16) -> Running {
        Running {
            listen: Some(SocketAddr::from(([127, 0, 0, 1], port))),
            public_url: None,
        }
    }

    fn left(path: &Path) -> Option<Running> {
        serde_json::from_str(&fs::read_to_string(path).ok()?).ok()
    }

    #[test]
    fn the_note_of_a_server_that_runs_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = path(folder.path());
        let first = write(path.clone(), &note(1)).unwrap().unwrap();
        let second = write(path.clone(), &note(2)).unwrap();
        if cfg!(unix) {
            assert!(second.is_none());
            drop(second);
            assert_eq!(left(&path), Some(note(1)));
        }
        drop(first);
        assert!(!path.exists());
    }

    #[test]
    fn the_note_of_a_server_that_was_killed_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = path(folder.path());
        fs::write(&path, "an older and a good deal longer text ".repeat(9)).unwrap();
        let mine = write(path.clone(), &note(2)).unwrap().unwrap();
        assert_eq!(left(&path), Some(note(2)));
        drop(mine);
        assert!(!path.exists());
    }

    #[test]
    fn a_note_that_another_put_in_its_place_is_not_taken_away() {
        let folder = tempfile::tempdir().unwrap();
        let path = path(folder.path());
        let mine = write(path.clone(), &note(1)).unwrap().unwrap();
        fs::remove_file(&path).unwrap();
        let others = serde_json::to_string(&note(2)).unwrap();
        fs::write(&path, &others).unwrap();
        drop(mine);
        assert_eq!(left(&path), Some(note(2)));
    }

    #[test]
    fn the_note_is_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = path(folder.path());
        fs::write(&path, "").unwrap();
        let _mine = write(path.clone(), &note(1)).unwrap().unwrap();
        let others = crate::data_folder::open_to_others(&path).unwrap();
        assert!(matches!(others, None | Some(0)));
    }
}
