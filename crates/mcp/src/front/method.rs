//! The methods this server has, by era. Everything else is `-32601`.

use crate::revision::Revision;

/// A method with a handler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    /// `server/discover`.
    Discover,
    /// `initialize`.
    Initialize,
    /// `ping`.
    Ping,
    /// `tools/list`.
    ListTools,
    /// `tools/call`.
    CallTool,
    /// `prompts/list`.
    ListPrompts,
    /// `prompts/get`.
    GetPrompt,
}

impl Method {
    /// The method of that name in a revision. The modern era has no handshake and no ping;
    /// `subscriptions/listen`, resources, completion and logging are not offered in any, and are
    /// refused here at once rather than after work.
    pub(crate) fn find(name: &str, revision: Revision) -> Option<Self> {
        match name {
            "server/discover" if revision.is_modern() => Some(Self::Discover),
            "initialize" if !revision.is_modern() => Some(Self::Initialize),
            "ping" if !revision.is_modern() => Some(Self::Ping),
            "tools/list" => Some(Self::ListTools),
            "tools/call" => Some(Self::CallTool),
            "prompts/list" => Some(Self::ListPrompts),
            "prompts/get" => Some(Self::GetPrompt),
            _ => None,
        }
    }
}
