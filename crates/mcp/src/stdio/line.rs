//! Lines of a bounded length, from a reader that may stop anywhere.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt};

/// One line, or why there is none.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line without its end.
    Whole(Vec<u8>),
    /// A line longer than the limit; it has been skipped to its end.
    TooLong,
    /// The input has ended.
    End,
}

/// Reads lines. Waiting for the next one may be given up and taken up again: what has been read
/// of it stays here.
pub(super) struct Lines<R> {
    input: R,
    limit: usize,
    begun: Vec<u8>,
    too_long: bool,
}

impl<R: AsyncBufRead + Unpin> Lines<R> {
    /// Lines of `input` of at most `limit` bytes.
    pub(super) fn new(input: R, limit: usize) -> Self {
        Self {
            input,
            limit,
            begun: Vec::new(),
            too_long: false,
        }
    }

    /// The next line.
    pub(super) async fn next(&mut self) -> io::Result<Line> {
        loop {
            let available = self.input.fill_buf().await?;
            if available.is_empty() {
                return Ok(if self.begun.is_empty() && !self.too_long {
                    Line::End
                } else {
                    self.take()
                });
            }
            let (piece, ends) = match available.iter().position(|byte| *byte == b'\n') {
                Some(end) => (available.get(..end).unwrap_or_default(), true),
                None => (available, false),
            };
            if self.begun.len() + piece.len() > self.limit {
                self.too_long = true;
                self.begun.clear();
            } else if !self.too_long {
                self.begun.extend_from_slice(piece);
            }
            let read = piece.len() + usize::from(ends);
            self.input.consume(read);
            if ends {
                return Ok(self.take());
            }
        }
    }

    fn take(&mut self) -> Line {
        let line = std::mem::take(&mut self.begun);
        if std::mem::take(&mut self.too_long) {
            Line::TooLong
        } else {
            Line::Whole(line)
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::BufReader;

    use super::*;

    #[tokio::test]
    async fn lines_are_cut_at_their_ends_and_bounded() {
        for buffer in [1, 3, 64] {
            let input: &[u8] = b"one\n\nlonger than eight\nlast";
            let mut lines = Lines::new(BufReader::with_capacity(buffer, input), 8);
            let mut read = Vec::new();
            loop {
                match lines.next().await.unwrap() {
                    Line::End => break,
                    line @ (Line::Whole(_) | Line::TooLong) => read.push(line),
                }
            }
            let whole = |text: &str| Line::Whole(text.as_bytes().to_vec());
            assert_eq!(
                read,
                [whole("one"), whole(""), Line::TooLong, whole("last")]
            );
        }
    }
}
