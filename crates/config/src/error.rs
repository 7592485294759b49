//! Why settings are refused.

use std::path::PathBuf;

/// Settings that cannot be used. The text names the source and the allowed form; it never holds
/// the value of a secret.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A value of the wrong form.
    #[error("{origin} is not usable: it must be {form}")]
    BadValue {
        /// The flag, variable or file key that holds it.
        origin: String,
        /// What it must look like.
        form: String,
    },
    /// A key of the settings file that is no setting.
    #[error("{path}: there is no setting `{key}`{hint}")]
    UnknownKey {
        /// The settings file.
        path: PathBuf,
        /// The key.
        key: String,
        /// ` (did you mean …?)`, or nothing.
        hint: String,
    },
    /// The settings file is not TOML.
    #[error("{path}, line {line}: {message}")]
    BadFile {
        /// The settings file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong; holds no part of the file.
        message: String,
    },
    /// A secret is given twice.
    #[error("both {variable} and {variable}_FILE are set; set one")]
    GivenTwice {
        /// The variable.
        variable: &'static str,
    },
    /// The file that should hold a secret cannot be read.
    #[error("{variable} names {path}, which cannot be read")]
    UnreadableSecret {
        /// The variable that names the file.
        variable: String,
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: std::io::Error,
    },
}
