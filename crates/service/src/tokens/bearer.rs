//! Whose record a presented token opens.

use subtle::ConstantTimeEq;
use vitalog_core::{Account, AccountId};
use vitalog_storage::{Owner, Version};

use super::{
    Token,
    document::{BEARER_KIND, TOKEN_KIND, TokenDocument, bearer_index},
};
use crate::{Service, ServiceError};

/// What a token opened.
#[derive(Clone, Debug)]
pub struct OpenedToken {
    /// The account.
    pub account: Account,
    /// What is known of the token.
    pub token: Token,
    /// What the store looked like before the account was read.
    pub version: Option<Version>,
}

impl Service {
    /// What a presented bearer token opens; `None` if it opens nothing, whatever the reason: it was
    /// never given out, has ended, or was revoked.
    ///
    /// # Errors
    ///
    /// If storage cannot be read, or what it holds is broken.
    pub async fn open_token(&self, presented: &str) -> Result<Option<OpenedToken>, ServiceError> {
        let index = bearer_index(presented);
        let version = self.version()?;
        let opened = match self.bearers.get(version, &index) {
            Some((account, token)) => Some(OpenedToken {
                account,
                token,
                version,
            }),
            None => self.find_token(index, version).await?,
        };
        let now = self.clock.now();
        Ok(opened.filter(|opened| opened.token.is_in_force(now)))
    }

    async fn find_token(
        &self,
        index: String,
        version: Option<Version>,
    ) -> Result<Option<OpenedToken>, ServiceError> {
        let found = self
            .storage
            .get_document(&Owner::Deployment, BEARER_KIND, &index)
            .await?;
        let named = found.as_ref().and_then(|found| found.body.split_once(' '));
        let Some((id, token)) = named.and_then(|(id, token)| Some((AccountId::new(id)?, token)))
        else {
            return Ok(None);
        };
        let owner = Owner::Account(id.clone());
        let Some(stored) = self.storage.get_document(&owner, TOKEN_KIND, token).await? else {
            return Ok(None);
        };
        let document = TokenDocument::from_body(&stored.body)?;
        let is_same: bool = document.digest().as_bytes().ct_eq(index.as_bytes()).into();
        let Some(account) = self.account(&id).await?.filter(|_| is_same) else {
            return Ok(None);
        };
        let token = document.into_token(id, stored.id);
        let remembered = (account.clone(), token.clone());
        self.bearers.put(version, index, remembered, 1);
        Ok(Some(OpenedToken {
            account,
            token,
            version,
        }))
    }
}
