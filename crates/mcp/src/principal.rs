//! Who asks, through which door, and how much of the catalog that opens.

use std::fmt;

use vitalog_core::Account;
use vitalog_service::Version;

/// On whose behalf a message is answered.
#[derive(Clone, Debug)]
pub struct Principal {
    /// Whose record is asked about.
    pub account: Account,
    /// Whether tools that write are listed and may be called.
    pub write: bool,
    /// The groups of tools that are listed.
    pub toolsets: Toolsets,
    /// How the message came in.
    pub door: Door,
    /// The identifier of the token that it came with.
    pub token: Option<String>,
    /// What the store looked like before the account was read for this very message; without it
    /// the store is asked.
    pub version: Option<Version>,
}

/// How a message came in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Door {
    /// The secret in the URL's path.
    Path,
    /// A token in the `Authorization` header.
    Token,
    /// Standard input, opened by the operating system's user.
    Stdio,
    /// The command line of the machine it runs on.
    CommandLine,
}

impl Door {
    /// The name in logs.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Token => "token",
            Self::Stdio => "stdio",
            Self::CommandLine => "command_line",
        }
    }
}

/// A group of tools.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Toolset {
    /// Readings, food, workouts, and logging them.
    Record,
    /// What goes with what.
    Insight,
    /// Vendors: recovery, strain, synchronising.
    Relay,
    /// Long windows.
    Trends,
}

impl Toolset {
    /// Every group, in the order they are listed.
    pub const ALL: [Self; 4] = [Self::Record, Self::Insight, Self::Relay, Self::Trends];

    /// The name in URLs and settings.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Insight => "insight",
            Self::Relay => "relay",
            Self::Trends => "trends",
        }
    }
}

/// Which groups of tools a connection sees; at least one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Toolsets(u8);

impl Toolsets {
    /// What a connection over HTTP sees unless it chooses: all but the long windows, whose tools
    /// overlap with the others.
    pub const HTTP_DEFAULT: Self =
        Self(bit(Toolset::Record) | bit(Toolset::Insight) | bit(Toolset::Relay));

    /// Every group; what standard input sees unless it chooses.
    pub const ALL: Self = Self(Self::HTTP_DEFAULT.0 | bit(Toolset::Trends));

    /// Reads a comma-separated list of names.
    ///
    /// # Errors
    ///
    /// If a name is unknown, or the list is empty.
    ///
    /// ```
    /// use vitalog_mcp::{Toolset, Toolsets};
    /// let chosen = Toolsets::parse("record, insight").unwrap();
    /// assert!(chosen.contains(Toolset::Insight));
    /// assert!(!chosen.contains(Toolset::Trends));
    /// assert!(Toolsets::parse("records").is_err());
    /// ```
    pub fn parse(list: &str) -> Result<Self, ToolsetError> {
        let mut chosen = 0;
        for name in list
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty())
        {
            let toolset = Toolset::ALL
                .into_iter()
                .find(|toolset| toolset.as_str() == name)
                .ok_or(ToolsetError::Unknown)?;
            chosen |= bit(toolset);
        }
        if chosen == 0 {
            Err(ToolsetError::Empty)
        } else {
            Ok(Self(chosen))
        }
    }

    /// Whether a group is among them.
    #[must_use]
    pub fn contains(self, toolset: Toolset) -> bool {
        self.0 & bit(toolset) != 0
    }
}

impl fmt::Display for Toolsets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = Toolset::ALL
            .into_iter()
            .filter(|toolset| self.contains(*toolset))
            .map(Toolset::as_str);
        if let Some(first) = names.next() {
            f.write_str(first)?;
        }
        names.try_for_each(|name| write!(f, ",{name}"))
    }
}

const fn bit(toolset: Toolset) -> u8 {
    1 << toolset as u8
}

/// Why a list names no toolsets. The text repeats nothing from the list, which may come from a
/// URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum ToolsetError {
    /// A name is none of the four.
    Unknown,
    /// The list names none.
    Empty,
}

impl ToolsetError {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Unknown => "a toolset is one of record, insight, relay, trends",
            Self::Empty => "name at least one toolset: record, insight, relay, trends",
        }
    }
}
