//! Who listens at the server's address.

use std::{
    io::{self, ErrorKind, Read, Write},
    net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream},
    path::Path,
    time::Duration,
};

use super::{Finding, State};
use crate::running;

/// How long a server that listens may take to say that it is one.
const PATIENCE: Duration = Duration::from_secs(2);

/// Whether the address is free, or this folder's server, or another one, has it.
pub(super) fn check(data: &Path, address: SocketAddr) -> Finding {
    // It may listen elsewhere than these settings say: its command line is its own.
    if let Some(other) = running::address(data).filter(|other| *other != address)
        && is_vitalog(other).unwrap_or(false)
    {
        return Finding::new(State::Ok, "listen", format!("a server runs on {other}"));
    }
    match TcpListener::bind(address) {
        Ok(_) => Finding::new(State::Ok, "listen", format!("{address} is free")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            if is_vitalog(address).unwrap_or(false) {
                return Finding::new(State::Ok, "listen", format!("vitalog runs on {address}"));
            }
            Finding::new(
                State::Warn,
                "listen",
                format!("{address} is taken by another program"),
            )
            .advise("Choose another address with VITALOG_SERVER__LISTEN.")
        }
        Err(error) => Finding::new(
            State::Fail,
            "listen",
            format!("cannot listen on {address}: {error}"),
        )
        .advise("Choose another address with VITALOG_SERVER__LISTEN."),
    }
}

/// Asks whoever listens whether it is alive in our words.
fn is_vitalog(mut address: SocketAddr) -> io::Result<bool> {
    // Not every system takes "any address" for its own.
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut reply = String::new();
    stream.take(4096).read_to_string(&mut reply)?;
    Ok(reply.starts_with("HTTP/1.1 200") && reply.ends_with("\r\n\r\nok"))
}

#[cfg(test)]
mod tests {
    use std::{fs, thread};

    use super::*;

    const ALIVE: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    fn any_port() -> TcpListener {
        TcpListener::bind("127.0.0.1:0").unwrap()
    }

    fn found(note: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("vitalog.running"), note).unwrap();
        let finding = check(folder.path(), "127.0.0.1:0".parse().unwrap());
        assert_eq!(finding.state, State::Ok);
        finding.text
    }

    #[test]
    fn the_folders_server_is_named_wherever_it_listens() {
        let server = any_port();
        let address = server.local_addr().unwrap();
        let answering = thread::spawn(move || {
            let (mut stream, _) = server.accept().unwrap();
            let mut request = [0; 1024];
            assert_ne!(stream.read(&mut request).unwrap(), 0);
            stream.write_all(ALIVE).unwrap();
        });
        let text = found(&format!(r#"{{"listen":"{address}","public_url":null}}"#));
        assert_eq!(text, format!("a server runs on {address}"));
        answering.join().unwrap();
    }

    #[test]
    fn a_note_that_no_server_stands_behind_counts_for_nothing() {
        let gone = any_port().local_addr().unwrap();
        for note in [
            format!(r#"{{"listen":"{gone}","public_url":null}}"#),
            r#"{"listen":null}"#.to_owned(),
            "half a no".to_owned(),
        ] {
            assert_eq!(found(&note), "127.0.0.1:0 is free", "{note}");
        }
    }
}
