//! A build with PostgreSQL.

use std::sync::Arc;

use vitalog_config::Settings;
use vitalog_storage::Storage;
use vitalog_storage_postgres::{OpenError, Place, PostgresStorage};

use crate::failure::Failure;

/// Opens the database, and makes its tables where there are none.
pub(crate) async fn open(settings: &Settings) -> Result<Arc<dyn Storage>, Failure> {
    let connections = settings.storage.connections;
    let opened = PostgresStorage::open(&place(settings), connections).await;
    match opened {
        Ok(storage) => Ok(Arc::new(storage)),
        Err(error) => Err(explain(&error, settings)),
    }
}

/// Whether the database has tables of ours.
pub(crate) async fn is_made(settings: &Settings) -> Result<bool, Failure> {
    PostgresStorage::is_made(&place(settings))
        .await
        .map_err(|error| explain(&error, settings))
}

fn place(settings: &Settings) -> Place {
    Place {
        url: settings.storage.url.to_secret(),
        password: settings.storage.password.clone(),
    }
}

fn explain(error: &OpenError, settings: &Settings) -> Failure {
    const GUIDE: &str = "The guide docs/guides/postgresql.md tells how to set the database up.";
    let sentence = format!("cannot open {}: {error}", settings.storage.url.shown());
    match error {
        OpenError::Url(_) => Failure::usage(sentence).advise(GUIDE),
        OpenError::Certificates(_) => Failure::needs_person(sentence).advise(
            "Name the certificate of the authority that issued the server's with \
             sslrootcert=FILE in the URL.",
        ),
        OpenError::Unreachable(_) => Failure::failed(sentence).advise(
            "Look whether the server runs, and whether the URL names its host and port. Without \
             sslmode in the URL a server on another machine must show a certificate for its name \
             that is trusted here; the guide docs/guides/postgresql.md tells what to do otherwise.",
        ),
        OpenError::Refused { .. } | OpenError::OldServer(_) | OpenError::Encoding(_) => {
            Failure::needs_person(sentence).advise(GUIDE)
        }
        OpenError::NewerSchema { .. } => {
            Failure::needs_person(sentence).advise("Run the newer version of vitalog.")
        }
        OpenError::Failed(_) => Failure::failed(sentence).advise(GUIDE),
    }
}
