//! The relay, put together from settings: which vendors there are, and the key of their tokens.

mod accounts;
mod vendors;

use std::sync::Arc;

use secrecy::SecretString;
use vitalog_config::Settings;
use vitalog_connectors::http::HttpClient;
use vitalog_core::Entropy;
use vitalog_storage::Storage;
use vitalog_sync::vendor::{Relay, seal::Seal};

pub(crate) use accounts::ServiceAccounts;

use crate::{
    failure::Failure,
    key_file, running,
    system::{SystemClock, SystemEntropy},
};

/// The relay over the storage of a record.
pub(crate) fn relay(settings: &Settings, storage: Arc<dyn Storage>) -> Result<Relay, Failure> {
    let vendors = vendors::all(settings)?;
    let is_needed = vendors.iter().any(|vendor| vendor.sign_in.is_some());
    let key = seal_key(settings, is_needed)?;
    let seal = Seal::new(&key).map_err(|error| Failure::failed(error.to_string()))?;
    Ok(Relay::new(
        storage,
        Arc::new(SystemClock),
        Arc::new(SystemEntropy),
        Arc::new(HttpClient::new()),
        Arc::new(seal),
        vendors,
    ))
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
fn seal_key(settings: &Settings, is_needed: bool) -> Result<SecretString, Failure> {
    if let Some(key) = &settings.access.seal_key {
        return Ok(key.clone());
    }
    let path = key_file::seal_path(&settings.data);
    match key_file::read(&path)? {
        Some(key) => Ok(key),
        None if is_needed => key_file::make(&path, &SystemEntropy),
        None => {
            let mut bytes = [0; 32];
            SystemEntropy.fill(&mut bytes);
            Ok(hex::encode(bytes).into())
        }
    }
}
