//! Vendors, as they are named on the command line.

use vitalog_sync::vendor::{RelayError, Vendor};

use crate::failure::Failure;

/// A vendor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Source {
    /// The Oura ring
    Oura,
    /// The WHOOP strap
    Whoop,
    /// The weather at the account's place
    Weather,
}

impl Source {
    pub(crate) fn vendor(self) -> Vendor {
        match self {
            Self::Oura => Vendor::Oura,
            Self::Whoop => Vendor::Whoop,
            Self::Weather => Vendor::Weather,
        }
    }
}

/// A vendor that people connect to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum SignInSource {
    /// The Oura ring
    Oura,
    /// The WHOOP strap
    Whoop,
}

impl SignInSource {
    pub(crate) fn vendor(self) -> Vendor {
        match self {
            Self::Oura => Vendor::Oura,
            Self::Whoop => Vendor::Whoop,
        }
    }
}

/// Why a vendor could not be asked, in words.
pub(crate) fn explain(
    error: RelayError,
    vendor: Vendor,
    account: &vitalog_core::AccountId,
) -> Failure {
    let name = vendor.source();
    if error.needs_person() {
        let how = vitalog_sync::vendor::connection::how_to_reconnect(account, vendor);
        return Failure::needs_person(format!("{name}: {error}")).advise(how);
    }
    match error {
        RelayError::Storage(error) => Failure::from(error),
        RelayError::NotSetUp if vendor == Vendor::Weather => {
            Failure::usage(format!("account `{account}` has no place")).advise(format!(
                "Set one with `vitalog account set{} --place LAT,LON`.",
                account.as_flag()
            ))
        }
        RelayError::NotSetUp => Failure::usage(format!("no {name} app is set up"))
            .advise(format!("See the guide docs/guides/{}.md.", vendor.as_str())),
        error @ (RelayError::Call(_) | RelayError::Apply(_)) => {
            Failure::failed(format!("{name}: {error}"))
        }
    }
}
