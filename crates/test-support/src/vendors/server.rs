//! A fake on a port of its own.

use std::{future::Future, io, net::SocketAddr, sync::Arc};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::State,
};
use http::{Request, Response};
use tokio::{net::TcpListener, task::JoinSet};

use super::ask::{Answer, Ask};

/// What answers requests.
pub(super) trait Fake: Send + Sync + 'static {
    /// Answers one.
    fn answer(&self, ask: Ask) -> impl Future<Output = Said> + Send;
}

/// What is sent back.
pub(super) enum Said {
    /// An answer.
    Answer(Answer),
    /// The beginning of one.
    Broken,
}

/// A server that is stopped when it is dropped.
pub(super) struct Server {
    pub(super) address: SocketAddr,
    _tasks: JoinSet<io::Result<()>>,
}

impl Server {
    pub(super) async fn start<F: Fake>(fake: Arc<F>) -> Self {
        let router = router(fake);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let mut tasks = JoinSet::new();
        tasks.spawn(async move { axum::serve(listener, router).await });
        Self {
            address,
            _tasks: tasks,
        }
    }
}

/// The fake without a port, for those who are in the same process.
pub(super) fn router<F: Fake>(fake: Arc<F>) -> Router {
    Router::new().fallback(serve::<F>).with_state(fake)
}

async fn serve<F: Fake>(State(fake): State<Arc<F>>, request: Request<Body>) -> Response<Body> {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let query = head.uri.query().unwrap_or_default();
    let ask = Ask {
        method: head.method,
        path: head.uri.path().to_owned(),
        query: url::form_urlencoded::parse(query.as_bytes())
            .into_owned()
            .collect(),
        headers: head.headers,
        body: String::from_utf8_lossy(&body).into_owned(),
    };
    match fake.answer(ask).await {
        Said::Answer(answer) => answer.into_response(),
        Said::Broken => Response::new(Body::from("{\"records\": [{")),
    }
}
