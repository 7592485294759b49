//! One exchange on a socket of its own, byte for byte: a client library would mend what a hostile
//! sender sends, or not send it at all.

use std::{
    io::{Read, Write},
    net::{Shutdown, TcpStream},
    thread,
    time::Duration,
};

/// Longer than the server waits for a body that stands still.
const PATIENCE: Duration = Duration::from_secs(40);

/// Among the edits of a head: the sender ends its side of the connection after the body.
pub(super) const HALF_CLOSE: &str = "!half-close";

/// What came back.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) body: String,
}

/// A request before it is sent. Its head is that of an honest sender but for the edits.
pub(super) struct Request {
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    half_close: bool,
}

impl Request {
    pub(super) fn post(path: &str, headers: &[(&str, &str)], body: Vec<u8>) -> Self {
        let mut all = vec![("Content-Length".to_owned(), body.len().to_string())];
        for (name, value) in headers {
            all.push(((*name).to_owned(), (*value).to_owned()));
        }
        Self {
            method: "POST".to_owned(),
            path: path.to_owned(),
            headers: all,
            body,
            half_close: false,
        }
    }

    /// Changes the first line: a method, a path, or both.
    pub(super) fn aim(mut self, method: &str, path: &str) -> Self {
        method.clone_into(&mut self.method);
        path.clone_into(&mut self.path);
        self
    }

    /// Changes the head: `-Name` takes a header away, `Name: value` replaces it, `+Name: value`
    /// adds one beside it.
    pub(super) fn edit(mut self, edit: &str) -> Self {
        if edit == HALF_CLOSE {
            self.half_close = true;
            return self;
        }
        if let Some(gone) = edit.strip_prefix('-') {
            self.headers
                .retain(|(name, _)| !name.eq_ignore_ascii_case(gone));
            return self;
        }
        let added = edit.strip_prefix('+');
        let (name, value) = added.unwrap_or(edit).split_once(": ").unwrap();
        if added.is_none() {
            self.headers
                .retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        }
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Sends it and waits for the whole answer.
    pub(super) fn send(&self, address: &str) -> Result<Answer, String> {
        let lines = self
            .headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"));
        let head = format!(
            "{} {} HTTP/1.1\r\n{}Connection: close\r\n\r\n",
            self.method,
            self.path,
            lines.collect::<Vec<_>>().concat()
        );
        exchange(address, head.as_bytes(), &self.body, self.half_close)
    }
}

pub(super) fn exchange(
    address: &str,
    head: &[u8],
    body: &[u8],
    half_close: bool,
) -> Result<Answer, String> {
    let mut stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_nodelay(true).unwrap();
    let mut answer = Vec::new();
    thread::scope(|scope| {
        let mut sending = stream.try_clone().unwrap();
        // The answer may come, and the connection end, while the body is still under way.
        scope.spawn(move || {
            let _ = sending
                .write_all(head)
                .and_then(|()| sending.write_all(body));
            if half_close {
                let _ = sending.shutdown(Shutdown::Write);
            }
        });
        let read = stream.read_to_end(&mut answer);
        let _ = stream.shutdown(Shutdown::Both);
        match read {
            Err(error) if answer.is_empty() => Err(format!("no answer: {error}")),
            _ => Ok(()),
        }
    })?;
    let text = String::from_utf8_lossy(&answer);
    let (head, body) = text
        .split_once("\r\n\r\n")
        .ok_or_else(|| format!("half an answer: {text}"))?;
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .ok_or_else(|| format!("an answer without status: {text}"))?;
    Ok(Answer {
        status,
        head: head.to_ascii_lowercase(),
        body: body.to_owned(),
    })
}
