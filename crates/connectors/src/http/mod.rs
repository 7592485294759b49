//! Sending requests: what is promised of whoever does it, and the one who really does.

mod client;

use async_trait::async_trait;
use secrecy::SecretString;

use crate::{VendorReply, VendorRequest};

pub use client::HttpClient;

/// Sends requests. Whatever status an answer has, it is an answer. Redirects are not followed: no
/// vendor's API has them, and a token must not go elsewhere.
#[async_trait]
pub trait Http: Send + Sync {
    /// Sends one request and waits for the whole answer. `bearer` is the access token for requests
    /// that ask for one ([`Auth::Bearer`](crate::Auth::Bearer)); others go without.
    ///
    /// # Errors
    ///
    /// If there is no answer. Whether the request arrived is then not known.
    async fn send(
        &self,
        request: &VendorRequest,
        bearer: Option<&SecretString>,
    ) -> Result<VendorReply, HttpError>;
}

/// Why there is no answer. Says nothing of the address, which may hold a secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HttpError {
    /// The other side cannot be reached, or broke off.
    #[error("the vendor cannot be reached")]
    Unreachable,
    /// It took too long.
    #[error("the vendor did not answer in time")]
    TimedOut,
    /// The answer is longer than any that is expected.
    #[error("the vendor's answer is too long")]
    TooLong,
    /// The request cannot be written, for instance because a header holds a line break.
    #[error("the request cannot be sent")]
    BadRequest,
}
