//! One message to the MCP endpoint, and what must come back.

use serde_json::Value;

use super::{push::shown, wire::Request};
use crate::program::Server;

/// The `_meta` of a client of the modern era, as a member.
const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"tester","version":"1"}}"#;

/// What is sent, after changes of the head.
pub(super) enum Given {
    /// A request with `jsonrpc`, `id` and these members; `META` stands for a modern `_meta`.
    Members(&'static [&'static str], &'static str),
    /// A whole body; `META` as above.
    Text(&'static [&'static str], &'static str),
    /// A body that is made.
    Made(&'static [&'static str], fn() -> Vec<u8>),
    /// Another method or path, in which `{mcp}` stands for the right one.
    Aimed(&'static str, &'static str, &'static [&'static str]),
}

/// What comes of it.
pub(super) enum Expect {
    /// A JSON-RPC error of this HTTP status and code, with this phrase.
    Error(u16, i64, &'static str),
    /// An answer that is no JSON-RPC message, of this status and with this phrase.
    Plain(u16, &'static str),
    /// A result with this in it.
    Result(&'static str),
}

/// Sends one row and compares.
pub(super) fn check(server: &Server, given: &Given, expect: &Expect) -> Result<(), String> {
    let (edits, body) = match given {
        Given::Members(edits, members) => {
            let body = format!(r#"{{"jsonrpc":"2.0","id":1,{members}}}"#);
            (edits, body.replace("META", META).into_bytes())
        }
        Given::Text(edits, body) => (edits, body.replace("META", META).into_bytes()),
        Given::Made(edits, make) => (edits, make()),
        Given::Aimed(_, _, edits) => {
            let ping = br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
            (edits, ping.to_vec())
        }
    };
    let mut request = request(server, body);
    if let Given::Aimed(method, path, _) = given {
        request = request.aim(method, &path.replace("{mcp}", path_of(server)));
    }
    let host = server.address();
    let request = edits.iter().fold(request, |request, edit| {
        request.edit(&edit.replace("{host}", host))
    });
    let answer = request.send(host)?;
    compare(answer.status, &answer.head, &answer.body, expect)
        .map_err(|wrong| format!("{wrong}: {} {}", answer.status, shown(&answer.body)))
}

fn compare(status: u16, head: &str, body: &str, expect: &Expect) -> Result<(), String> {
    let wanted = match expect {
        Expect::Error(status, ..) | Expect::Plain(status, _) => *status,
        Expect::Result(_) => 200,
    };
    if status != wanted {
        return Err("another status".to_owned());
    }
    if let Expect::Plain(_, phrase) = expect {
        let fits = body.contains(phrase) && !body.contains("jsonrpc");
        return if fits {
            Ok(())
        } else {
            Err("another sentence".to_owned())
        };
    }
    let json = if head.contains("content-type: text/event-stream") {
        let line = body.lines().find_map(|line| line.strip_prefix("data: "));
        line.ok_or("no event")?
    } else {
        body
    };
    let message: Value = serde_json::from_str(json).map_err(|_| "no JSON")?;
    if message["jsonrpc"] != "2.0" {
        return Err("no JSON-RPC".to_owned());
    }
    match expect {
        Expect::Error(_, code, phrase) => {
            let error = &message["error"];
            let said = error["message"].as_str().unwrap_or_default();
            if error["code"].as_i64() != Some(*code) || !said.contains(phrase) {
                return Err("another error".to_owned());
            }
        }
        Expect::Result(phrase) => {
            if message["error"].is_object() || !message["result"].to_string().contains(phrase) {
                return Err("another result".to_owned());
            }
        }
        Expect::Plain(..) => {}
    }
    Ok(())
}

/// The request of an honest client of no era in particular.
pub(super) fn request(server: &Server, body: Vec<u8>) -> Request {
    let headers = [
        ("Host", server.address()),
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
    ];
    Request::post(path_of(server), &headers, body)
}

fn path_of(server: &Server) -> &str {
    server.mcp_url.strip_prefix(&server.origin).unwrap()
}
