//! The address of this machine that a browser comes back to.

use std::{
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::timeout,
};
use url::{Host, Url, form_urlencoded};

use super::too_late;
use crate::failure::Failure;

/// The longest head of a request.
const LONGEST_HEAD: usize = 16 * 1024;
/// How long a request may take to arrive.
const SLOWEST_HEAD: Duration = Duration::from_secs(5);

const DONE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Vitalog</title>\
    <p>The answer is with Vitalog. You can close this page; the terminal says whether it is \
    connected.</p></html>";
const FOREIGN: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Vitalog</title>\
    <p>This is not the answer that Vitalog waits for.</p></html>";
const NOWHERE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Vitalog</title>\
    <p>There is nothing here.</p></html>";

/// Waits for a browser on the loopback addresses.
pub(super) struct Listener {
    first: TcpListener,
    /// `localhost` may mean either.
    second: Option<TcpListener>,
    path: String,
}

/// Whether an address is one of this machine, in plain HTTP.
pub(super) fn is_here(url: &Url) -> bool {
    let loopback = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    url.scheme() == "http" && loopback
}

impl Listener {
    /// Listens where this address leads; `None` if that is elsewhere, or somebody else is there.
    pub(super) async fn at(url: &Url) -> Option<Self> {
        if !is_here(url) {
            return None;
        }
        let port = url.port_or_known_default()?;
        let four = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let six = SocketAddr::from((Ipv6Addr::LOCALHOST, port));
        let (first, second) = match url.host() {
            Some(Host::Ipv6(_)) => (six, None),
            Some(Host::Ipv4(_)) => (four, None),
            Some(Host::Domain(_)) | None => (four, Some(six)),
        };
        let first = TcpListener::bind(first).await.ok()?;
        let second = match second {
            // Not every machine has it.
            Some(address) => TcpListener::bind(address).await.ok(),
            None => None,
        };
        Some(Self {
            first,
            second,
            path: url.path().to_owned(),
        })
    }

    /// The query that the browser comes back with, once it is that of the state. Anybody's page can
    /// make a browser ask for anything here, which ends nothing.
    pub(super) async fn answer(self, state: &str, patience: Duration) -> Result<String, Failure> {
        let waiting = async {
            loop {
                let stream = self.next().await;
                if let Some(mut stream) = stream
                    && let Some(query) = self.take(&mut stream, state).await
                {
                    return query;
                }
            }
        };
        timeout(patience, waiting).await.map_err(|_| too_late())
    }

    async fn next(&self) -> Option<TcpStream> {
        let second = async {
            match &self.second {
                Some(listener) => listener.accept().await,
                None => std::future::pending().await,
            }
        };
        let accepted = tokio::select! {
            accepted = self.first.accept() => accepted,
            accepted = second => accepted,
        };
        accepted.ok().map(|(stream, _)| stream)
    }

    /// Answers one request; gives back its query if it is the one that is waited for.
    async fn take(&self, stream: &mut TcpStream, state: &str) -> Option<String> {
        let head = timeout(SLOWEST_HEAD, read_head(stream)).await.ok()??;
        let target = head.strip_prefix("GET ")?.split(' ').next()?;
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let is_place = path == self.path && !query.is_empty();
        let mut members = form_urlencoded::parse(query.as_bytes());
        let is_it = is_place && members.any(|(name, value)| name == "state" && value == state);
        let (status, page) = match (is_it, is_place) {
            (true, _) => ("200 OK", DONE),
            (false, true) => ("400 Bad Request", FOREIGN),
            (false, false) => ("404 Not Found", NOWHERE),
        };
        let reply = format!(
            "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\
             Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n{page}",
            page.len()
        );
        // The answer counts, whether or not the browser shows a page.
        let _ = stream.write_all(reply.as_bytes()).await;
        let _ = stream.shutdown().await;
        is_it.then(|| query.to_owned())
    }
}

async fn read_head(stream: &mut TcpStream) -> Option<String> {
    let mut head = Vec::new();
    let mut part = [0; 1024];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let read = stream.read(&mut part).await.ok()?;
        if read == 0 || head.len() > LONGEST_HEAD {
            return None;
        }
        head.extend_from_slice(part.get(..read)?);
    }
    String::from_utf8(head).ok()
}
