//! The relay, put together from settings: which vendors there are, and the key of their tokens.

mod accounts;
mod vendors;

use std::sync::Arc;

use secrecy::SecretString;
use vitalog_config::Settings;
use vitalog_connectors::http::HttpClient;
use vitalog_core::Entropy;
use vitalog_service::Service;
use vitalog_storage::Storage;
use vitalog_sync::vendor::{Freshness, Relay, connection::how_to_reconnect, seal::Seal};

pub(crate) use accounts::ServiceAccounts;

use crate::{
    failure::Failure,
    key_file, output, running,
    system::{SystemClock, SystemEntropy},
};

/// The relay over the storage of a record, and whether the key of its tokens was made just now.
pub(crate) fn relay(
    settings: &Settings,
    storage: Arc<dyn Storage>,
) -> Result<(Relay, bool), Failure> {
    let vendors = vendors::all(settings)?;
    let is_needed = vendors.iter().any(|vendor| vendor.sign_in.is_some());
    let (key, is_new) = seal_key(settings, is_needed)?;
    let seal = Seal::new(&key).map_err(|error| Failure::failed(error.to_string()))?;
    let relay = Relay::new(
        storage,
        Arc::new(SystemClock),
        Arc::new(SystemEntropy),
        Arc::new(HttpClient::new()),
        Arc::new(seal),
        vendors,
    );
    Ok((relay, is_new))
}

/// Says which connections a key was lost of, now that another was made.
pub(crate) async fn tell_of_lost_key(
    settings: &Settings,
    service: &Service,
    relay: &Relay,
) -> Result<(), Failure> {
    let reader = relay.status_reader();
    for account in service.list_accounts().await? {
        for source in reader.sources(&account.id).await? {
            if source.state == Freshness::NeedsReconnect {
                output::note(&format!(
                    "{}: the key that the tokens of account `{}` were sealed with is not at {}, \
                     where a new one was made. Put the old one back, or connect again. {}",
                    source.vendor.source(),
                    account.id,
                    key_file::seal_path(&settings.data).display(),
                    how_to_reconnect(&account.id, source.vendor),
                ));
            }
        }
    }
    Ok(())
}

/// Where people come back to from WHOOP: as set, else at the public URL that the running server has.
pub(crate) fn whoop_redirect_uri(settings: &Settings) -> Option<String> {
    settings.whoop.redirect_uri.clone().or_else(|| {
        let (base, is_public) = running::base_url(settings);
        is_public.then(|| format!("{base}/connect/whoop/callback"))
    })
}

/// The key that the settings give, else that of the key file, which is made for the first app that is
/// set up. Without an app nothing is ever sealed, and any key will do.
///
/// Also says whether it was made just now.
fn seal_key(settings: &Settings, is_needed: bool) -> Result<(SecretString, bool), Failure> {
    if let Some(key) = &settings.access.seal_key {
        return Ok((key.clone(), false));
    }
    let path = key_file::seal_path(&settings.data);
    match key_file::read(&path)? {
        Some(key) => Ok((key, false)),
        None if is_needed => Ok((key_file::make(&path, &SystemEntropy)?, true)),
        None => {
            let mut bytes = [0; 32];
            SystemEntropy.fill(&mut bytes);
            Ok((hex::encode(bytes).into(), false))
        }
    }
}
