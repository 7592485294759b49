//! All settings, read.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use crate::{
    ConfigError, Origin, Sources,
    env_vars::{Fallback, VARIABLES},
    layers::Layers,
    sections::{
        access::Access,
        account::Account,
        ingest::Ingest,
        limits::Limits,
        log::Log,
        mcp::Mcp,
        oura::Oura,
        server::{PublicUrl, Server},
        stdio::Stdio,
        storage::Storage,
        weather::Weather,
        whoop::Whoop,
    },
};

/// Everything that can be set, as it is in force.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder that holds the database, its key and the settings file.
    pub data: PathBuf,
    /// Where the server listens, and to whom it answers.
    pub server: Server,
    /// Where the record is kept.
    pub storage: Storage,
    /// Who may come in by which door.
    pub access: Access,
    /// What the first account starts with.
    pub account: Account,
    /// What a phone may send.
    pub ingest: Ingest,
    /// How much may be asked.
    pub limits: Limits,
    /// How Oura is reached, and as which app.
    pub oura: Oura,
    /// How WHOOP is reached, and as which app.
    pub whoop: Whoop,
    /// How the weather is asked for.
    pub weather: Weather,
    /// What is logged, and how.
    pub log: Log,
    /// What a chat app sees.
    pub mcp: Mcp,
    /// What `vitalog stdio` alone reads.
    pub stdio: Stdio,
    /// Sentences about variables that have no effect.
    pub warnings: Vec<String>,
    /// What is in force, for people.
    pub in_force: Vec<InForce>,
}

/// One setting as it is in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InForce {
    /// The setting, as `section.key`.
    pub setting: &'static str,
    /// Its variable.
    pub variable: &'static str,
    /// Its value as it may be shown: secrets are masked.
    pub value: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// The data folder: the flag, else `VITALOG_DATA`, else the platform's. It is known before the
/// other settings, because the settings file lies in it.
#[must_use]
pub fn data_folder(
    flag: Option<PathBuf>,
    env: &BTreeMap<String, String>,
    platform: Option<PathBuf>,
) -> Option<PathBuf> {
    let variable = env
        .get("VITALOG_DATA")
        .filter(|value| !value.trim().is_empty());
    flag.or_else(|| variable.map(PathBuf::from)).or(platform)
}

impl Settings {
    /// Reads every setting. `for_stdio` says whether the variables count that `vitalog stdio`
    /// alone reads.
    ///
    /// # Errors
    ///
    /// If a value has the wrong form, the file is not TOML or holds an unknown key, or a secret
    /// is given twice or cannot be read.
    pub fn load(data: &Path, sources: &Sources<'_>, for_stdio: bool) -> Result<Self, ConfigError> {
        let layers = Layers::new(sources)?;
        let server = Server::read(&layers)?;
        let public_url = server.public_url.as_ref().map(PublicUrl::as_str);
        let mut settings = Self {
            data: data.to_owned(),
            whoop: Whoop::read(&layers, public_url)?,
            server,
            storage: Storage::read(&layers, data)?,
            access: Access::read(&layers)?,
            account: Account::read(&layers)?,
            ingest: Ingest::read(&layers)?,
            limits: Limits::read(&layers)?,
            oura: Oura::read(&layers)?,
            weather: Weather::read(&layers)?,
            log: Log::read(&layers)?,
            mcp: Mcp::read(&layers)?,
            stdio: Stdio::read(&layers, for_stdio)?,
            warnings: layers.warnings.clone(),
            in_force: Vec::new(),
        };
        if layers.origin("storage.url") == Origin::Default
            && let Some(database) = settings.stdio.database.clone()
        {
            settings.storage.url = database;
        }
        settings.in_force = settings.describe(&layers);
        Ok(settings)
    }

    /// Where a setting comes from, as it is named to people.
    #[must_use]
    pub fn origin(&self, setting: &str) -> Origin {
        self.in_force
            .iter()
            .find(|row| row.setting == setting)
            .map_or(Origin::Default, |row| row.origin.clone())
    }

    fn describe(&self, layers: &Layers) -> Vec<InForce> {
        let value = |setting, default: Fallback| match (layers.text(setting), default) {
            (Some(text), _) => text.trim().to_owned(),
            (None, Fallback::Derived(how)) => format!("({how})"),
            (None, Fallback::Text(_) | Fallback::Unset) => "(not set)".to_owned(),
        };
        VARIABLES
            .iter()
            .map(|row| InForce {
                setting: row.setting,
                variable: row.name,
                value: match row.setting {
                    "data" => self.data.display().to_string(),
                    "storage.url" => self.storage.url.shown(),
                    "stdio.database" => layers
                        .read(row.setting, crate::sections::storage::StorageUrl::parse)
                        .ok()
                        .flatten()
                        .map_or_else(|| "(not set)".to_owned(), |url| url.shown()),
                    _ if row.secret && layers.text(row.setting).is_some() => "********".to_owned(),
                    _ => value(row.setting, row.default),
                },
                origin: layers.origin(row.setting),
            })
            .collect()
    }
}
