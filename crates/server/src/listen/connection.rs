//! One connection, from its first byte to its last.

use std::{
    convert::Infallible,
    net::IpAddr,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use axum::{Router, body::Body, response::Response};
use bytes::Bytes;
use futures::{FutureExt, future::BoxFuture};
use http::Request;
use hyper::{
    body::{Frame, Incoming, SizeHint},
    server::conn::http1,
    service::Service,
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::TcpStream,
    time::{sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::seats::{Kept, Seat};
use crate::{limits::Peer, reply, route::Route};

/// How long a new connection may take until it has made its first request.
const FIRST_HEAD: Duration = Duration::from_secs(10);
/// How long a connection may take over the head of a later request, and may stand idle between two.
/// Proxies keep idle connections for up to two minutes; whoever closes first must be the one that
/// sends, or a request meets a connection that is just being closed.
const HEAD: Duration = Duration::from_secs(150);
/// How long what is written may take to leave when the server stops.
const FAREWELL: Duration = Duration::from_millis(250);
/// A request's head, and the piece of a body that is read at once.
const HEAD_BYTES: usize = 64 * 1024;
const MOST_HEADERS: usize = 100;

/// What connections share.
#[derive(Clone)]
pub(super) struct Shared {
    pub(super) router: Router,
    pub(super) tasks: TaskTracker,
    pub(super) stop: CancellationToken,
}

/// Serves a connection until it ends, its seat is needed, or the server stops.
pub(super) async fn serve(stream: TcpStream, from: IpAddr, shared: Shared, seat: Seat) {
    // Small replies must not wait for the peer's acknowledgement of the one before.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!("cannot set TCP_NODELAY: {error}");
    }
    let seat = Arc::new(seat);
    let service = PushesInTasks {
        router: TowerToHyperService::new(shared.router),
        tasks: shared.tasks,
        peer: Peer(from),
        seat: seat.clone(),
    };
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(HEAD_BYTES)
        .max_headers(MOST_HEADERS)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = in_the_way(&seat) => {
            if seat.waits() {
                return;
            }
            connection.as_mut().graceful_shutdown();
            connection.await
        }
        () = shared.stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            match timeout(FAREWELL, connection.as_mut()).await {
                Ok(ended) => ended,
                // A request that is half there is not waited for.
                Err(_) if seat.waits() => return,
                Err(_) => connection.await,
            }
        }
    };
    // A peer that goes away, or speaks something else, is no concern of ours.
    if let Err(error) = ended {
        tracing::debug!(timed_out = error.is_timeout(), "a connection ended early");
    }
}

/// Done when another one needs the seat, or when it was taken and not used.
async fn in_the_way(seat: &Seat) {
    let first_head_is_late = async {
        sleep(FIRST_HEAD).await;
        if seat.is_known() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = seat.needed() => {}
        () = first_head_is_late => {}
    }
}

/// The router, with each push answered in a task of its own. A request's future is dropped when
/// its sender hangs up, which is right for a question; a push that has arrived is stored all the
/// same. The task begins with the request, because a sender that hangs up at once is noticed
/// before the future is first looked at.
struct PushesInTasks {
    router: TowerToHyperService<Router>,
    tasks: TaskTracker,
    peer: Peer,
    seat: Arc<Seat>,
}

impl Service<Request<Incoming>> for PushesInTasks {
    type Response = Response;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response, Infallible>>;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(self.peer);
        let kept = self.seat.keep();
        let is_push = matches!(Route::of(request.uri().path()), Route::Ingest(_));
        let answering = self.router.call(request);
        let answer = if is_push {
            let task = self.tasks.spawn(answering);
            async move { task.await.unwrap_or_else(|_| Ok(reply::fault())) }.boxed()
        } else {
            answering.boxed()
        };
        async move {
            let response = answer.await?;
            Ok(response.map(|body| Body::new(Sending { body, _kept: kept })))
        }
        .boxed()
    }
}

/// The body of a reply, which keeps the seat until it is sent.
struct Sending {
    body: Body,
    _kept: Kept,
}

impl hyper::body::Body for Sending {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
