//! How WHOOP is reached, and as which app.

use secrecy::SecretString;
use url::Url;

use super::{secret, web_address, word};
use crate::{ConfigError, layers::Layers};

/// The path of the page that people come back to.
const CALLBACK: &str = "/connect/whoop/callback";

/// The settings under `whoop`.
#[derive(Clone, Debug)]
pub struct Whoop {
    /// The app, if there is one.
    pub client_id: Option<String>,
    /// Its secret.
    pub client_secret: Option<SecretString>,
    /// Where a person comes back to, if it is known.
    pub redirect_uri: Option<String>,
    /// What stands before the paths of documents.
    pub api_url: Url,
    /// Where a person is sent.
    pub authorize_url: Url,
    /// Where codes and refresh tokens are traded.
    pub token_url: Url,
}

impl Whoop {
    pub(crate) fn read(layers: &Layers, public_url: Option<&str>) -> Result<Self, ConfigError> {
        let own = || public_url.map(|url| format!("{url}{CALLBACK}"));
        Ok(Self {
            client_id: layers.read("whoop.client_id", word)?,
            client_secret: layers.read("whoop.client_secret", secret)?,
            redirect_uri: layers
                .read("whoop.redirect_uri", redirect_uri)?
                .or_else(own),
            api_url: layers.require("whoop.api_url", web_address)?,
            authorize_url: layers.require("whoop.authorize_url", web_address)?,
            token_url: layers.require("whoop.token_url", web_address)?,
        })
    }
}

/// WHOOP refuses plain http, on this machine too.
fn redirect_uri(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    let taken = matches!(url.scheme(), "https" | "whoop") && url.fragment().is_none();
    taken.then(|| text.to_owned())
}
