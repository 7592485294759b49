//! Who may come in by which door.

use secrecy::SecretString;

use super::{key, yes_or_no};
use crate::{ConfigError, layers::Layers};

/// The settings under `access`.
#[derive(Clone, Debug)]
pub struct Access {
    /// Whether a chat app may connect by the URL that ends in the path secret.
    pub path_door: bool,
    /// The key that vendors' tokens are sealed with, if a setting gives it rather than the key file.
    pub seal_key: Option<SecretString>,
}

impl Access {
    pub(crate) fn read(layers: &Layers) -> Result<Self, ConfigError> {
        Ok(Self {
            path_door: layers.require("access.path_door", yes_or_no)?,
            seal_key: layers.read("access.seal_key", key)?,
        })
    }
}
