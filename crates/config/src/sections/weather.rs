//! How the weather is asked for.

use secrecy::SecretString;
use url::Url;

use super::{secret, web_address};
use crate::{ConfigError, Origin, layers::Layers};

/// The settings under `weather`.
#[derive(Clone, Debug)]
pub struct Weather {
    /// What stands before the path of forecasts.
    pub api_url: Url,
    /// What stands before the path of the archive; `None` where it is the vendor's own.
    pub archive_url: Option<Url>,
    /// The key of a commercial plan.
    pub api_key: Option<SecretString>,
}

impl Weather {
    pub(crate) fn read(layers: &Layers) -> Result<Self, ConfigError> {
        let api_url: Url = layers.require("weather.api_url", web_address)?;
        let is_own = layers.origin("weather.api_url") == Origin::Default;
        let archive_url = layers.read("weather.archive_url", web_address)?;
        Ok(Self {
            archive_url: archive_url.or_else(|| (!is_own).then(|| api_url.clone())),
            api_url,
            api_key: layers.read("weather.api_key", secret)?,
        })
    }
}
