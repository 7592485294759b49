//! Settings as a program meets them: sources in, sections or a sentence out.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod loading;
mod secrets;
mod values;

use std::{collections::BTreeMap, io, path::Path};

use vitalog_config::{ConfigError, Flag, Settings, SettingsFile, Sources};

/// What a case gives to `Settings::load`.
#[derive(Default)]
struct Given {
    flags: Vec<Flag>,
    env: Vec<(&'static str, &'static str)>,
    file: Option<&'static str>,
    stdio: bool,
}

impl Given {
    fn env(env: &[(&'static str, &'static str)]) -> Self {
        Self {
            env: env.to_vec(),
            ..Self::default()
        }
    }

    fn file(text: &'static str) -> Self {
        Self {
            file: Some(text),
            ..Self::default()
        }
    }

    fn load(self) -> Result<Settings, ConfigError> {
        let read_secret = |path: &Path| match path.to_str() {
            Some("/run/secrets/key") => Ok(format!("{}\n", "ab".repeat(32))),
            _ => Err(io::Error::from(io::ErrorKind::NotFound)),
        };
        let sources = Sources {
            flags: self.flags,
            env: self
                .env
                .iter()
                .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
                .collect::<BTreeMap<_, _>>(),
            file: self.file.map(|text| SettingsFile {
                path: "/data/vitalog.toml".into(),
                text: text.to_owned(),
            }),
            read_secret: &read_secret,
        };
        Settings::load(Path::new("/data"), &sources, self.stdio)
    }

    fn error(self) -> String {
        self.load()
            .expect_err("these settings should be refused")
            .to_string()
    }
}
