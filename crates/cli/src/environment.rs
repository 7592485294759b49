//! What the process is told by the system it runs on.

use std::{collections::BTreeMap, path::PathBuf};

use jiff::tz::TimeZone;
use vitalog_core::zone;

/// The environment, read here and nowhere else. A variable whose name or value is not text is none of ours.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place that reads it"
)]
pub(crate) fn variables() -> BTreeMap<String, String> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect()
}

/// Where the platform wants a program's data.
pub(crate) fn platform_data_folder() -> Option<PathBuf> {
    dirs::data_dir().map(|folder| folder.join("vitalog"))
}

/// The name of the machine's time zone, `UTC` if it has none.
pub(crate) fn zone_name() -> String {
    zone::name_of(&TimeZone::system()).to_owned()
}
