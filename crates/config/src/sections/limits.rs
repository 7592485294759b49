//! How much may be asked.

use crate::{ConfigError, layers::Layers};

/// The settings under `limits`; 0 is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Requests of a token, or of the path secret, in a minute.
    pub per_minute: u32,
    /// The same in a day.
    pub per_day: u32,
    /// Requests of an address that shows no credential that fits, in a minute.
    pub anonymous_per_minute: u32,
}

impl Limits {
    pub(crate) fn read(layers: &Layers) -> Result<Self, ConfigError> {
        let number = |text: &str| text.parse().ok();
        Ok(Self {
            per_minute: layers.require("limits.per_minute", number)?,
            per_day: layers.require("limits.per_day", number)?,
            anonymous_per_minute: layers.require("limits.anonymous_per_minute", number)?,
        })
    }
}
