//! A build without PostgreSQL.

use std::{future::ready, sync::Arc};

use vitalog_config::Settings;
use vitalog_storage::Storage;

use crate::failure::Failure;

/// Says that this build can't.
pub(crate) async fn open(_settings: &Settings) -> Result<Arc<dyn Storage>, Failure> {
    ready(Err(not_held())).await
}

/// Says that this build can't.
pub(crate) async fn is_made(_settings: &Settings) -> Result<bool, Failure> {
    ready(Err(not_held())).await
}

fn not_held() -> Failure {
    Failure::usage("this build does not hold the storage engine `postgres`")
        .advise("It is in every release; a build by hand needs the feature `postgres`.")
}
