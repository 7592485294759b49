//! The protocol revisions this server speaks.

use rmcp::model::ProtocolVersion;

/// One revision of the protocol, oldest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Revision {
    /// 2025-03-26: no structured content.
    March2025,
    /// 2025-06-18.
    June2025,
    /// 2025-11-25, the newest that opens with `initialize`.
    November2025,
    /// 2026-07-28: no handshake, each request stands for itself.
    July2026,
}

impl Revision {
    /// All of them, newest first, as `server/discover` lists them.
    pub(crate) const ALL: [Self; 4] = [
        Self::July2026,
        Self::November2025,
        Self::June2025,
        Self::March2025,
    ];

    /// What `initialize` falls back to when it is asked for a revision it cannot open.
    pub(crate) const NEWEST_WITH_HANDSHAKE: Self = Self::November2025;

    /// The date that names it on the wire.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::March2025 => "2025-03-26",
            Self::June2025 => "2025-06-18",
            Self::November2025 => "2025-11-25",
            Self::July2026 => "2026-07-28",
        }
    }

    /// The revision of that name, if it is spoken here.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|revision| revision.as_str() == name)
    }

    /// Whether its requests describe themselves in `_meta` rather than follow a handshake.
    pub(crate) fn is_modern(self) -> bool {
        self >= Self::July2026
    }

    /// Whether it knows `structuredContent`, `outputSchema` and `title`.
    pub(crate) fn has_structured_content(self) -> bool {
        self >= Self::June2025
    }

    /// What `initialize` agrees to when asked for `name`.
    pub(crate) fn negotiate(name: &str) -> Self {
        Self::parse(name)
            .filter(|revision| !revision.is_modern())
            .unwrap_or(Self::NEWEST_WITH_HANDSHAKE)
    }

    /// The SDK's name for it.
    pub(crate) fn sdk(self) -> ProtocolVersion {
        match self {
            Self::March2025 => ProtocolVersion::V_2025_03_26,
            Self::June2025 => ProtocolVersion::V_2025_06_18,
            Self::November2025 => ProtocolVersion::V_2025_11_25,
            Self::July2026 => ProtocolVersion::V_2026_07_28,
        }
    }
}
