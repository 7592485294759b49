//! A chat app that speaks either era of the protocol.

use http::Method;
use serde_json::{Value, json};

use crate::{Reply, TestApp};

/// An era of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Era {
    /// Revision 2026-07-28: no session, everything said in each request.
    Modern,
    /// Revision 2025-06-18, without the handshake that a stateless server does without.
    Legacy,
}

impl Era {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Modern, Self::Legacy];

    fn revision(self) -> &'static str {
        match self {
            Self::Modern => "2026-07-28",
            Self::Legacy => "2025-06-18",
        }
    }
}

impl TestApp {
    /// Sends a request of the protocol to the connector's path.
    pub async fn rpc(&self, era: Era, method: &str, params: Value) -> Reply {
        self.rpc_at(&self.mcp_path(), era, method, params).await
    }

    /// Sends a request of the protocol to a path.
    pub async fn rpc_at(&self, path: &str, era: Era, method: &str, mut params: Value) -> Reply {
        let mut headers = vec![
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
            ("mcp-protocol-version", era.revision()),
        ];
        let name = ["name", "uri"]
            .iter()
            .find_map(|field| params[*field].as_str());
        let name = name.unwrap_or_default().to_owned();
        if era == Era::Modern {
            headers.push(("mcp-method", method));
            if !name.is_empty() {
                headers.push(("mcp-name", &name));
            }
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": era.revision(),
                "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        self.request(Method::POST, path, &headers, body.to_string())
            .await
    }

    /// Calls a tool and gives back the result of the call.
    pub async fn call(&self, era: Era, tool: &str, arguments: Value) -> Value {
        let params = json!({"name": tool, "arguments": arguments});
        let reply = self.rpc(era, "tools/call", params).await.json();
        assert!(reply["result"].is_object(), "{tool}: {reply}");
        reply["result"].clone()
    }

    /// Calls a tool that is expected to succeed and gives back its document.
    pub async fn tool(&self, tool: &str, arguments: Value) -> Value {
        let result = self.call(Era::Modern, tool, arguments).await;
        assert_ne!(result["isError"], true, "{tool}: {result}");
        result["structuredContent"].clone()
    }

    /// Calls a tool that is expected to fail and gives back its error: code, message, advice.
    pub async fn tool_error(&self, tool: &str, arguments: Value) -> Value {
        let result = self.call(Era::Modern, tool, arguments).await;
        assert_eq!(result["isError"], true, "{tool}: {result}");
        let text = result["content"][0]["text"].as_str().expect("a text");
        let document: Value = serde_json::from_str(text).expect("a document");
        document["error"].clone()
    }
}
