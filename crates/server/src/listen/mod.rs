//! Running the router on a socket.

mod connection;
mod seats;

use std::{io, pin::pin, time::Duration};

use tokio::{net::TcpListener, time::timeout};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use self::{connection::Shared, seats::Seats};
use crate::{App, router};

/// How long requests under way may take to end after the signal to stop.
const GRACE: Duration = Duration::from_secs(10);
/// Connections served at a time. Half of the file handles that a process commonly gets.
const MOST_CONNECTIONS: usize = 512;
/// Connections of one address that have made no request for longer than a moment. A proxy or a
/// tunnel, from whose address everything comes, makes its requests as soon as it connects.
const MOST_STRANGERS: usize = 64;
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
    let shared = Shared {
        router: router(app),
        tasks: tasks.clone(),
        stop: CancellationToken::new(),
    };
    let connections = TaskTracker::new();
    let seats = Seats::new(MOST_CONNECTIONS, MOST_STRANGERS);
    let mut stop = pin!(stop);
    loop {
        let next = async {
            let (stream, from) = listener.accept().await.ok()?;
            Some((stream, from.ip(), seats.take(from.ip()).await?))
        };
        tokio::select! {
            () = &mut stop => break,
            next = next => if let Some((stream, from, seat)) = next {
                connections.spawn(connection::serve(stream, from, shared.clone(), seat));
            } else {
                seats.send_one_away();
                tokio::time::sleep(ACCEPT_PAUSE).await;
            },
        }
    }
    drop(listener);
    shared.stop.cancel();
    connections.close();
    tasks.close();
    let ended = async {
        connections.wait().await;
        tasks.wait().await;
        mcp.finish_writes().await;
    };
    if timeout(GRACE, ended).await.is_err() {
        tracing::warn!("stopped with requests under way");
    }
    Ok(())
}
