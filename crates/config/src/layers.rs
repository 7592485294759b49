//! The sources of settings, and which of them wins.

use std::{
    collections::BTreeMap,
    fmt, io,
    path::{Path, PathBuf},
};

use crate::{
    ConfigError,
    env_vars::{Fallback, VARIABLES, Variable},
    nearest::nearest,
};

/// A setting given on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flag {
    /// The setting, as `section.key`.
    pub setting: &'static str,
    /// The flag as typed, `--listen`.
    pub flag: &'static str,
    /// Its value.
    pub value: String,
}

/// The settings file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettingsFile {
    /// Where it lies.
    pub path: PathBuf,
    /// What it holds.
    pub text: String,
}

/// Everything settings are read from.
pub struct Sources<'a> {
    /// Settings given on the command line.
    pub flags: Vec<Flag>,
    /// The environment.
    pub env: BTreeMap<String, String>,
    /// The settings file, if there is one.
    pub file: Option<SettingsFile>,
    /// Reads a file that holds a secret.
    pub read_secret: &'a dyn Fn(&Path) -> io::Result<String>,
}

/// Where a value in force comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A flag.
    Flag(&'static str),
    /// A variable.
    Variable(String),
    /// A file that a variable names.
    SecretFile(String),
    /// A key of the settings file.
    File(PathBuf, String),
    /// Nobody said anything.
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => f.write_str(flag),
            Self::Variable(name) => f.write_str(name),
            Self::SecretFile(name) => write!(f, "the file that {name} names"),
            Self::File(path, key) => write!(f, "{key} in {}", path.display()),
            Self::Default => f.write_str("default"),
        }
    }
}

/// Settings as text, with where each comes from.
pub(crate) struct Layers {
    values: BTreeMap<&'static str, (String, Origin)>,
    pub(crate) warnings: Vec<String>,
}

impl Layers {
    pub(crate) fn new(sources: &Sources<'_>) -> Result<Self, ConfigError> {
        let file = sources
            .file
            .as_ref()
            .map(read_file)
            .transpose()?
            .unwrap_or_default();
        let mut values = BTreeMap::new();
        for row in VARIABLES {
            let flag = sources
                .flags
                .iter()
                .find(|flag| flag.setting == row.setting);
            let found = if let Some(flag) = flag {
                Some((flag.value.clone(), Origin::Flag(flag.flag)))
            } else if let Some(found) = from_env(row, sources)? {
                Some(found)
            } else if let Some(found) = file.get(row.setting) {
                Some(found.clone())
            } else if let Fallback::Text(text) = row.default {
                Some((text.to_owned(), Origin::Default))
            } else {
                None
            };
            if let Some(found) = found {
                values.insert(row.setting, found);
            }
        }
        Ok(Self {
            values,
            warnings: unknown_variables(&sources.env),
        })
    }

    /// The value of a setting as text.
    pub(crate) fn text(&self, setting: &str) -> Option<&str> {
        self.values.get(setting).map(|(value, _)| value.as_str())
    }

    /// Where the value of a setting comes from.
    pub(crate) fn origin(&self, setting: &str) -> Origin {
        self.values
            .get(setting)
            .map_or(Origin::Default, |(_, origin)| origin.clone())
    }

    /// The value of a setting, read by `read`; `None` where nobody gives one.
    pub(crate) fn read<T>(
        &self,
        setting: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, ConfigError> {
        self.text(setting)
            .map(|text| read(text.trim()).ok_or_else(|| self.bad_value(setting)))
            .transpose()
    }

    /// The value of a setting that has a default text, read by `read`.
    pub(crate) fn require<T>(
        &self,
        setting: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, ConfigError> {
        self.read(setting, read)?
            .ok_or_else(|| self.bad_value(setting))
    }

    fn bad_value(&self, setting: &str) -> ConfigError {
        ConfigError::BadValue {
            origin: self.origin(setting).to_string(),
            form: Variable::of(setting)
                .map_or("another value", |row| row.form)
                .to_owned(),
        }
    }
}

/// Reads one setting from the environment. An empty variable counts as not set, since
/// container files cannot leave one out.
fn from_env(
    row: &Variable,
    sources: &Sources<'_>,
) -> Result<Option<(String, Origin)>, ConfigError> {
    let get = |name: &str| {
        sources
            .env
            .get(name)
            .filter(|value| !value.trim().is_empty())
    };
    let plain = row.also.iter().copied().fold(
        get(row.name).map(|value| (value, row.name)),
        |found, name| found.or_else(|| get(name).map(|value| (value, name))),
    );
    let twin = row
        .file_twin()
        .and_then(|name| get(&name).map(|path| (name, PathBuf::from(path))));
    match (plain, twin) {
        (Some(_), Some(_)) => Err(ConfigError::GivenTwice { variable: row.name }),
        (Some((value, name)), None) => Ok(Some((value.clone(), Origin::Variable(name.to_owned())))),
        (None, Some((variable, path))) => match (sources.read_secret)(&path) {
            Ok(text) => Ok(Some((text, Origin::SecretFile(variable)))),
            Err(source) => Err(ConfigError::UnreadableSecret {
                variable,
                path,
                source,
            }),
        },
        (None, None) => Ok(None),
    }
}

/// One sentence for each variable that looks like ours and is none. A warning and not an error,
/// because an environment is often shared with another version.
fn unknown_variables(env: &BTreeMap<String, String>) -> Vec<String> {
    let known: Vec<String> = VARIABLES
        .iter()
        .flat_map(|row| row.file_twin().into_iter().chain([row.name.to_owned()]))
        .collect();
    env.keys()
        .filter(|name| name.starts_with("VITALOG_") && !known.contains(name))
        .map(|name| {
            let hint = hint(nearest(name, known.iter().map(String::as_str)));
            format!("{name} is set, but there is no such variable{hint}; it has no effect")
        })
        .collect()
}

fn hint(nearest: Option<&str>) -> String {
    nearest
        .map(|name| format!(" (did you mean {name}?)"))
        .unwrap_or_default()
}

type FileValues = BTreeMap<String, (String, Origin)>;

fn read_file(file: &SettingsFile) -> Result<FileValues, ConfigError> {
    let root: toml::Table = file.text.parse().map_err(|error: toml::de::Error| {
        // The error's own text would quote the line, which may hold a secret.
        let offset = error.span().map_or(0, |span| span.start);
        let line = 1 + file
            .text
            .bytes()
            .take(offset)
            .filter(|byte| *byte == b'\n')
            .count();
        ConfigError::BadFile {
            path: file.path.clone(),
            line,
            message: "this is not TOML".to_owned(),
        }
    })?;
    let mut values = FileValues::new();
    for (section, content) in &root {
        let toml::Value::Table(table) = content else {
            return Err(unknown_key(file, section));
        };
        for (key, value) in table {
            let setting = format!("{section}.{key}");
            let row = Variable::of(&setting)
                .filter(|row| row.in_file)
                .ok_or_else(|| unknown_key(file, &setting))?;
            let origin = Origin::File(file.path.clone(), setting.clone());
            let text = as_text(value).ok_or_else(|| ConfigError::BadValue {
                origin: origin.to_string(),
                form: row.form.to_owned(),
            })?;
            values.insert(setting, (text, origin));
        }
    }
    Ok(values)
}

fn unknown_key(file: &SettingsFile, key: &str) -> ConfigError {
    let known = VARIABLES
        .iter()
        .filter(|row| row.in_file)
        .map(|row| row.setting);
    ConfigError::UnknownKey {
        path: file.path.clone(),
        key: key.to_owned(),
        hint: hint(nearest(key, known)),
    }
}

/// A value of the file as the environment would write it.
fn as_text(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(flag) => Some(flag.to_string()),
        toml::Value::Datetime(instant) => Some(instant.to_string()),
        toml::Value::Array(list) => {
            let items: Option<Vec<&str>> = list.iter().map(toml::Value::as_str).collect();
            items.map(|items| items.join(","))
        }
        toml::Value::Float(_) | toml::Value::Table(_) => None,
    }
}
