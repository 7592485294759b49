//! Messages to the MCP endpoint: what is no JSON-RPC, what belongs to no era or to two, and what
//! stands around it.

use super::{
    Case,
    rpc::{
        Expect::{self, Error, Plain, Result},
        Given::{self, Aimed, Made, Members, Text},
    },
    table,
};

const PARSE: i64 = -32700;
const INVALID: i64 = -32600;
const UNKNOWN: i64 = -32601;
const PARAMS: i64 = -32602;
const MISMATCH: i64 = -32020;
const VERSION: i64 = -32022;

const NOT_JSON: Expect = Error(400, PARSE, "the body is not JSON");
const BAD_ID: Expect = Error(400, INVALID, "`id` must be a string or an integer");

const fn bare(members: &'static str) -> Given {
    Members(&[], members)
}

const fn text(body: &'static str) -> Given {
    Text(&[], body)
}

pub(super) const JSON_RPC: &[Case<Given, Expect>] = table! {
    "message of nothing": text("") => NOT_JSON;
    "message that breaks off": text(r#"{"jsonrpc":"2.0","id":1,"meth"#) => NOT_JSON;
    "message with a comma too many": text(r#"{"jsonrpc":"2.0","id":1,"method":"ping",}"#) => NOT_JSON;
    "message twice": text(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0","id":2,"method":"ping"}"#) => NOT_JSON;
    "message that is no UTF-8": Made(&[], || b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\xff\"}".to_vec()) => NOT_JSON;
    "message with half of a surrogate pair": text(r#"{"jsonrpc":"2.0","id":1,"method":"ping\ud800"}"#) => NOT_JSON;
    "message with NaN": bare(r#""method":"tools/call","params":{"name":"log_reading","arguments":{"value":NaN}}"#) => NOT_JSON;
    "message with 1e999": bare(r#""method":"tools/call","params":{"name":"log_reading","arguments":{"value":1e999}}"#) => NOT_JSON;
    "message of 100,000 lists": Made(&[], || (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"#.to_owned() + &"[".repeat(100_000) + &"]".repeat(100_000) + "}}").into_bytes()) => NOT_JSON;
    "message of 260,000 letters": Made(&[], || format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"a":"{}"}}}}"#, "x".repeat(260_000)).into_bytes()) => Result("{}");
    "message of 263,000 letters": Made(&[], || format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"a":"{}"}}}}"#, "x".repeat(263_000)).into_bytes()) => Error(413, INVALID, "larger than 256 KiB");
    "message of ten million letters": Made(&[], || vec![b' '; 10_000_000]) => Error(413, INVALID, "larger than 256 KiB");
    "message that is null": text("null") => Error(400, INVALID, "a JSON-RPC message is an object");
    "message that is a string": text(r#""ping""#) => Error(400, INVALID, "a JSON-RPC message is an object");
    "batch": text(r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#) => Error(400, INVALID, "send one message per request");
    "batch in the revision that had them": Text(&["MCP-Protocol-Version: 2025-03-26"], r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#) => Error(400, INVALID, "send one message per request");
    "batch of nothing": text("[]") => Error(400, INVALID, "send one message per request");
    "message without a version": text(r#"{"id":1,"method":"ping"}"#) => Error(400, INVALID, "`jsonrpc` must be \"2.0\"");
    "message of version 1.0": text(r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#) => Error(400, INVALID, "`jsonrpc` must be \"2.0\"");
    "message with a number for its version": text(r#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#) => Error(400, INVALID, "`jsonrpc` must be \"2.0\"");
    "message without a method": text(r#"{"jsonrpc":"2.0","id":1}"#) => Error(400, INVALID, "`method` is missing");
    "message with a number for its method": text(r#"{"jsonrpc":"2.0","id":1,"method":5}"#) => Error(400, INVALID, "`method` must be a string");
    "message with its method twice": text(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"ping"}"#) => Result("{}");
    "id that is null": text(r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#) => BAD_ID;
    "id that is true": text(r#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#) => BAD_ID;
    "id that is a list": text(r#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#) => BAD_ID;
    "id that is an object": text(r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#) => BAD_ID;
    "id with a fraction": text(r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#) => BAD_ID;
    "id beyond every integer": text(r#"{"jsonrpc":"2.0","id":1e30,"method":"ping"}"#) => BAD_ID;
    "parameters that are a list": bare(r#""method":"tools/list","params":[]"#) => Error(400, INVALID, "`params` must be an object");
    "parameters that are a string": bare(r#""method":"tools/list","params":"{}""#) => Error(400, INVALID, "`params` must be an object");
    "method nobody knows": bare(r#""method":"foo/bar""#) => Error(200, UNKNOWN, "no such method");
    "method with NUL": bare(r#""method":"ping\u0000""#) => Error(200, UNKNOWN, "no such method");
    "method in capitals": bare(r#""method":"PING""#) => Error(200, UNKNOWN, "no such method");
    "method of a later era": bare(r#""method":"tasks/list""#) => Error(200, UNKNOWN, "no such method");
    "cursor nobody gave out": bare(r#""method":"tools/list","params":{"cursor":"x"}"#) => Error(200, PARAMS, "`cursor` is not one this server gave out");
    "call without a name": bare(r#""method":"tools/call","params":{"arguments":{}}"#) => Error(200, PARAMS, "`params.name` must be a string");
    "call with a number for its name": bare(r#""method":"tools/call","params":{"name":5}"#) => Error(200, PARAMS, "`params.name` must be a string");
    "call of no tool": bare(r#""method":"tools/call","params":{"name":"zebra"}"#) => Error(200, PARAMS, "no such tool");
    "call of a tool in capitals": bare(r#""method":"tools/call","params":{"name":"GET_WORKOUTS"}"#) => Error(200, PARAMS, "no such tool");
    "call of a tool with a space": bare(r#""method":"tools/call","params":{"name":"get_workouts "}"#) => Error(200, PARAMS, "no such tool");
    "call with arguments that are a list": bare(r#""method":"tools/call","params":{"name":"get_workouts","arguments":[]}"#) => Error(200, PARAMS, "`params.arguments` must be an object");
    "call with arguments that are a string": bare(r#""method":"tools/call","params":{"name":"get_workouts","arguments":"{}"}"#) => Error(200, PARAMS, "`params.arguments` must be an object");
    "answer to nothing": text(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#) => Plain(202, "");
    "notification nobody knows": text(r#"{"jsonrpc":"2.0","method":"notifications/zebra"}"#) => Plain(202, "");
    "notification that cancels nothing": text(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[]}}"#) => Plain(202, "");
};

const MODERN: &str = "MCP-Protocol-Version: 2026-07-28";
const LIST: &str = "Mcp-Method: tools/list";
const CALL: &str = "Mcp-Method: tools/call";
const WORKOUTS: &str = r#""method":"tools/call","params":{"name":"get_workouts",META}"#;
const TOOLS: &str = r#""method":"tools/list","params":{META}"#;

pub(super) const ERAS: &[Case<Given, Expect>] = table! {
    "handshake without a version": bare(r#""method":"initialize","params":{"capabilities":{}}"#) => Error(200, PARAMS, "`params.protocolVersion` must be a string");
    "handshake with a number for its version": bare(r#""method":"initialize","params":{"protocolVersion":5}"#) => Error(200, PARAMS, "`params.protocolVersion` must be a string");
    "handshake of a version nobody knows": bare(r#""method":"initialize","params":{"protocolVersion":"zebra","capabilities":{},"clientInfo":{"name":"x","version":"1"}}"#) => Result("2025-11-25");
    "handshake of a version that has none": bare(r#""method":"initialize","params":{"protocolVersion":"2026-07-28","capabilities":{},"clientInfo":{"name":"x","version":"1"}}"#) => Result("2025-11-25");
    "handshake of a client without a name": bare(r#""method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":5,"clientInfo":"x"}"#) => Result("2025-06-18");
    "version nobody knows in the header": Members(&["MCP-Protocol-Version: zebra"], r#""method":"tools/list""#) => Error(400, INVALID, "names no known version");
    "version of the transport before": Members(&["MCP-Protocol-Version: 2024-11-05"], r#""method":"tools/list""#) => Error(400, INVALID, "names no known version");
    "modern body and no header": bare(TOOLS) => Error(400, MISMATCH, "the MCP-Protocol-Version header is missing");
    "modern body and an older header": Members(&["MCP-Protocol-Version: 2025-11-25", LIST], TOOLS) => Error(400, MISMATCH, "MCP-Protocol-Version header differs");
    "modern header twice": Members(&[MODERN, "+MCP-Protocol-Version: 2026-07-28", LIST], TOOLS) => Error(400, MISMATCH, "differs from `_meta` or is malformed");
    "version of the future in both": Members(&["MCP-Protocol-Version: v999", LIST], r#""method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"v999","io.modelcontextprotocol/clientCapabilities":{}}}"#) => Error(400, VERSION, "protocol version is not supported");
    "older version in both": Members(&["MCP-Protocol-Version: 2025-11-25", LIST], r#""method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2025-11-25","io.modelcontextprotocol/clientCapabilities":{}}}"#) => Error(400, VERSION, "protocol version is not supported");
    "modern body without capabilities": Members(&[MODERN, LIST], r#""method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#) => Error(400, PARAMS, "lacks io.modelcontextprotocol/clientCapabilities");
    "modern body with a list of capabilities": Members(&[MODERN, LIST], r#""method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[]}}"#) => Error(400, PARAMS, "clientCapabilities as an object");
    "modern body with a number for its version": Members(&[MODERN, LIST], r#""method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":5}}"#) => Error(400, PARAMS, "protocolVersion as a string");
    "modern body with capabilities alone": Members(&[MODERN, LIST], r#""method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}}"#) => Error(400, PARAMS, "lacks io.modelcontextprotocol/protocolVersion");
    "modern body with a list for its meta": Members(&[MODERN, LIST], r#""method":"tools/list","params":{"_meta":[]}"#) => Error(400, PARAMS, "`_meta` must be an object");
    "modern client without a name": Members(&[MODERN, LIST], r#""method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":5}}"#) => Error(400, PARAMS, "clientInfo must be an object with name and version");
    "no method in the header": Members(&[MODERN], TOOLS) => Error(400, MISMATCH, "the Mcp-Method header is missing");
    "another method in the header": Members(&[MODERN, CALL], TOOLS) => Error(400, MISMATCH, "Mcp-Method header differs");
    "method in capitals in the header": Members(&[MODERN, "Mcp-Method: TOOLS/LIST"], TOOLS) => Error(400, MISMATCH, "Mcp-Method header differs");
    "method twice in the header": Members(&[MODERN, LIST, "+Mcp-Method: tools/list"], TOOLS) => Error(400, MISMATCH, "Mcp-Method header");
    "no name in the header": Members(&[MODERN, CALL], WORKOUTS) => Error(400, MISMATCH, "the Mcp-Name header is missing");
    "another name in the header": Members(&[MODERN, CALL, "Mcp-Name: log_reading"], WORKOUTS) => Error(400, MISMATCH, "Mcp-Name header differs");
    "name in broken Base64 in the header": Members(&[MODERN, CALL, "Mcp-Name: =?base64?!!!?="], WORKOUTS) => Error(400, MISMATCH, "Mcp-Name header");
    "argument in the header alone": Members(&[MODERN, CALL, "Mcp-Name: get_workouts", "Mcp-Param-Zebra: x"], WORKOUTS) => Result("days_without_workouts");
    "modern method nobody knows": Members(&[MODERN, "Mcp-Method: foo/bar"], r#""method":"foo/bar","params":{META}"#) => Error(404, UNKNOWN, "no such method");
    "modern handshake": Members(&[MODERN, "Mcp-Method: initialize"], r#""method":"initialize","params":{"protocolVersion":"2025-11-25",META}"#) => Error(404, UNKNOWN, "no such method");
    "modern ping": Members(&[MODERN, "Mcp-Method: ping"], r#""method":"ping","params":{META}"#) => Error(404, UNKNOWN, "no such method");
    "modern header and nothing else": Members(&[MODERN], r#""method":"tools/list""#) => Error(400, PARAMS, "lacks `_meta`");
    "discovery without meta": Members(&[MODERN, "Mcp-Method: server/discover"], r#""method":"server/discover""#) => Error(400, PARAMS, "lacks `_meta`");
    "modern answer to nothing": Text(&[MODERN], r#"{"jsonrpc":"2.0","id":1,"result":{}}"#) => Error(400, INVALID, "this server asks nothing");
    "session that is not kept": Members(&["Mcp-Session-Id: zebra", "Last-Event-ID: 7"], r#""method":"ping""#) => Result("{}");
};

const PING: &str = r#""method":"ping""#;

pub(super) const HEADS: &[Case<Given, Expect>] = table! {
    "message of type text": Members(&["Content-Type: text/plain"], PING) => Error(415, INVALID, "Content-Type must be application/json");
    "message of type form": Members(&["Content-Type: application/x-www-form-urlencoded"], PING) => Error(415, INVALID, "Content-Type must be application/json");
    "message of no type": Members(&["-Content-Type"], PING) => Error(415, INVALID, "Content-Type must be application/json");
    "message of type JSON and another": Members(&["Content-Type: application/json, text/plain"], PING) => Error(415, INVALID, "Content-Type must be application/json");
    "message with two types": Members(&["+Content-Type: text/plain"], PING) => Error(415, INVALID, "Content-Type must be application/json");
    "message said to be packed": Members(&["Content-Encoding: gzip"], PING) => Error(415, INVALID, "without Content-Encoding");
    "message packed behind a plain word": Members(&["Content-Encoding: identity", "+Content-Encoding: gzip"], PING) => Error(415, INVALID, "without Content-Encoding");
    "client that takes pages": Members(&["Accept: text/html"], PING) => Error(406, INVALID, "Accept must take application/json or text/event-stream");
    "client that takes nothing": Members(&["Accept: */*;q=0"], PING) => Error(406, INVALID, "Accept must take application/json or text/event-stream");
    "client that takes a word": Members(&["Accept: zebra"], PING) => Error(406, INVALID, "Accept must take application/json or text/event-stream");
    "client that takes events alone": Members(&["Accept: text/event-stream"], PING) => Result("{}");
    "client that takes no JSON but events": Members(&["Accept: application/json;q=0, text/*"], PING) => Result("{}");
    "client that takes anything": Members(&["Accept: */*"], PING) => Result("{}");
    "client that does not say what it takes": Members(&["-Accept"], PING) => Result("{}");
    "message by GET": Aimed("GET", "{mcp}", &[]) => Plain(405, "");
    "message by DELETE": Aimed("DELETE", "{mcp}", &[]) => Plain(405, "");
    "message by PUT": Aimed("PUT", "{mcp}", &[]) => Plain(405, "");
    "message by a method nobody knows": Aimed("BREW", "{mcp}", &[]) => Plain(405, "");
    "message to a wrong secret": Aimed("POST", "/mcp/zebra", &[]) => Plain(404, "Not found");
    "message with more behind the secret": Aimed("POST", "{mcp}/zebra", &[]) => Plain(404, "Not found");
    "message with the secret behind an escape": Aimed("POST", "{mcp}%20", &[]) => Plain(404, "Not found");
    "message with slashes behind the secret": Aimed("POST", "{mcp}//", &[]) => Result("{}");
    "message to no toolset": Aimed("POST", "{mcp}?toolsets=", &[]) => Error(400, INVALID, "name at least one toolset: record, insight, relay, trends");
    "message to a toolset nobody knows": Aimed("POST", "{mcp}?toolsets=zebra", &[]) => Error(400, INVALID, "a toolset is one of record, insight, relay, trends");
    "message to a toolset behind a broken escape": Aimed("POST", "{mcp}?toolsets=record%ff", &[]) => Error(400, INVALID, "a toolset is one of");
    "message to a toolset nobody knows by GET": Aimed("GET", "{mcp}?toolsets=zebra", &[]) => Plain(405, "");
    "message from a page of a stranger": Members(&["Origin: https://evil.example"], PING) => Plain(403, "VITALOG_SERVER__ALLOWED_ORIGINS");
    "message from a page of nobody": Members(&["Origin: null"], PING) => Plain(403, "VITALOG_SERVER__ALLOWED_ORIGINS");
    "message from a rebound name": Members(&["Host: evil.example", "Origin: http://evil.example"], PING) => Plain(403, "VITALOG_SERVER__");
    "message to the host of a stranger": Members(&["Host: evil.example"], PING) => Plain(403, "VITALOG_SERVER__ALLOWED_HOSTS");
    "message to no host": Members(&["-Host"], PING) => Plain(403, "VITALOG_SERVER__ALLOWED_HOSTS");
    "message from the server's own page": Members(&["Origin: http://{host}"], PING) => Result("{}");
};
