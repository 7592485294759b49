//! How a sign-in ended, for whoever waits for it in another process than the one that took the answer.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use vitalog_connectors::oauth2::CallbackRefused;
use vitalog_storage::{DocumentWrite, Owner, StorageError};

use super::{
    connect::{ConnectError, Connected, PENDING_FOR, digest, query_of, state_of},
    relay::Relay,
};

/// The kind of the documents; the id is the digest of the state.
const KIND: &str = "vendor-sign-in-end";

/// What is stored, in JSON.
#[derive(Serialize, Deserialize)]
struct End {
    /// Why nobody is connected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failed: Option<String>,
}

impl Relay {
    /// Notes how the sign-in ended that an answer belongs to, once a person was welcomed or is known
    /// not to be. What was not begun here has nobody who waits.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn note_sign_in(
        &self,
        answer: &str,
        ended: &Result<Connected, ConnectError>,
    ) -> Result<(), StorageError> {
        let failed = match ended {
            Ok(_) => None,
            Err(ConnectError::NotBegun) => return Ok(()),
            Err(error) => Some(error.code().to_owned()),
        };
        let Some(state) = state_of(query_of(answer)) else {
            return Ok(());
        };
        let now = self.inner.clock.now();
        let write = DocumentWrite {
            kind: KIND,
            id: digest(&state),
            body: serde_json::json!(End { failed }).to_string(),
            expires_at: Some(now.checked_add(PENDING_FOR).unwrap_or(Timestamp::MAX)),
        };
        let storage = self.inner.storage.as_ref();
        storage
            .put_document(&Owner::Deployment, None, &write)
            .await?;
        Ok(())
    }

    /// How the sign-in of a state ended, if it has.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn sign_in_end(
        &self,
        state: &str,
    ) -> Result<Option<Result<(), ConnectError>>, StorageError> {
        let storage = self.inner.storage.as_ref();
        let id = digest(state);
        let end = storage.get_document(&Owner::Deployment, KIND, &id).await?;
        let end = end.and_then(|document| serde_json::from_str::<End>(&document.body).ok());
        Ok(end.map(|end| match end.failed {
            None => Ok(()),
            Some(code) => Err(ConnectError::of(&code)),
        }))
    }
}

impl ConnectError {
    /// A name of it that lasts.
    fn code(&self) -> &'static str {
        match self {
            Self::NotSetUp => "not_set_up",
            Self::NotBegun => "not_begun",
            Self::Refused(CallbackRefused::Denied) => "denied",
            Self::Refused(_) => "refused",
            Self::CodeRejected => "code_rejected",
            Self::NoRefreshToken => "no_refresh_token",
            Self::AnotherAccount => "another_account",
            Self::AnotherPerson => "another_person",
            Self::Unavailable | Self::Storage(_) | Self::Token(_) => "unavailable",
        }
    }

    /// The error of a name.
    fn of(code: &str) -> Self {
        match code {
            "not_set_up" => Self::NotSetUp,
            "not_begun" => Self::NotBegun,
            "denied" => Self::Refused(CallbackRefused::Denied),
            "refused" => Self::Refused(CallbackRefused::VendorRefused),
            "code_rejected" => Self::CodeRejected,
            "no_refresh_token" => Self::NoRefreshToken,
            "another_account" => Self::AnotherAccount,
            "another_person" => Self::AnotherPerson,
            _ => Self::Unavailable,
        }
    }
}
