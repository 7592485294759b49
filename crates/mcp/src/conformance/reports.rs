//! Tools that say something before they answer.

use std::time::Duration;

use rmcp::{ErrorData, RoleServer, service::RequestContext};
use serde_json::{Value, json};

use super::{content, typed};

/// Long enough for the suite to see that messages come one by one.
const PAUSE: Duration = Duration::from_millis(50);
const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";

/// Reports progress, if the client gave it a name.
pub(super) async fn progress(context: &RequestContext<RoleServer>) -> Result<Value, ErrorData> {
    for progress in [0, 50, 100] {
        if let Some(token) = context.meta.get_progress_token() {
            let params = json!({"progressToken": token, "progress": progress, "total": 100});
            notify(context, "notifications/progress", params).await?;
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(content::said("Progress was reported."))
}

/// Logs to a client that wants to know. In the handshake era each does: without sessions, what it
/// set is forgotten.
pub(super) async fn log(context: &RequestContext<RoleServer>) -> Result<Value, ErrorData> {
    let modern = context.meta.protocol_version().is_some();
    let wanted = !modern || context.meta.contains_key(LOG_LEVEL);
    for line in [
        "Tool execution started",
        "Tool processing data",
        "Tool execution completed",
    ] {
        if wanted {
            let params = json!({"level": "info", "logger": "conformance", "data": line});
            notify(context, "notifications/message", params).await?;
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(content::said("It was logged."))
}

async fn notify(
    context: &RequestContext<RoleServer>,
    method: &str,
    params: Value,
) -> Result<(), ErrorData> {
    let notification = typed(json!({"method": method, "params": params}))?;
    // Whether the client is still there, the guard finds out.
    let _ = context.peer.send_notification(notification).await;
    Ok(())
}
