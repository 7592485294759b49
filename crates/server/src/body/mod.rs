//! Reading a request's body without trusting its sender.

mod leftover;

use std::{io, time::Duration};

use axum::body::Body;
use bytes::Bytes;
use futures::stream;
use http_body_util::BodyExt;
use hyper::body::Frame;
use tokio::time::{Instant, timeout_at};

pub(crate) use leftover::drain_leftovers;

/// A body that stands still for so long is given up. Phones on a poor network pause, but not so
/// long; and a phone that sends in the background waits for 30 seconds at most, in which it must
/// have read the refusal.
const IDLE: Duration = Duration::from_secs(12);
/// A body that is not whole after this long is given up, however steadily it drips.
const WHOLE: Duration = Duration::from_mins(2);

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
    while let Some(frame) = next_frame(body, deadline).await? {
        if let Some(data) = frame.data_ref() {
            if whole.len() + data.len() > limit {
                return Err(BodyError::TooLarge);
            }
            whole.extend_from_slice(data);
        }
    }
    Ok(whole.into())
}

/// The same body, which breaks off where it comes too slowly.
pub(crate) fn impatient(body: Body) -> Body {
    let deadline = Instant::now() + WHOLE;
    Body::from_stream(stream::unfold(Some(body), move |body| async move {
        let mut body = body?;
        match next_frame(&mut body, deadline).await {
            Ok(Some(frame)) => Some((Ok(frame.into_data().unwrap_or_default()), Some(body))),
            Ok(None) => None,
            Err(BodyError::TooSlow) => Some((Err(io::ErrorKind::TimedOut.into()), None)),
            Err(BodyError::Broken | BodyError::TooLarge) => {
                Some((Err(io::Error::from(io::ErrorKind::BrokenPipe)), None))
            }
        }
    }))
}

/// The next piece of a body, `None` at its end.
async fn next_frame(body: &mut Body, deadline: Instant) -> Result<Option<Frame<Bytes>>, BodyError> {
    let until = deadline.min(Instant::now() + IDLE);
    match timeout_at(until, body.frame()).await {
        Ok(Some(Ok(frame))) => Ok(Some(frame)),
        Ok(Some(Err(_))) => Err(BodyError::Broken),
        Ok(None) => Ok(None),
        Err(_) => Err(BodyError::TooSlow),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_chunks(chunks: &'static [&'static str]) -> Body {
        Body::from_stream(stream::iter(
            chunks.iter().map(|chunk| Ok::<_, std::io::Error>(*chunk)),
        ))
    }

    fn dripping() -> Body {
        Body::from_stream(stream::unfold((), |()| async {
            tokio::time::sleep(Duration::from_secs(1)).await;
            Some((Ok::<_, std::io::Error>("x"), ()))
        }))
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
        let started = Instant::now();
        assert!(impatient(body).collect().await.is_err());
        assert_eq!(started.elapsed(), IDLE);
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_drips_for_ever_is_given_up() {
        let started = Instant::now();
        let whole = read_whole(&mut dripping(), 1000).await;
        assert_eq!(whole, Err(BodyError::TooSlow));
        assert_eq!(started.elapsed(), WHOLE);
        let started = Instant::now();
        assert!(impatient(dripping()).collect().await.is_err());
        assert_eq!(started.elapsed(), WHOLE);
    }

    #[tokio::test]
    async fn a_body_that_breaks_off_is_not_taken_for_whole() {
        let parts = [Ok("abc"), Err(std::io::Error::other("reset"))];
        let mut body = Body::from_stream(stream::iter(parts));
        assert_eq!(read_whole(&mut body, 5).await, Err(BodyError::Broken));
    }
}
