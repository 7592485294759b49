//! `tools/call`, answered without the SDK between.
//!
//! The front layer has read and judged the request, and the handler makes the SDK's own result of
//! it. For one request and one answer the SDK would start a task with channels to and fro, and
//! write and read every message once more, which took more time than everything else. What is
//! answered is the same to the byte; a test compares the two ways.

use std::sync::Arc;

use bytes::Bytes;
use http::StatusCode;
use rmcp::model::{CallToolResponse, CallToolResult};
use serde::Serialize;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::{
    era::{Admitted, META_CAPABILITIES, META_CLIENT},
    reply::{Content, Reply},
};
use crate::{
    Principal,
    about::About,
    asking::Asking,
    calls::{Caller, Tools},
    handler,
    revision::Revision,
};

/// The method that is answered here.
pub(super) const METHOD: &str = "tools/call";

/// Answers a call. Dropping the future cancels it. `None` if the answer cannot be written.
pub(super) async fn call(
    tools: &Tools,
    principal: &Arc<Principal>,
    admitted: Admitted,
) -> Option<Reply> {
    let Admitted {
        revision,
        mut request,
        ..
    } = admitted;
    // Nobody but the caller can cancel, by dropping the future.
    let cancel = CancellationToken::new();
    let client = client_name(&request.params).map(str::to_owned);
    let caller = Caller {
        cancel: &cancel,
        client: client.as_deref(),
        asking: asking(&request.params, revision),
    };
    let given = match request.params.remove("arguments") {
        Some(Value::Object(given)) => given,
        _ => Map::new(),
    };
    let name = request.params.get("name").and_then(Value::as_str)?;
    let asked = tools.asked(principal, revision, name, &given);
    let known = asked.as_ref();
    let known = known.and_then(|asked| tools.recall(asked, principal, name, caller.client));
    let json = if let Some(result) = known {
        response(&request.id, "result", &result)
    } else {
        let about = About::asked(&given);
        let work = handler::call(tools, principal, revision, name, given, caller);
        match handler::caught(work).await {
            Ok(CallToolResponse::InputRequired(question)) => {
                response(&request.id, "result", &to_json(&question)?)
            }
            Ok(CallToolResponse::Complete(result)) => {
                let is_answer = result.is_error != Some(true);
                let document = result.structured_content.as_ref();
                let about = match document {
                    Some(document) => about.answered(document),
                    None => about,
                };
                let result = to_json(&for_peer(result, revision))?;
                if let Some(asked) = asked.filter(|_| is_answer) {
                    tools.recall.put(asked, &result, about);
                }
                response(&request.id, "result", &result)
            }
            // There are no tasks here.
            Ok(_) => return None,
            Err(error) => response(&request.id, "error", &to_json(&error)?),
        }
    };
    Some(Reply {
        // Both errors that a call can end in are answers like any other.
        status: StatusCode::OK,
        revision,
        content: Content::Json(json),
    })
}

/// A response of JSON-RPC, from what it carries under this key.
fn response(id: &Value, key: &str, carried: &[u8]) -> Bytes {
    let head = format!(r#"{{"jsonrpc":"2.0","id":{id},"{key}":"#);
    let mut json = Vec::with_capacity(head.len() + carried.len() + 1);
    json.extend_from_slice(head.as_bytes());
    json.extend_from_slice(carried);
    json.push(b'}');
    Bytes::from(json)
}

fn to_json(carried: &impl Serialize) -> Option<Bytes> {
    Some(Bytes::from(serde_json::to_vec(carried).ok()?))
}

/// What the client calls itself in this very request.
fn client_name(params: &Map<String, Value>) -> Option<&str> {
    params.get("_meta")?.get(META_CLIENT)?.get("name")?.as_str()
}

/// What the request says about being asked back. Only the newest revision has a form for it.
fn asking(params: &Map<String, Value>, revision: Revision) -> Asking {
    if !revision.is_modern() {
        return Asking::default();
    }
    let meta = params.get("_meta");
    let capabilities = meta.and_then(|meta| meta.get(META_CAPABILITIES));
    let answers = params.get("inputResponses").and_then(Value::as_object);
    let state = params.get("requestState").and_then(Value::as_str);
    Asking {
        can_ask: capabilities.is_some_and(Asking::can_show_form),
        answers: answers.cloned().unwrap_or_default(),
        state: state.map(str::to_owned),
    }
}

/// Older revisions have no types of results.
fn for_peer(mut result: CallToolResult, revision: Revision) -> CallToolResult {
    if !revision.is_modern() {
        result.result_type = None;
    }
    result
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use http::{HeaderMap, HeaderName, HeaderValue};
    use jiff::tz::TimeZone;
    use serde_json::json;
    use vitalog_core::{
        Account, AccountId, SourcePriority, UnitSystem,
        clock::{CountingEntropy, ManualClock},
    };
    use vitalog_service::Service;
    use vitalog_storage::MemoryStorage;

    use super::*;
    use crate::{
        Door, Toolsets,
        front::{Front, headers::encode, offer::Offer},
        guard::Guard,
        handler::Handler,
    };

    fn tools() -> Arc<Tools> {
        let now = "2026-10-07T12:00:00-07:00".parse().unwrap();
        let clock = Arc::new(ManualClock::new(now));
        let storage = Arc::new(MemoryStorage::default());
        let service = Service::new(storage, clock.clone(), Arc::new(CountingEntropy::default()));
        Arc::new(Tools::new(
            service,
            clock,
            Guard::new(Duration::from_secs(30)),
        ))
    }

    fn principal(write: bool) -> Arc<Principal> {
        Arc::new(Principal {
            account: Account {
                id: AccountId::first(),
                zone: TimeZone::UTC,
                zone_is_set: true,
                units: UnitSystem::Metric,
                sources: SourcePriority::default(),
                switchover: None,
                place: None,
            },
            write,
            toolsets: Toolsets::ALL,
            door: Door::Path,
            token: None,
            version: None,
        })
    }

    fn headers(revision: Revision, name: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (header, value) in [
            ("mcp-protocol-version", revision.as_str()),
            ("mcp-method", METHOD),
            ("mcp-name", name),
        ] {
            headers.insert(
                HeaderName::from_static(header),
                HeaderValue::from_str(value).unwrap(),
            );
        }
        headers
    }

    async fn answer(front: &Front, write: bool, headers: &HeaderMap, body: &str) -> (u16, String) {
        let reply = front
            .answer(&principal(write), headers, body.as_bytes())
            .await;
        let Content::Json(json) = reply.content else {
            panic!("{body}: no JSON");
        };
        (
            reply.status.as_u16(),
            String::from_utf8(json.to_vec()).unwrap(),
        )
    }

    #[tokio::test]
    async fn answers_are_those_of_the_sdk_to_the_byte() {
        let weight = json!({"metric": "weight", "value": 80, "unit": "kg",
            "timestamp": "2026-10-07T07:00", "note": "„früh“ \u{1f600}\u{7f}\n"});
        let cases = [
            ("get_coverage", json!({})),
            (
                "get_coverage",
                json!({"metrics": ["weight"], "end_date": null}),
            ),
            ("get_coverage", json!({"metrics": 7})),
            ("get_coverage", json!({"metrics": ["wieght"]})),
            ("list_metrics", json!({})),
            ("get_day", json!({"date": "2026-10-07"})),
            ("get_health_metrics", json!({"metric": "all"})),
            ("get_report_data", Value::Null),
            ("log_reading", weight),
            (
                "delete_reading",
                json!({"metric": "weight", "timestamp": "2026-10-07T07:00"}),
            ),
            ("no_such_tool", json!({})),
            ("nö", json!({"a": [1]})),
        ];
        let ids = [
            json!(1),
            json!("a\"ü"),
            json!(u64::MAX),
            json!(-7),
            json!(3.0),
        ];
        for write in [true, false] {
            // Each with a record of its own, because some calls write.
            let [ours, theirs] = [tools(), tools()];
            let sdk = |tools: &Arc<Tools>| {
                Front::new(Handler(Arc::clone(tools)), Offer::TOOLS_AND_PROMPTS)
            };
            let (direct, sdk) = (sdk(&ours).calling(Arc::clone(&ours)), sdk(&theirs));
            for revision in Revision::ALL {
                for (number, (name, arguments)) in cases.iter().enumerate() {
                    let mut params = json!({"name": name, "arguments": arguments});
                    if revision.is_modern() {
                        params["_meta"] = json!({
                            "io.modelcontextprotocol/protocolVersion": revision.as_str(),
                            "io.modelcontextprotocol/clientInfo": {"name": "x", "version": "1"},
                            "io.modelcontextprotocol/clientCapabilities": {},
                        });
                    }
                    let id = &ids[number % ids.len()];
                    let body =
                        json!({"jsonrpc": "2.0", "id": id, "method": METHOD, "params": params});
                    let headers = headers(revision, &encode(name));
                    let expected = answer(&sdk, write, &headers, &body.to_string()).await;
                    let found = answer(&direct, write, &headers, &body.to_string()).await;
                    assert_eq!(found, expected, "{} {body}", revision.as_str());
                }
            }
        }
    }
}
