//! The storage that the rest of the program holds.

mod access_log;
mod document;
mod erasure;
mod finding;
mod inventory;
mod job;
mod record;
mod vendor_record;

use vitalog_storage::{StorageError, StoreVersion, Version};

use crate::{
    OpenError, Place, address::Address, error::Failure, migration, name::Names, open,
    pool::Connections, session::Session,
};

/// Storage in a PostgreSQL database.
///
/// An operation whose future is dropped has changed all that it was to change, or nothing.
pub struct PostgresStorage {
    connections: Connections,
    names: Names,
    /// The one transaction that everything is read in, of a store that holds a moment.
    held: Option<tokio::sync::Mutex<Session>>,
}

impl PostgresStorage {
    /// Opens the database, over at most so many connections, and brings its schema up to date.
    ///
    /// # Errors
    ///
    /// When the URL is not usable, the server can't be reached or refuses, or the database is not
    /// fit for use or of a newer program. Nothing is changed in a database that is refused.
    pub async fn open(place: &Place, connections: usize) -> Result<Self, OpenError> {
        let connections = Connections::new(Address::of(place)?, connections)?;
        let names = open::open(&connections).await?;
        Ok(Self {
            connections,
            names,
            held: None,
        })
    }

    /// Whether the database has tables of ours. Makes none.
    ///
    /// # Errors
    ///
    /// When the URL is not usable, or the server can't be reached or refuses.
    pub async fn is_made(place: &Place) -> Result<bool, OpenError> {
        let connections = Connections::new(Address::of(place)?, 1)?;
        migration::is_begun(&connections.first().await?).await
    }

    /// A store that shows what is there now, for as long as it is kept.
    async fn hold(&self) -> Result<Self, Failure> {
        let session = self.connections.session().await?.hold().await?;
        Ok(Self {
            connections: self.connections.clone(),
            // Of its own: it must not learn what is not there yet.
            names: Names::default(),
            held: Some(tokio::sync::Mutex::new(session)),
        })
    }

    /// Borrows a connection and runs one operation with it.
    async fn run<T>(
        &self,
        operation: &'static str,
        work: impl AsyncFnOnce(&Session) -> Result<T, Failure>,
    ) -> Result<T, StorageError> {
        let run = async {
            if let Some(held) = &self.held {
                return work(&*held.lock().await).await;
            }
            let session = self.connections.session().await?;
            work(&session).await
        };
        run.await
            .map_err(|failure| failure.into_storage_error(operation))
    }
}

impl StoreVersion for PostgresStorage {
    /// Always `None`: to ask the server takes as long as a small read.
    fn version(&self) -> Result<Option<Version>, StorageError> {
        Ok(None)
    }
}
