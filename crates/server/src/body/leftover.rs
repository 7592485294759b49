//! What nobody wanted of a body.
//!
//! A sender whose connection is closed while it still writes sees a broken connection and never
//! reads the refusal. Whatever a handler leaves of a body, at whichever door and for whichever
//! reason, is therefore read and dropped before the reply goes out, within bounds.

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::{body::Body, extract::Request, response::Response};
use bytes::Bytes;
use http::header;
use http_body_util::BodyExt;
use hyper::body::{Frame, SizeHint};
use tokio::{
    sync::oneshot,
    time::{Instant, timeout_at},
};

/// So much is read; a week of every metric is a quarter of it.
const MOST_BYTES: usize = 64 * 1024 * 1024;
/// It is read for so long at most.
const WHOLE: Duration = Duration::from_secs(10);
/// A sender that pauses for so long waits for the reply, or for nothing.
const IDLE: Duration = Duration::from_secs(3);

/// Answers a request, and reads what is left of its body.
pub(crate) async fn drain_leftovers<F: Future<Output = Response>>(
    request: Request,
    answer: impl FnOnce(Request) -> F,
) -> Response {
    let asks_first = request.headers().contains_key(header::EXPECT);
    let (back, mut returned) = oneshot::channel();
    let request = request.map(|body| {
        Body::new(Loan {
            body: Some(body),
            was_read: false,
            back: Some(back),
        })
    });
    let response = answer(request).await;
    // There is nothing to receive if the body was read to its end.
    if let Ok(left) = returned.try_recv() {
        // A sender that asks first waits for leave to send, which it got if someone began to read.
        if left.was_read || !asks_first {
            drain(left.body).await;
        }
    }
    response
}

async fn drain(mut body: Body) {
    let deadline = Instant::now() + WHOLE;
    let mut left = MOST_BYTES;
    loop {
        let until = deadline.min(Instant::now() + IDLE);
        // Whether it ends by itself, by an error or by the clock is the same to us.
        let Ok(Some(Ok(frame))) = timeout_at(until, body.frame()).await else {
            return;
        };
        let bytes = frame.data_ref().map_or(0, Bytes::len);
        if bytes > left {
            return;
        }
        left -= bytes;
    }
}

/// A body that goes back where it came from when it is dropped before its end.
struct Loan {
    body: Option<Body>,
    was_read: bool,
    back: Option<oneshot::Sender<Leftover>>,
}

struct Leftover {
    body: Body,
    was_read: bool,
}

impl hyper::body::Body for Loan {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.was_read = true;
        let Some(body) = &mut self.body else {
            return Poll::Ready(None);
        };
        let polled = Pin::new(body).poll_frame(context);
        if matches!(polled, Poll::Ready(None | Some(Err(_)))) {
            self.body = None;
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        let ended = SizeHint::with_exact(0);
        self.body.as_ref().map_or(ended, Body::size_hint)
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        if let (Some(body), Some(back)) = (self.body.take(), self.back.take())
            && !hyper::body::Body::is_end_stream(&body)
        {
            // Nobody waits for it if the request itself was given up.
            let _ = back.send(Leftover {
                body,
                was_read: self.was_read,
            });
        }
    }
}
