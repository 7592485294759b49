//! What a chat app sees.

use crate::{ConfigError, layers::Layers};

/// The settings under `mcp`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mcp {
    /// The toolsets of a connection that asks for none, as written; their names belong to the
    /// protocol edge, which reads them.
    pub toolsets: Option<String>,
}

impl Mcp {
    pub(crate) fn read(layers: &Layers) -> Result<Self, ConfigError> {
        Ok(Self {
            toolsets: layers.read("mcp.toolsets", |text| Some(text.to_owned()))?,
        })
    }
}
