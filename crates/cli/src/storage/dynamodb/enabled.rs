//! A build with the engine.

use std::{error::Error, sync::Arc};

use aws_config::{BehaviorVersion, Region};
use aws_sdk_dynamodb::{Client, config};
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};
use vitalog_config::Settings;
use vitalog_storage::Storage;
use vitalog_storage_dynamodb::{DynamoStorage, OpenError, tuned};

use super::place::Place;
use crate::{failure::Failure, system::SystemEntropy};

const GUIDE: &str = "The guide docs/guides/dynamodb.md says how to make it.";

/// Opens the table that the settings name, which must be there. Region and credentials are those
/// that every program of AWS takes: from the environment (as on Lambda), a profile, or the machine.
pub(in crate::storage) async fn open(settings: &Settings) -> Result<Arc<dyn Storage>, Failure> {
    let place = Place::parse(settings.storage.url.rest())?;
    let http = aws_smithy_http_client::Builder::new()
        .tls_provider(Provider::Rustls(CryptoMode::Ring))
        .build_https();
    let mut loader = aws_config::defaults(BehaviorVersion::latest()).http_client(http);
    if let Some(region) = &place.region {
        loader = loader.region(Region::new(region.clone()));
    }
    if let Some(endpoint) = &place.endpoint {
        loader = loader.endpoint_url(endpoint);
    }
    // Boxed: it holds every way to find credentials, and so would every command that waits for it.
    let shared = Box::pin(loader.load()).await;
    if shared.region().is_none() {
        return Err(
            Failure::usage("the storage URL and the environment name no AWS region")
                .advise("Add it to the URL: dynamodb://TABLE?region=eu-central-1."),
        );
    }
    let config = tuned(config::Builder::from(&shared)).build();
    let client = Client::from_conf(config);
    match DynamoStorage::open(client, &place.table, Arc::new(SystemEntropy)).await {
        Ok(storage) => Ok(Arc::new(storage)),
        Err(error) => Err(explain(&error)),
    }
}

fn explain(error: &OpenError) -> Failure {
    let cause = error.source().map(|cause| format!(": {cause}"));
    let sentence = format!("{error}{}", cause.unwrap_or_default());
    match error {
        OpenError::NoTable { .. } => Failure::needs_person(sentence).advise(format!(
            "It may be in another region or account than the one asked. {GUIDE}"
        )),
        OpenError::OtherKeys { .. } => Failure::needs_person(sentence).advise(GUIDE),
        OpenError::Unreadable(_) => Failure::failed(sentence).advise(
            "Look at the network, the region and the credentials. The guide \
             docs/guides/dynamodb.md names the permissions that are needed.",
        ),
    }
}
