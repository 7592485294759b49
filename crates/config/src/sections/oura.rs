//! How Oura is reached, and as which app.

use secrecy::SecretString;
use url::Url;

use super::{secret, web_address, word};
use crate::{ConfigError, layers::Layers};

/// Shorter than this, a verification token could be guessed.
const LEAST_TOKEN: usize = 8;

/// The settings under `oura`.
#[derive(Clone, Debug)]
pub struct Oura {
    /// The app, if there is one.
    pub client_id: Option<String>,
    /// Its secret.
    pub client_secret: Option<SecretString>,
    /// The verification token of its webhooks.
    pub webhook_secret: Option<SecretString>,
    /// Where a person comes back to.
    pub redirect_uri: String,
    /// What stands before the paths of documents.
    pub api_url: Url,
    /// Where a person is sent.
    pub authorize_url: Url,
    /// Where codes and refresh tokens are traded.
    pub token_url: Url,
    /// The same for apps of the old portal.
    pub legacy_authorize_url: Url,
    /// The same for apps of the old portal.
    pub legacy_token_url: Url,
}

impl Oura {
    pub(crate) fn read(layers: &Layers) -> Result<Self, ConfigError> {
        Ok(Self {
            client_id: layers.read("oura.client_id", word)?,
            client_secret: layers.read("oura.client_secret", secret)?,
            webhook_secret: layers.read("oura.webhook_secret", |text| {
                secret(text).filter(|_| text.len() >= LEAST_TOKEN)
            })?,
            redirect_uri: layers.require("oura.redirect_uri", |text| {
                web_address(text).map(|_| text.to_owned())
            })?,
            api_url: layers.require("oura.api_url", web_address)?,
            authorize_url: layers.require("oura.authorize_url", web_address)?,
            token_url: layers.require("oura.token_url", web_address)?,
            legacy_authorize_url: layers.require("oura.legacy_authorize_url", web_address)?,
            legacy_token_url: layers.require("oura.legacy_token_url", web_address)?,
        })
    }
}
