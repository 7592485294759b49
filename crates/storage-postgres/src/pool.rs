//! The pool of connections.

use std::time::Duration;

use deadpool_postgres::{
    Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime, Timeouts,
};

use crate::{OpenError, address::Address, error::Failure, session::Session};

/// How long an operation waits for a connection to become free, as long as SQLite's waits for
/// another program's write.
const WAIT: Duration = Duration::from_secs(5);
/// How long a new connection may take.
const CONNECT: Duration = Duration::from_secs(10);

/// What every connection is set to. A change that was acknowledged survives a loss of power; where
/// the database is set to wait for standbys as well, that is kept.
const SETTINGS: &str = "
    SET client_min_messages = warning;
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off'";

/// Connections that are made when they are needed and kept for the next.
#[derive(Clone)]
pub(crate) struct Connections(Pool);

impl Connections {
    /// Makes no connection yet.
    pub(crate) fn new(address: Address, most: usize) -> Result<Self, OpenError> {
        // A connection that the server closed is noticed and left out. To ask each one whether it
        // still lives would cost a round trip per operation.
        let config = ManagerConfig {
            recycling_method: RecyclingMethod::Fast,
        };
        let manager = Manager::from_config(address.config, address.tls, config);
        Pool::builder(manager)
            .max_size(most)
            .runtime(Runtime::Tokio1)
            .timeouts(Timeouts {
                wait: Some(WAIT),
                create: Some(CONNECT),
                recycle: None,
            })
            .post_create(Hook::async_fn(|client, _| {
                Box::pin(async move {
                    let set = client.batch_execute(SETTINGS).await;
                    set.map_err(HookError::Backend)
                })
            }))
            .build()
            .map(Self)
            .map_err(|error| OpenError::Failed(error.to_string()))
    }

    /// Borrows a connection, or makes one.
    pub(crate) async fn session(&self) -> Result<Session, Failure> {
        Ok(Session::new(self.0.get().await?))
    }

    /// Borrows a connection to open the database, and says in full why there is none.
    pub(crate) async fn first(&self) -> Result<Session, OpenError> {
        let connection = self.0.get().await.map_err(crate::open::explain)?;
        Ok(Session::new(connection))
    }
}
