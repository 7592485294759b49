//! What a phone may send.

use crate::{ConfigError, layers::Layers};

/// Smaller than this no push fits.
const LEAST: usize = 1024;
/// A push is held in memory whole; more than a gigabyte of it is a mistake.
const MOST: usize = 1024 * 1024 * 1024;

/// The settings under `ingest`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ingest {
    /// The largest push that is taken, in bytes, as sent and unpacked.
    pub max_bytes: usize,
}

impl Ingest {
    pub(crate) fn read(layers: &Layers) -> Result<Self, ConfigError> {
        let max_bytes = layers.require("ingest.max_bytes", |text| {
            text.parse()
                .ok()
                .filter(|bytes| (LEAST..=MOST).contains(bytes))
        })?;
        Ok(Self { max_bytes })
    }
}
