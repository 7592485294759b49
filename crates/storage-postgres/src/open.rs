//! Opening the database: reached, fit for use, its schema up to date.

use std::error::Error;

use deadpool_postgres::{HookError, PoolError};
use tokio_postgres::error::SqlState;
use vitalog_core::{Context, Metric, SupersededBy, Via, reading::Grain};

use crate::{OpenError, error::Failure, migration, name::Names, pool::Connections};

/// The oldest version that is supported.
const OLDEST: i32 = 150_000;

const ABOUT: &str = "
    SELECT current_setting('server_version_num')::integer, current_setting('server_version'),
           current_setting('server_encoding')";

/// Makes the first connection, looks at what is there, and brings the schema up to date.
pub(crate) async fn open(connections: &Connections) -> Result<Names, OpenError> {
    let session = connections.first().await?;
    let about = session.select(ABOUT, &[]).await.map_err(failed)?;
    if let [about] = about.as_slice() {
        let (number, version, encoding): (i32, String, String) =
            (about.get(0), about.get(1), about.get(2));
        if number < OLDEST {
            return Err(OpenError::OldServer(version));
        }
        if encoding != "UTF8" {
            return Err(OpenError::Encoding(encoding));
        }
    }
    migration::migrate(&session).await?;
    let names = Names::default();
    names
        .intern(&session, lasting_names())
        .await
        .map_err(failed)?;
    Ok(names)
}

/// Names that every record uses sooner or later. With them known, a read asks for none.
pub(crate) fn lasting_names() -> impl Iterator<Item = &'static str> {
    let metrics = Metric::ALL.iter().map(|metric| metric.slug());
    let routes = Via::ALL.iter().map(|via| via.as_str());
    let contexts = Context::ALL.iter().map(|context| context.as_str());
    let grains = Grain::ALL.iter().map(|grain| grain.as_str());
    let marks = [SupersededBy::Reconcile, SupersededBy::Chat].map(SupersededBy::as_str);
    let of_rows = metrics.chain(routes).chain(contexts).chain(grains);
    of_rows.chain(marks)
}

/// Says why there is no connection. Before there is one, no value of a record was sent, so that
/// the server's own words can be passed on.
pub(crate) fn explain(error: PoolError) -> OpenError {
    let (PoolError::Backend(error) | PoolError::PostCreateHook(HookError::Backend(error))) = error
    else {
        return OpenError::Unreachable(error.to_string());
    };
    if let Some(refusal) = error.as_db_error() {
        return OpenError::Refused {
            code: refusal.code().code().to_owned(),
            message: refusal.message().to_owned(),
        };
    }
    let whole = error.to_string();
    let cause = error.source().map(ToString::to_string);
    OpenError::Unreachable(cause.unwrap_or(whole))
}

/// Says why the database can't be used, once there is a connection.
pub(crate) fn failed(failure: Failure) -> OpenError {
    let text = failure.to_string();
    let refused = failure
        .into_state()
        .filter(|state| *state == SqlState::INSUFFICIENT_PRIVILEGE);
    refused.map_or(OpenError::Failed(text), |state| OpenError::Refused {
        code: state.code().to_owned(),
        message: "the role may not make or use the tables; let it own the database".to_owned(),
    })
}
