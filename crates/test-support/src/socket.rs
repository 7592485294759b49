//! The application on a real socket.

use std::{io, net::SocketAddr};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
    task::JoinSet,
};
use vitalog_server::listen;

use crate::TestApp;

/// The application on a real socket, on a free port of this machine.
pub struct Socket {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    server: JoinSet<io::Result<()>>,
}

impl TestApp {
    /// Listens on a free port, until told to stop or dropped.
    pub async fn listen(&self) -> Socket {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel();
        let mut server = JoinSet::new();
        server.spawn(listen(listener, self.app.clone(), async {
            // A sender that is gone says the same.
            let _ = stopped.await;
        }));
        Socket {
            address,
            stop,
            server,
        }
    }
}

impl Socket {
    /// A new connection.
    pub async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address)
            .await
            .expect("a connection")
    }

    /// A new connection that has sent this.
    pub async fn say(&self, text: &str) -> TcpStream {
        let mut stream = self.connect().await;
        stream
            .write_all(text.as_bytes())
            .await
            .expect("a connection that takes it");
        stream
    }

    /// Sends a request on a connection of its own; gives back all that is answered.
    pub async fn ask(&self, text: &str) -> String {
        let mut answer = String::new();
        self.say(text)
            .await
            .read_to_string(&mut answer)
            .await
            .expect("an answer to its end");
        answer
    }

    /// Stops the server, and waits for its end.
    pub async fn stop(mut self) {
        self.stop.send(()).expect("a server that runs");
        let ended = self.server.join_next().await.expect("a server");
        ended.expect("no panic").expect("an orderly end");
    }
}
