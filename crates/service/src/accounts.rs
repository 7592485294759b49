//! Accounts and their settings.

use vitalog_core::{Account, AccountId, Place, SourcePriority, Switchover, UnitSystem, zone};
use vitalog_storage::{DocumentWrite, Owner, Put};

use crate::{
    Service, ServiceError,
    account_document::{ACCOUNT_KIND, AccountDocument},
    code,
};

/// How often a change of settings is tried again when another was faster.
const ATTEMPTS: usize = 20;

/// Settings to change; what is `None` stays.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AccountChange {
    /// The name of a time zone, as `Europe/Berlin`.
    pub zone: Option<String>,
    /// Units that readings are shown in.
    pub units: Option<UnitSystem>,
    /// The net-carbs switchover.
    pub switchover: Option<Switchover>,
    /// Which of several sources is believed first.
    pub sources: Option<SourcePriority>,
    /// Where the person mostly is.
    pub place: Option<PlaceChange>,
}

/// What becomes of an account's place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PlaceChange {
    /// It is this one, as exactly as it is given.
    Set(Place),
    /// None is kept.
    Forget,
}

impl AccountChange {
    fn apply(&self, document: &mut AccountDocument) -> Result<(), ServiceError> {
        if let Some(zone) = &self.zone {
            document.set_zone(zone)?;
        }
        if let Some(units) = self.units {
            document.set_units(units);
        }
        if let Some(switchover) = self.switchover {
            document.set_switchover(switchover);
        }
        if let Some(sources) = &self.sources {
            document.set_sources(sources);
        }
        match self.place {
            None => {}
            Some(PlaceChange::Set(place)) => document.set_place(Some(place)),
            Some(PlaceChange::Forget) => document.set_place(None),
        }
        Ok(())
    }
}

impl Service {
    /// One account; `None` if there is none of that name.
    ///
    /// # Errors
    ///
    /// If storage cannot be read, or what it holds is broken.
    pub async fn account(&self, id: &AccountId) -> Result<Option<Account>, ServiceError> {
        let stored = self.read_account(id).await?;
        stored
            .map(|(document, _)| self.in_force(id, document))
            .transpose()
    }

    /// An account with the settings that hold: those of configuration win over those stored.
    fn in_force(
        &self,
        id: &AccountId,
        mut document: AccountDocument,
    ) -> Result<Account, ServiceError> {
        if *id == AccountId::first() {
            self.configured.apply(&mut document)?;
        }
        document.into_account(id.clone())
    }

    /// All accounts by name.
    ///
    /// # Errors
    ///
    /// If storage cannot be read, or what it holds is broken.
    pub async fn list_accounts(&self) -> Result<Vec<Account>, ServiceError> {
        let stored = self
            .storage
            .list_documents(&Owner::Deployment, ACCOUNT_KIND)
            .await?;
        stored
            .into_iter()
            .map(|stored| {
                let id = AccountId::new(&stored.id).ok_or_else(|| {
                    ServiceError::server_fault("The name of a stored account is broken.")
                })?;
                let document = AccountDocument::from_body(&stored.id, &stored.body)?;
                self.in_force(&id, document)
            })
            .collect()
    }

    /// Makes an account with its secrets. A zone that is not given is the first account's, as a
    /// household mostly shares one.
    ///
    /// # Errors
    ///
    /// If there is one of that name already, a setting is not allowed, or storage fails.
    pub async fn add_account(
        &self,
        id: &AccountId,
        settings: AccountChange,
    ) -> Result<Account, ServiceError> {
        let taken = || {
            ServiceError::new(code::CONFLICT, format!("There is an account {id} already.")).advise(
                format!(
                    "Choose another name, or change it with `vitalog account set{}`.",
                    id.as_flag()
                ),
            )
        };
        if self.read_account(id).await?.is_some() {
            return Err(taken());
        }
        let first = self.account(&AccountId::first()).await?;
        let zone = first.map(|first| (zone::name_of(&first.zone).to_owned(), first.zone_is_set));
        let (zone, zone_is_set) = zone.unwrap_or_else(|| ("UTC".to_owned(), false));
        let mut document = AccountDocument::new(&zone, zone_is_set, self.clock.now())?;
        settings.apply(&mut document)?;

        if !self.create_account(id, &document).await? {
            return Err(taken());
        }
        document.into_account(id.clone())
    }

    /// Changes an account's settings, and shows it with those that hold: what configuration names
    /// for the first account wins over the change for as long as it does.
    ///
    /// # Errors
    ///
    /// If there is no such account, a setting is not allowed, or storage fails.
    pub async fn change_account(
        &self,
        id: &AccountId,
        change: AccountChange,
    ) -> Result<Account, ServiceError> {
        for _ in 0..ATTEMPTS {
            let (stored, version) = self.read_account(id).await?.ok_or_else(|| no_account(id))?;
            let mut document = stored.clone();
            change.apply(&mut document)?;
            if document == stored || self.put_account(id, Some(version), &document).await? {
                return self.in_force(id, document);
            }
        }
        Err(ServiceError::new(
            code::STORAGE_UNAVAILABLE,
            "Other changes of the account kept coming first; nothing was changed.",
        ))
    }

    /// Stores a new account after its secrets, so that an account never stands without them;
    /// `false` if there is one of that name.
    pub(crate) async fn create_account(
        &self,
        id: &AccountId,
        document: &AccountDocument,
    ) -> Result<bool, ServiceError> {
        self.ensure_secrets(id).await?;
        self.put_account(id, None, document).await
    }

    /// An account's document with its version.
    pub(crate) async fn read_account(
        &self,
        id: &AccountId,
    ) -> Result<Option<(AccountDocument, u64)>, ServiceError> {
        let stored = self
            .storage
            .get_document(&Owner::Deployment, ACCOUNT_KIND, id.as_str())
            .await?;
        stored
            .map(|stored| {
                let document = AccountDocument::from_body(&stored.id, &stored.body)?;
                Ok((document, stored.version))
            })
            .transpose()
    }

    /// Writes an account's document if it has the expected version; says whether it did.
    async fn put_account(
        &self,
        id: &AccountId,
        expected: Option<u64>,
        document: &AccountDocument,
    ) -> Result<bool, ServiceError> {
        let write = DocumentWrite {
            kind: ACCOUNT_KIND,
            id: id.as_str().to_owned(),
            body: document.to_body()?,
            expires_at: None,
        };
        let put = self
            .storage
            .put_document(&Owner::Deployment, expected, &write)
            .await?;
        Ok(put != Put::Stale)
    }
}

/// The error of a name that no account has.
pub(crate) fn no_account(id: &AccountId) -> ServiceError {
    ServiceError::new(code::NOT_FOUND, format!("There is no account {id}."))
        .advise("`vitalog account list` shows the accounts.")
}
