//! The methods that a handler may have, by era. Everything else is `-32601`.

/// A method of the protocol.
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
    /// `resources/list`.
    ListResources,
    /// `resources/templates/list`.
    ListTemplates,
    /// `resources/read`.
    ReadResource,
    /// `resources/subscribe`.
    Subscribe,
    /// `resources/unsubscribe`.
    Unsubscribe,
    /// `subscriptions/listen`.
    Listen,
    /// `completion/complete`.
    Complete,
    /// `logging/setLevel`.
    SetLevel,
}

impl Method {
    /// The method of that name in an era. The modern one has no handshake and no ping, and gives
    /// subscriptions and log levels another form.
    pub(super) fn find(name: &str, modern: bool) -> Option<Self> {
        match name {
            "server/discover" if modern => Some(Self::Discover),
            "subscriptions/listen" if modern => Some(Self::Listen),
            "initialize" if !modern => Some(Self::Initialize),
            "ping" if !modern => Some(Self::Ping),
            "resources/subscribe" if !modern => Some(Self::Subscribe),
            "resources/unsubscribe" if !modern => Some(Self::Unsubscribe),
            "logging/setLevel" if !modern => Some(Self::SetLevel),
            "tools/list" => Some(Self::ListTools),
            "tools/call" => Some(Self::CallTool),
            "prompts/list" => Some(Self::ListPrompts),
            "prompts/get" => Some(Self::GetPrompt),
            "resources/list" => Some(Self::ListResources),
            "resources/templates/list" => Some(Self::ListTemplates),
            "resources/read" => Some(Self::ReadResource),
            "completion/complete" => Some(Self::Complete),
            _ => None,
        }
    }
}
