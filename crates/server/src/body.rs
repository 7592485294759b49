//! Reading a request's body without trusting its sender.

use std::{io, time::Duration};

use axum::body::Body;
use bytes::Bytes;
use futures::stream;
use http::{HeaderMap, header};
use http_body_util::BodyExt;
use tokio::time::{Instant, timeout, timeout_at};

/// A body that stands still for so long is given up. Phones on a poor network pause, but not so
/// long.
const IDLE: Duration = Duration::from_secs(20);
/// A body that is not whole after this long is given up, however steadily it drips.
const WHOLE: Duration = Duration::from_mins(2);
/// How long a body that nobody wants is read for.
const DRAIN: Duration = Duration::from_secs(10);

/// Why there is no body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BodyError {
    /// It has more bytes than are taken.
    TooLarge,
    /// It came too slowly.
    TooSlow,
    /// The sender went away, or broke the protocol.
    Broken,
}

/// The whole body, if it has at most `limit` bytes.
pub(crate) async fn read_whole(body: &mut Body, limit: usize) -> Result<Bytes, BodyError> {
    let deadline = Instant::now() + WHOLE;
    let mut whole: Vec<u8> = Vec::new();
    loop {
        let until = deadline.min(Instant::now() + IDLE);
        let Some(frame) = timeout_at(until, body.frame())
            .await
            .map_err(|_| BodyError::TooSlow)?
        else {
            return Ok(whole.into());
        };
        let frame = frame.map_err(|_| BodyError::Broken)?;
        if let Some(data) = frame.data_ref() {
            if whole.len() + data.len() > limit {
                return Err(BodyError::TooLarge);
            }
            whole.extend_from_slice(data);
        }
    }
}

/// The same body, which breaks off where it stands still for too long.
pub(crate) fn impatient(body: Body) -> Body {
    Body::from_stream(stream::unfold(Some(body), |body| async {
        let mut body = body?;
        match timeout(IDLE, body.frame()).await {
            Ok(Some(Ok(frame))) => Some((Ok(frame.into_data().unwrap_or_default()), Some(body))),
            Ok(Some(Err(error))) => Some((Err(error), None)),
            Ok(None) => None,
            Err(_) => Some((
                Err(axum::Error::new(io::Error::from(io::ErrorKind::TimedOut))),
                None,
            )),
        }
    }))
}

/// Reads and drops what is left of a body, up to `limit` bytes. A sender whose connection is
/// closed while it still writes sees a broken connection and never reads the refusal.
pub(crate) async fn drain(headers: &HeaderMap, body: &mut Body, limit: usize) {
    // Such a sender waits for leave to send and reads the refusal instead.
    if headers.contains_key(header::EXPECT) {
        return;
    }
    let mut left = limit;
    let reading = async {
        while let Some(Ok(frame)) = body.frame().await {
            let bytes = frame.data_ref().map_or(0, Bytes::len);
            if bytes > left {
                break;
            }
            left -= bytes;
        }
    };
    // Whether it ends by itself or by the clock is the same to us.
    let _ = timeout(DRAIN, reading).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_chunks(chunks: &'static [&'static str]) -> Body {
        Body::from_stream(stream::iter(
            chunks.iter().map(|chunk| Ok::<_, std::io::Error>(*chunk)),
        ))
    }

    #[tokio::test]
    async fn a_body_of_exactly_the_limit_is_taken_and_one_byte_more_is_not() {
        let whole = read_whole(&mut in_chunks(&["abc", "de"]), 5).await;
        assert_eq!(whole.as_deref(), Ok(b"abcde".as_slice()));
        let whole = read_whole(&mut in_chunks(&["abc", "def"]), 5).await;
        assert_eq!(whole, Err(BodyError::TooLarge));
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_stands_still_is_given_up() {
        let mut body = Body::from_stream(stream::pending::<Result<Bytes, std::io::Error>>());
        assert_eq!(read_whole(&mut body, 5).await, Err(BodyError::TooSlow));
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_drips_for_ever_is_given_up() {
        let drops = stream::unfold((), |()| async {
            tokio::time::sleep(Duration::from_secs(1)).await;
            Some((Ok::<_, std::io::Error>("x"), ()))
        });
        let started = Instant::now();
        let whole = read_whole(&mut Body::from_stream(drops), 1000).await;
        assert_eq!(whole, Err(BodyError::TooSlow));
        assert_eq!(started.elapsed(), WHOLE);
    }

    #[tokio::test]
    async fn a_body_that_breaks_off_is_not_taken_for_whole() {
        let parts = [Ok("abc"), Err(std::io::Error::other("reset"))];
        let mut body = Body::from_stream(stream::iter(parts));
        assert_eq!(read_whole(&mut body, 5).await, Err(BodyError::Broken));
    }
}
