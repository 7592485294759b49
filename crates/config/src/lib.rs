//! Settings: where they come from, what they may be, and what is in force.
//!
//! This crate knows every setting, its variable, its default and its allowed form, and the order
//! in which sources win: a flag, then the environment, then the settings file, then the default.
//! It refuses to know the process: the environment and the file are arguments, so that a test and
//! a command see the same rules.
//!
//! To add a setting, add a row to [`env_vars::VARIABLES`] and a field to its section in
//! [`sections`]; the file's keys, `vitalog config` and the reference page follow from the row.

pub mod env_vars;
mod error;
mod layers;
mod nearest;
pub mod sections;
mod settings;

pub use error::ConfigError;
pub use layers::{Flag, Origin, SettingsFile, Sources};
pub use settings::{InForce, Settings, data_folder};
