//! What a running server tells the commands beside it: the address it really listens on, and the
//! public URL it was started with.

use std::{
    fs,
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
pub(crate) struct RunningNote(PathBuf);

impl Drop for RunningNote {
    fn drop(&mut self) {
        // A note that stays is read as an old one.
        let _ = fs::remove_file(&self.0);
    }
}

fn path(data: &Path) -> PathBuf {
    data.join("vitalog.running")
}

/// Leaves the note. Commands do without it if it cannot be written.
pub(crate) fn leave(settings: &Settings, listen: SocketAddr) -> RunningNote {
    let note = Running {
        listen: Some(listen),
        public_url: settings
            .server
            .public_url
            .as_ref()
            .map(|url| url.as_str().to_owned()),
    };
    let path = path(&settings.data);
    let written = serde_json::to_string(&note)
        .map_err(std::io::Error::from)
        .and_then(|text| fs::write(&path, text));
    if let Err(error) = written {
        tracing::debug!("cannot leave a note of the address: {error}");
    }
    RunningNote(path)
}

/// The address the server is reached at, and whether the world can reach it there: as set, else
/// as the running server says, else where it would listen.
pub(crate) fn base_url(settings: &Settings) -> (String, bool) {
    if let Some(url) = &settings.server.public_url {
        return (url.as_str().to_owned(), url.is_secure());
    }
    let note: Running = fs::read_to_string(path(&settings.data))
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
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
