//! The vendors that are asked for data, by name.

use vitalog_core::{Metric, Via};

use crate::{oura, weather, whoop};

/// A vendor with an API of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Vendor {
    /// The Oura ring.
    Oura,
    /// The WHOOP strap.
    Whoop,
    /// The weather at the place that the person set.
    Weather,
}

impl Vendor {
    /// Every vendor.
    pub const ALL: &'static [Self] = &[Self::Oura, Self::Whoop, Self::Weather];

    /// The stored and shown name; never changed or reused.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Oura => "oura",
            Self::Whoop => "whoop",
            Self::Weather => "weather",
        }
    }

    /// Reads a stored name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|vendor| vendor.as_str() == name)
    }

    /// The source that rows of this vendor name.
    #[must_use]
    pub fn source(self) -> &'static str {
        match self {
            Self::Oura => "Oura",
            Self::Whoop => "WHOOP",
            Self::Weather => "Open-Meteo",
        }
    }

    /// The route that its rows come by.
    #[must_use]
    pub fn via(self) -> Via {
        match self {
            Self::Oura => Via::Oura,
            Self::Whoop => Via::Whoop,
            Self::Weather => Via::Weather,
        }
    }
    /// The metrics that it tells; derived from its mapping table.
    #[must_use]
    pub fn covers(self) -> &'static [Metric] {
        match self {
            Self::Oura => oura::covered(),
            Self::Whoop => whoop::covered(),
            Self::Weather => weather::covered(),
        }
    }
}
