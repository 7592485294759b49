//! Who may come in by which door.

use crate::{ConfigError, layers::Layers};

/// The settings under `access`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// Whether a chat app may connect by the URL that ends in the path secret.
    pub path_door: bool,
}

impl Access {
    pub(crate) fn read(layers: &Layers) -> Result<Self, ConfigError> {
        Ok(Self {
            path_door: layers.require("access.path_door", yes_or_no)?,
        })
    }
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Some(true),
        "false" | "no" | "off" | "0" => Some(false),
        _ => None,
    }
}
