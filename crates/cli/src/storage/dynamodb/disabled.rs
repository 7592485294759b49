//! A build without the engine.

use std::{future, sync::Arc};

use vitalog_config::Settings;
use vitalog_storage::Storage;

use crate::failure::Failure;

/// Says how to get a build that has it.
pub(in crate::storage) fn open(
    _settings: &Settings,
) -> future::Ready<Result<Arc<dyn Storage>, Failure>> {
    let failure = Failure::usage("this build does not hold the storage engine `dynamodb`");
    future::ready(Err(failure.advise(
        "Build one that does: cargo build --release -p vitalog --features dynamodb.",
    )))
}
