//! What stands around a body.

/// The headers that Health Auto Export adds to a push. Any may be absent: a shortcut or a test
/// sends none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PushHeaders {
    /// The person's title for the automation.
    pub automation_name: Option<String>,
    /// The automation's identifier.
    pub automation_id: Option<String>,
    /// Whether and how samples were summed up before sending.
    pub automation_aggregation: Option<String>,
    /// The days the push is about.
    pub automation_period: Option<String>,
    /// The run of the automation; requests of one run share it.
    pub session_id: Option<String>,
    /// The form of the body.
    pub content_type: Option<String>,
    /// The sending program.
    pub user_agent: Option<String>,
}
