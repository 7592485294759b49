//! How a token is stored, and what is told of it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use vitalog_core::AccountId;
use vitalog_sync::as_text;

use super::NewToken;
use crate::ServiceError;

/// The kind of an account's documents of tokens; their id is the token's identifier.
pub(super) const TOKEN_KIND: &str = "token";
/// The kind of the deployment's index documents. Their id is a token's digest, their body the
/// account's name and the token's identifier.
pub(super) const BEARER_KIND: &str = "bearer";

/// What a token may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Scope {
    /// Read the record.
    #[serde(rename = "read")]
    Read,
    /// Read the record and change it.
    #[serde(rename = "read write")]
    ReadWrite,
}

impl Scope {
    /// The scope as OAuth writes it: names with spaces between them.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::ReadWrite => "read write",
        }
    }

    /// Reads names with spaces between them, in any order. Whoever may write may read.
    ///
    /// ```
    /// use vitalog_service::Scope;
    /// assert_eq!(Scope::parse("read"), Some(Scope::Read));
    /// assert_eq!(Scope::parse("write read"), Some(Scope::ReadWrite));
    /// assert_eq!(Scope::parse("write"), Some(Scope::ReadWrite));
    /// assert_eq!(Scope::parse("admin"), None);
    /// assert_eq!(Scope::parse(""), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut scope = None;
        for name in text.split_ascii_whitespace() {
            scope = match (name, scope) {
                ("read", None) => Some(Self::Read),
                ("read", scope) => scope,
                ("write", _) => Some(Self::ReadWrite),
                _ => return None,
            };
        }
        scope
    }

    /// Whether it may change the record.
    #[must_use]
    pub fn may_write(self) -> bool {
        self == Self::ReadWrite
    }
}

/// Whose a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenKind {
    /// Made by the person, for a program of theirs.
    Personal,
    /// Given to a client that the person authorized.
    Oauth,
}

impl TokenKind {
    /// The name in lists.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Personal => "personal",
            Self::Oauth => "oauth",
        }
    }
}

/// What is told of a token; never its secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its identifier, which is no secret.
    pub id: String,
    /// Whose record it opens.
    pub account: AccountId,
    /// What its owner calls it.
    pub label: String,
    /// Whose it is.
    pub kind: TokenKind,
    /// The client it was given to.
    pub client: Option<String>,
    /// What it may do.
    pub scope: Scope,
    /// The groups of tools it sees, as a list with commas; `None` for the usual ones.
    pub toolsets: Option<String>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last used, to the minute or so.
    pub last_used_at: Option<Timestamp>,
    /// When it stops working.
    pub expires_at: Option<Timestamp>,
    /// When it was ended.
    pub revoked_at: Option<Timestamp>,
}

impl Token {
    /// Whether it opens anything at `now`.
    #[must_use]
    pub fn is_in_force(&self, now: Timestamp) -> bool {
        self.revoked_at.is_none() && self.expires_at.is_none_or(|end| now < end)
    }
}

/// The stored form. Fields are only ever added, each with a default.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct TokenDocument {
    /// SHA-256 of the secret, in hexadecimal.
    digest: String,
    label: String,
    kind: TokenKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    client: Option<String>,
    scope: Scope,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    toolsets: Option<String>,
    #[serde(with = "as_text")]
    created_at: Timestamp,
    #[serde(default, with = "as_text::option")]
    expires_at: Option<Timestamp>,
    #[serde(default, with = "as_text::option")]
    revoked_at: Option<Timestamp>,
}

impl TokenDocument {
    pub(super) fn new(new: &NewToken, label: &str, secret: &str, now: Timestamp) -> Self {
        Self {
            digest: bearer_index(secret),
            label: label.to_owned(),
            kind: new.kind,
            client: new.client.clone(),
            scope: new.scope,
            toolsets: new.toolsets.clone(),
            created_at: now,
            expires_at: new.expires_at,
            revoked_at: None,
        }
    }

    pub(super) fn from_body(body: &str) -> Result<Self, ServiceError> {
        serde_json::from_str(body)
            .map_err(|_| ServiceError::server_fault("What is stored of a token is broken."))
    }

    pub(super) fn to_body(&self) -> String {
        serde_json::json!(self).to_string()
    }

    pub(super) fn digest(&self) -> &str {
        &self.digest
    }

    /// Ends it; says whether that is news.
    pub(super) fn revoke(&mut self, now: Timestamp) -> bool {
        let is_news = self.revoked_at.is_none();
        self.revoked_at.get_or_insert(now);
        is_news
    }

    pub(super) fn into_token(self, account: AccountId, id: String) -> Token {
        Token {
            id,
            account,
            label: self.label,
            kind: self.kind,
            client: self.client,
            scope: self.scope,
            toolsets: self.toolsets,
            created_at: self.created_at,
            last_used_at: None,
            expires_at: self.expires_at,
            revoked_at: self.revoked_at,
        }
    }
}

/// The id of a token's index document: the digest of its secret.
pub(super) fn bearer_index(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}
