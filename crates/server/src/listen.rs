//! Running the router on a socket.

use std::{convert::Infallible, io, pin::pin, sync::Arc, time::Duration};

use axum::{Router, response::Response};
use futures::{FutureExt, future::BoxFuture};
use http::Request;
use hyper::{body::Incoming, server::conn::http1, service::Service};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::{GracefulShutdown, Watcher},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use tokio_util::task::TaskTracker;

use crate::{App, reply, route::Route, router};

/// How long requests under way may take to end after the signal to stop.
const GRACE: Duration = Duration::from_secs(10);
/// How long a connection may take over the head of a request, and may stand idle between two.
const HEAD: Duration = Duration::from_secs(75);
/// A request's head, and the piece of a body that is read at once.
const HEAD_BYTES: usize = 64 * 1024;
const MOST_HEADERS: usize = 100;
/// Connections served at a time; further ones wait.
const MOST_CONNECTIONS: usize = 1024;
/// The wait after a failed accept, which mostly means that the process is out of file handles.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// Serves the application until `stop` is done, then ends requests under way, within ten seconds.
/// A push that has arrived is stored before this returns.
///
/// # Errors
///
/// None today; a listener that fails is tried again.
pub async fn listen(
    listener: TcpListener,
    app: App,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let tasks = app.tasks.clone();
    let mcp = app.mcp.clone();
    let router = router(app);
    let graceful = GracefulShutdown::new();
    let connections = TaskTracker::new();
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut stop = pin!(stop);
    loop {
        let next = async {
            let place = places.clone().acquire_owned().await;
            (place, listener.accept().await)
        };
        tokio::select! {
            () = &mut stop => break,
            (place, accepted) = next => match (place, accepted) {
                (Ok(place), Ok((stream, _))) => {
                    let service = PushesInTasks {
                        router: TowerToHyperService::new(router.clone()),
                        tasks: tasks.clone(),
                    };
                    connections.spawn(serve(stream, service, graceful.watcher(), place));
                }
                (_, Err(_)) | (Err(_), _) => tokio::time::sleep(ACCEPT_PAUSE).await,
            },
        }
    }
    drop(listener);
    tasks.close();
    let ended = async {
        graceful.shutdown().await;
        tasks.wait().await;
        mcp.finish_writes().await;
    };
    if timeout(GRACE, ended).await.is_err() {
        tracing::warn!("stopped with requests under way");
    }
    Ok(())
}

async fn serve(
    stream: TcpStream,
    service: PushesInTasks,
    watcher: Watcher,
    place: OwnedSemaphorePermit,
) {
    // Small replies must not wait for the peer's acknowledgement of the one before.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!("cannot set TCP_NODELAY: {error}");
    }
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(HEAD_BYTES)
        .max_headers(MOST_HEADERS)
        .serve_connection(TokioIo::new(stream), service);
    // A peer that goes away, or speaks something else, is no concern of ours.
    if let Err(error) = watcher.watch(connection).await {
        tracing::debug!(timed_out = error.is_timeout(), "a connection ended early");
    }
    drop(place);
}

/// The router, with each push answered in a task of its own. A request's future is dropped when
/// its sender hangs up, which is right for a question; a push that has arrived is stored all the
/// same. The task begins with the request, because a sender that hangs up at once is noticed
/// before the future is first looked at.
struct PushesInTasks {
    router: TowerToHyperService<Router>,
    tasks: TaskTracker,
}

impl Service<Request<Incoming>> for PushesInTasks {
    type Response = Response;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response, Infallible>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let is_push = matches!(Route::of(request.uri().path()), Route::Ingest(_));
        let answering = self.router.call(request);
        if !is_push {
            return answering.boxed();
        }
        let task = self.tasks.spawn(answering);
        async move { task.await.unwrap_or_else(|_| Ok(reply::fault())) }.boxed()
    }
}
