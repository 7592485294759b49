//! Tokens: bearer credentials of clients, of which only digests are kept.
//!
//! A token is found by its SHA-256, as a door is. The index only points at an account and a
//! token; whether it is in force is decided by what the account stores of it, so that revoking is one
//! write.

mod bearer;
mod document;

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use vitalog_core::AccountId;
use vitalog_storage::{DocumentWrite, Owner, Put};

pub use bearer::OpenedToken;
use document::{BEARER_KIND, TOKEN_KIND, TokenDocument, bearer_index};
pub use document::{Scope, Token, TokenKind};

use crate::{Service, ServiceError, access::TOKEN_USE_KIND, accounts::no_account, code};

/// What a personal token begins with, so that those who search for leaked secrets know it.
pub const TOKEN_PREFIX: &str = "vtl_";
/// The longest label, in characters.
pub const MAX_LABEL_CHARS: usize = 60;
/// Random bytes of a token.
const TOKEN_BYTES: usize = 32;
/// Random bytes of a token's public identifier.
const ID_BYTES: usize = 6;
/// How often a change is tried again when another was faster.
const ATTEMPTS: usize = 20;

/// A token to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewToken {
    /// What its owner calls it.
    pub label: String,
    /// Whether it is the person's own or an authorized client's.
    pub kind: TokenKind,
    /// The name of the client it was given to, if that is known.
    pub client: Option<String>,
    /// What it may do.
    pub scope: Scope,
    /// The groups of tools it sees, as a list with commas; `None` for the usual ones.
    pub toolsets: Option<String>,
    /// When it stops working.
    pub expires_at: Option<Timestamp>,
}

impl Service {
    /// Makes a token. What is given back beside it is the only copy of its secret.
    ///
    /// # Errors
    ///
    /// If there is no such account, the label is empty or too long, the end is past, or storage
    /// fails.
    pub async fn create_token(
        &self,
        account: &AccountId,
        new: NewToken,
    ) -> Result<(Token, SecretString), ServiceError> {
        self.read_account(account)
            .await?
            .ok_or_else(|| no_account(account))?;
        let now = self.clock.now();
        let label = new.label.trim();
        let chars = label.chars().count();
        if chars == 0 || chars > MAX_LABEL_CHARS || label.chars().any(char::is_control) {
            return Err(invalid(format!(
                "A label has 1 to {MAX_LABEL_CHARS} characters, on one line."
            )));
        }
        if new.expires_at.is_some_and(|end| end <= now) {
            return Err(invalid("A token must end in the future.".to_owned()));
        }
        let secret = self.random_token();
        let id = self.random_hex::<ID_BYTES>();
        let document = TokenDocument::new(&new, label, secret.expose_secret(), now);
        // The token before its index: an index that leads to nothing opens nothing either, but
        // this way round nothing is ever listed that was not made whole.
        let put = self.put_token(account, None, &id, &document).await?;
        if put == Put::Stale {
            return Err(ServiceError::server_fault(
                "Two tokens were given one identifier.",
            ));
        }
        let index = DocumentWrite {
            kind: BEARER_KIND,
            id: bearer_index(secret.expose_secret()),
            body: format!("{account} {id}"),
            expires_at: None,
        };
        self.storage
            .put_document(&Owner::Deployment, None, &index)
            .await?;
        Ok((document.into_token(account.clone(), id), secret))
    }

    /// The tokens of an account, oldest first; those that no longer work too.
    ///
    /// # Errors
    ///
    /// If storage cannot be read, or what it holds is broken.
    pub async fn tokens(&self, account: &AccountId) -> Result<Vec<Token>, ServiceError> {
        let owner = Owner::Account(account.clone());
        let stored = self.storage.list_documents(&owner, TOKEN_KIND).await?;
        let used = self.storage.list_documents(&owner, TOKEN_USE_KIND).await?;
        let used_at = |id: &str| {
            let stamp = used.iter().find(|stamp| stamp.id == id)?;
            stamp.body.parse().ok()
        };
        let tokens = stored.into_iter().map(|stored| {
            let document = TokenDocument::from_body(&stored.body)?;
            Ok(Token {
                last_used_at: used_at(&stored.id),
                ..document.into_token(account.clone(), stored.id)
            })
        });
        let mut tokens: Vec<Token> = tokens.collect::<Result<_, ServiceError>>()?;
        tokens.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
        Ok(tokens)
    }

    /// Ends a token, at once and for good; `None` if the account has none of this identifier. One
    /// that was revoked before stays revoked since then.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn revoke_token(
        &self,
        account: &AccountId,
        id: &str,
    ) -> Result<Option<Token>, ServiceError> {
        let owner = Owner::Account(account.clone());
        for _ in 0..ATTEMPTS {
            let Some(stored) = self.storage.get_document(&owner, TOKEN_KIND, id).await? else {
                return Ok(None);
            };
            let mut document = TokenDocument::from_body(&stored.body)?;
            let is_news = document.revoke(self.clock.now());
            let put = if is_news {
                self.put_token(account, Some(stored.version), id, &document)
                    .await?
            } else {
                Put::Done(stored.version)
            };
            if put != Put::Stale {
                return Ok(Some(document.into_token(account.clone(), stored.id)));
            }
        }
        Err(ServiceError::new(
            code::STORAGE_UNAVAILABLE,
            "Other changes of the token kept coming first.",
        ))
    }

    async fn put_token(
        &self,
        account: &AccountId,
        expected: Option<u64>,
        id: &str,
        document: &TokenDocument,
    ) -> Result<Put, ServiceError> {
        let write = DocumentWrite {
            kind: TOKEN_KIND,
            id: id.to_owned(),
            body: document.to_body(),
            expires_at: None,
        };
        let owner = Owner::Account(account.clone());
        Ok(self.storage.put_document(&owner, expected, &write).await?)
    }

    fn random_token(&self) -> SecretString {
        format!("{TOKEN_PREFIX}{}", self.random_hex::<TOKEN_BYTES>()).into()
    }

    fn random_hex<const BYTES: usize>(&self) -> String {
        let mut bytes = [0; BYTES];
        self.entropy.fill(&mut bytes);
        hex::encode(bytes)
    }
}

fn invalid(message: String) -> ServiceError {
    ServiceError::new(code::INVALID_ARGUMENT, message)
}
