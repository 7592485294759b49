//! The application, put together from settings.

use std::{io, path::PathBuf, sync::Arc};

use jiff::tz::TimeZone;
use vitalog_config::{Flag, Origin, Settings, SettingsFile, Sources, data_folder};
use vitalog_core::{Account, AccountId, zone};
use vitalog_mcp::{Mcp, McpOptions, Toolsets};
use vitalog_service::{AccountChange, AccountDefaults, Service, SetUp};
use vitalog_storage::{Storage, copy};
use vitalog_sync::{Ingest, vendor::Relay};

use crate::{
    args::Global,
    data_folder as folder, demo, environment,
    failure::Failure,
    output,
    relay::{self, ServiceAccounts},
    storage,
    system::{SystemClock, SystemEntropy},
};

/// Reads the settings that hold for a command.
pub(crate) fn settings(
    global: &Global,
    flags: Vec<Flag>,
    for_stdio: bool,
) -> Result<Settings, Failure> {
    let mut env = environment::variables();
    let platform = environment::platform_data_folder();
    let data = data_folder(global.data.clone(), &env, platform).ok_or_else(|| {
        Failure::usage("this machine names no folder for application data")
            .advise("Choose one with --data or VITALOG_DATA.")
    })?;
    let data = std::path::absolute(&data).unwrap_or(data);
    let mut flags = flags;
    let demo = demo::is_demo(&data)?;
    if demo && global.database.is_none() {
        // Its record is in its own folder, wherever the settings have the real one.
        flags.push(Flag {
            setting: "storage.url",
            flag: "--data",
            value: format!("sqlite:{}", data.join("vitalog.db").display()),
        });
        env.retain(|name, _| !name.starts_with("VITALOG_STORAGE__"));
    }
    if global.data.is_some() {
        let value = data.display().to_string();
        flags.push(Flag {
            setting: "data",
            flag: "--data",
            value,
        });
    }
    if let Some(url) = &global.database {
        flags.push(Flag {
            setting: "storage.url",
            flag: "--database",
            value: url.clone(),
        });
    }
    let sources = Sources {
        flags,
        env,
        file: settings_file(global, data.join("vitalog.toml"))?,
        read_secret: &|path| std::fs::read_to_string(path),
    };
    let mut settings = Settings::load(&data, &sources, for_stdio)?;
    if demo {
        settings.storage.key = None;
        // What is invented is not mixed with what vendors know of a real person.
        (settings.oura.client_id, settings.oura.client_secret) = (None, None);
        (settings.whoop.client_id, settings.whoop.client_secret) = (None, None);
        settings.warnings.push(demo::WARNING.to_owned());
    }
    Ok(settings)
}

/// The settings file: one that is named must be there, the usual one may be.
fn settings_file(global: &Global, usual: PathBuf) -> Result<Option<SettingsFile>, Failure> {
    let path = global.config.clone().unwrap_or(usual);
    match std::fs::read_to_string(&path) {
        Ok(text) => Ok(Some(SettingsFile { path, text })),
        Err(error) if error.kind() == io::ErrorKind::NotFound && global.config.is_none() => {
            Ok(None)
        }
        Err(error) => Err(Failure::usage(format!(
            "cannot read the settings file {}: {error}",
            path.display()
        ))),
    }
}

/// The application over its opened storage.
pub(crate) struct Deployment {
    pub(crate) settings: Settings,
    pub(crate) service: Service,
    pub(crate) relay: Relay,
    pub(crate) created: bool,
    storage: Arc<dyn Storage>,
}

impl Deployment {
    /// Opens the storage; makes the data folder, the key, the first account and its secrets where
    /// they are not there yet.
    pub(crate) async fn open(settings: Settings) -> Result<Self, Failure> {
        let mut deployment = Self::put_together(settings).await?;
        let service = &deployment.service;
        let first = AccountId::first();
        if service.is_being_erased(&first).await? {
            return Err(Failure::needs_person(format!(
                "the erasure of account `{first}` was begun and not finished"
            ))
            .advise("Run `vitalog erase` again: it goes on."));
        }
        let defaults = defaults(&deployment.settings);
        let SetUp { account, created } = service.set_up(defaults).await?;
        deployment.created = created;
        if created {
            deployment.introduce(&account);
        }
        Ok(deployment)
    }

    /// Opens storage that is there to take something out of it, and makes no account.
    pub(crate) async fn open_to_erase(settings: Settings) -> Result<Self, Failure> {
        if !storage::is_made(&settings).await? {
            return Err(Failure::usage("nothing is stored yet"));
        }
        Self::put_together(settings).await
    }

    async fn put_together(settings: Settings) -> Result<Self, Failure> {
        folder::ensure(&settings.data)?;
        // Engines wait for much, which is put aside so that commands stay small.
        let storage = Box::pin(storage::open(&settings)).await?;
        if copy::is_unfinished(&*storage).await? {
            let place = settings.storage.url.shown();
            return Err(Failure::needs_person(format!(
                "{place} holds a copy of a record that was not finished"
            ))
            .advise(
                "Run the `vitalog migrate` or `vitalog restore` that began it again, or choose \
                      another place.",
            ));
        }
        folder::warn_if_open(&settings.data);
        let (relay, has_new_key) = relay::relay(&settings, storage.clone())?;
        let service = Service::new(
            storage.clone(),
            Arc::new(SystemClock),
            Arc::new(SystemEntropy),
        )
        .with_relay(relay.status_reader(), Arc::new(relay.clone()))
        .with_configured(configured(&settings));
        let deployment = Self {
            settings,
            service,
            relay,
            created: false,
            storage,
        };
        if has_new_key {
            let (service, relay) = (&deployment.service, &deployment.relay);
            // Said once in the life of a record, which should make no other command larger.
            Box::pin(relay::tell_of_lost_key(
                &deployment.settings,
                service,
                relay,
            ))
            .await?;
        }
        Ok(deployment)
    }

    /// Where the record is kept.
    pub(crate) fn storage(&self) -> &Arc<dyn Storage> {
        &self.storage
    }

    /// The accounts, as the relay looks for them.
    pub(crate) fn accounts(&self) -> ServiceAccounts {
        ServiceAccounts(self.service.clone())
    }

    /// The write path.
    pub(crate) fn ingest(&self) -> Ingest {
        Ingest::new(self.storage.clone(), Arc::new(SystemClock))
    }

    /// The protocol edge.
    pub(crate) fn mcp(&self) -> Mcp {
        Mcp::new(self.service.clone(), McpOptions::new(Arc::new(SystemClock)))
    }

    /// The account of a name, or the first one.
    pub(crate) async fn account(&self, name: Option<&str>) -> Result<Account, Failure> {
        let id = match name {
            Some(name) => account_id(name)?,
            None => AccountId::first(),
        };
        self.service.account(&id).await?.ok_or_else(|| {
            Failure::usage(format!("there is no account `{id}`"))
                .advise("`vitalog account list` shows the accounts.")
        })
    }

    fn introduce(&self, account: &Account) {
        let zone = zone::name_of(&account.zone);
        let whose = if account.zone_is_set {
            "as set"
        } else {
            "the machine's own"
        };
        let place = match storage::file(&self.settings) {
            Ok(None) => self.settings.storage.url.shown(),
            Ok(Some(_)) | Err(_) => self.settings.data.display().to_string(),
        };
        output::note(&format!(
            "A new record was made in {place}: account `{}`, time zone {zone} ({whose}).",
            account.id,
        ));
    }
}

/// The toolsets that a flag chooses, else the settings, else `default`.
pub(crate) fn toolsets(
    flag: Option<&str>,
    settings: &Settings,
    default: Toolsets,
) -> Result<Toolsets, Failure> {
    let (list, origin) = match (flag, &settings.mcp.toolsets) {
        (Some(list), _) => (list, "--toolsets".to_owned()),
        (None, Some(list)) => (list.as_str(), settings.origin("mcp.toolsets").to_string()),
        (None, None) => return Ok(default),
    };
    Toolsets::parse(list)
        .map_err(|error| Failure::usage(format!("{origin} is not usable: {error}")))
}

/// Reads an account's name.
pub(crate) fn account_id(name: &str) -> Result<AccountId, Failure> {
    AccountId::new(name).ok_or_else(|| {
        Failure::usage("that is no account name")
            .advise("A name has 1 to 40 of a-z, 0-9, - and _, and starts with a letter or digit.")
    })
}

/// What the first account is made with.
fn defaults(settings: &Settings) -> AccountDefaults {
    let AccountChange {
        zone, switchover, ..
    } = configured(settings);
    AccountDefaults {
        zone_is_set: zone.is_some(),
        zone: zone.unwrap_or_else(environment::zone_name),
        switchover,
    }
}

/// What settings name for the first account.
fn configured(settings: &Settings) -> AccountChange {
    let account = &settings.account;
    let zone = account.timezone.as_ref().and_then(TimeZone::iana_name);
    let units_are_set = settings.origin("account.units") != Origin::Default;
    AccountChange {
        zone: zone.map(str::to_owned),
        units: units_are_set.then_some(account.units),
        switchover: account.net_carbs_switchover,
        ..AccountChange::default()
    }
}
