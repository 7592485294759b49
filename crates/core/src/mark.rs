//! Marks: how a row stops counting without being deleted.

use jiff::Timestamp;

/// The state of one row's marks. Nothing an outside source sent is ever deleted; a row that is
/// gone at its source is first marked missing, then superseded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// When a full re-send first lacked the row. The row still counts.
    pub missing_since: Option<Timestamp>,
    /// When and why the row stopped counting.
    pub superseded: Option<Superseded>,
}

impl Marks {
    /// Whether the row counts in answers.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.superseded.is_none()
    }

    /// Whether the row carries any mark.
    #[must_use]
    pub fn any(&self) -> bool {
        self.missing_since.is_some() || self.superseded.is_some()
    }
}

/// When and by what a row stopped counting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Superseded {
    /// When.
    pub at: Timestamp,
    /// By what.
    pub by: SupersededBy,
}

/// What made a row stop counting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SupersededBy {
    /// Two full re-sends, at least 15 minutes apart, lacked it.
    Reconcile,
    /// The person removed it in a conversation.
    Chat,
    /// The vendor whose documents it was made of no longer says so.
    Vendor,
}

impl SupersededBy {
    /// The stored and shown name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Reconcile => "reconcile",
            Self::Chat => "chat",
            Self::Vendor => "vendor",
        }
    }

    /// Reads a stored name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Reconcile, Self::Chat, Self::Vendor]
            .into_iter()
            .find(|by| by.as_str() == name)
    }
}
