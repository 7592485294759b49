//! The vendors that are set up.

use std::sync::Arc;

use jiff::civil::Date;
use secrecy::SecretString;
use vitalog_config::Settings;
use vitalog_connectors::{
    Connector, Vendor,
    oauth2::ClientApp,
    oura::Oura,
    weather::{ARCHIVE, Weather},
    whoop::{self, Whoop},
};
use vitalog_core::{Account, Place, zone};
use vitalog_sync::vendor::{ConnectorOf, EachConnector, Endpoints, SignIn, VendorSettings};

use crate::failure::Failure;

/// Every vendor that the settings are complete for. The weather is one always; which accounts it is
/// asked for is for each of them to say.
pub(super) fn all(settings: &Settings) -> Result<Vec<VendorSettings>, Failure> {
    let oura = oura(settings)?;
    let whoop = whoop(settings)?;
    Ok(oura
        .into_iter()
        .chain(whoop)
        .chain([weather(settings)?])
        .collect())
}

fn oura(settings: &Settings) -> Result<Option<VendorSettings>, Failure> {
    let set = &settings.oura;
    let secret = set.client_secret.as_ref();
    let Some((id, secret)) = app("oura", set.client_id.as_ref(), secret)? else {
        return Ok(None);
    };
    Ok(Some(VendorSettings {
        connector: ConnectorOf::All(Arc::new(Oura)),
        api_url: set.api_url.clone(),
        sign_in: Some(SignIn {
            client: ClientApp {
                id,
                secret,
                redirect_uri: set.redirect_uri.clone(),
            },
            endpoints: Endpoints {
                authorize_url: set.authorize_url.clone(),
                token_url: set.token_url.clone(),
            },
            legacy: Some(Endpoints {
                authorize_url: set.legacy_authorize_url.clone(),
                token_url: set.legacy_token_url.clone(),
            }),
            refresh_scope: None,
        }),
    }))
}

fn whoop(settings: &Settings) -> Result<Option<VendorSettings>, Failure> {
    let set = &settings.whoop;
    let secret = set.client_secret.as_ref();
    let Some((id, secret)) = app("whoop", set.client_id.as_ref(), secret)? else {
        return Ok(None);
    };
    Ok(Some(VendorSettings {
        connector: ConnectorOf::All(Arc::new(Whoop)),
        api_url: set.api_url.clone(),
        sign_in: Some(SignIn {
            client: ClientApp {
                id,
                secret,
                // Without one nobody can connect, but who is connected stays so.
                redirect_uri: super::whoop_redirect_uri(settings).unwrap_or_default(),
            },
            endpoints: Endpoints {
                authorize_url: set.authorize_url.clone(),
                token_url: set.token_url.clone(),
            },
            legacy: None,
            refresh_scope: Some(whoop::oauth::REFRESH_SCOPE),
        }),
    }))
}

/// An app with its secret; `None` if there is none.
fn app(
    section: &str,
    id: Option<&String>,
    secret: Option<&SecretString>,
) -> Result<Option<(String, SecretString)>, Failure> {
    match (id, secret) {
        (None, None) => Ok(None),
        (Some(id), Some(secret)) => Ok(Some((id.clone(), secret.clone()))),
        (id, _) => {
            let (is_set, missing) = if id.is_some() {
                ("client_id", "client_secret")
            } else {
                ("client_secret", "client_id")
            };
            Err(Failure::usage(format!(
                "{section}.{is_set} is set and {section}.{missing} is not"
            ))
            .advise("An app has both; take one away or give the other."))
        }
    }
}

fn weather(settings: &Settings) -> Result<VendorSettings, Failure> {
    let set = settings.weather.clone();
    let api_url = set.api_url.clone();
    let archive = match set.archive_url {
        Some(archive) => archive,
        None => ARCHIVE
            .parse()
            .map_err(|_| Failure::failed("the address of the weather's archive is none"))?,
    };
    let key = set.api_key;
    // What all places have in common is asked of one of them.
    let anywhere = Place::new(0.0, 0.0).map(|place| Weather::new(place, "UTC", Date::MIN));
    let capabilities = anywhere
        .ok_or_else(|| Failure::failed("there is no place on Earth"))?
        .capabilities();
    let make = move |account: &Account, today: Date| {
        // It is stored as coarse as the person wants it.
        let zone = zone::name_of(&account.zone);
        let mut weather = Weather::at_exact_place(account.place?, zone, today);
        weather = weather.with_archive(archive.clone());
        if let Some(key) = &key {
            weather = weather.with_key(key.clone());
        }
        Some(Arc::new(weather) as Arc<dyn Connector>)
    };
    let make: Arc<EachConnector> = Arc::new(make);
    Ok(VendorSettings {
        connector: ConnectorOf::Each {
            vendor: Vendor::Weather,
            capabilities,
            make,
        },
        api_url,
        sign_in: None,
    })
}
