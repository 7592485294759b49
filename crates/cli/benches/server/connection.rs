//! A connection that stays open, of as little work as can be: what the load generator takes, the
//! server lacks.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
};

/// One side of a conversation in HTTP/1.1, a request at a time.
pub(crate) struct Connection {
    stream: BufReader<TcpStream>,
    line: String,
    body: Vec<u8>,
}

impl Connection {
    /// Connects to the host and port of an origin.
    pub(crate) fn new(address: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Self {
            stream: BufReader::with_capacity(64 * 1024, stream),
            line: String::new(),
            body: Vec::new(),
        }
    }

    /// Sends a whole request.
    pub(crate) fn send(&mut self, request: &[u8]) {
        self.stream.get_mut().write_all(request).unwrap();
    }

    /// Waits for the reply, which must be a good one, and gives back its body.
    pub(crate) fn receive(&mut self) -> &[u8] {
        let status = self.read_line();
        assert!(status.starts_with("HTTP/1.1 200"), "{status}");
        let (mut length, mut is_chunked) = (0, false);
        loop {
            let field = self.read_line().to_ascii_lowercase();
            if field.is_empty() {
                break;
            }
            if let Some(value) = field.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            is_chunked |= field.starts_with("transfer-encoding:");
        }
        self.body.clear();
        if is_chunked {
            loop {
                let size = usize::from_str_radix(self.read_line(), 16).unwrap();
                self.read_more(size);
                self.read_line();
                if size == 0 {
                    break;
                }
            }
        } else {
            self.read_more(length);
        }
        &self.body
    }

    fn read_line(&mut self) -> &str {
        self.line.clear();
        self.stream.read_line(&mut self.line).unwrap();
        self.line.trim_end()
    }

    fn read_more(&mut self, length: usize) {
        let start = self.body.len();
        self.body.resize(start + length, 0);
        self.stream.read_exact(&mut self.body[start..]).unwrap();
    }
}
