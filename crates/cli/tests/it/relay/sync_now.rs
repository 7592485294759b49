//! `sync_now` with an empty rate budget: who can be asked is asked, and everybody else is told.

use serde_json::{Value, json};

use super::{connect_whoop, whoop, with_whoop};
use crate::program::{Program, Server, post};

/// Calls `sync_now` in the newest revision.
fn call(server: &Server, arguments: &Value, can_ask: bool, more: &Value) -> Value {
    let capabilities = if can_ask {
        json!({"elicitation": {}})
    } else {
        json!({})
    };
    let mut params = json!({
        "name": "sync_now",
        "arguments": arguments,
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        },
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        params[name] = value.clone();
    }
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    let headers = [
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", "sync_now"),
    ];
    let (_, reply) = post(&server.mcp_url, &headers, body.to_string().as_bytes()).unwrap();
    serde_json::from_str(&reply).unwrap()
}

fn outcome(reply: &Value) -> &Value {
    &reply["result"]["structuredContent"]["sources"][0]["state"]
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_budget_is_asked_about_and_the_answer_is_bound_to_the_question() {
    let whoop = whoop(4).await;
    // Nothing else asks in between.
    let program = with_whoop(Program::new(), &whoop).set("VITALOG_SERVER__WORKER", "false");
    connect_whoop(&program);
    let server = program.serve();
    let source = json!({"source": "whoop"});
    let fresh = call(&server, &source, true, &Value::Null);
    assert_eq!(outcome(&fresh), "synced", "{fresh}");

    // The vendor says that there is no more.
    whoop.set_limits(1, 10_000);
    let asked = loop {
        let asked = call(&server, &source, true, &Value::Null);
        if asked["result"]["resultType"] == "input_required" {
            break asked;
        }
        assert_eq!(outcome(&asked), "synced", "{asked}");
    };
    let question = &asked["result"]["inputRequests"]["choice"];
    assert_eq!(question["method"], "elicitation/create", "{asked}");
    let choices = &question["params"]["requestedSchema"]["properties"]["choice"]["oneOf"];
    assert_eq!(
        (&choices[0]["const"], &choices[1]["const"]),
        (&json!("wait"), &json!("use_cached"))
    );
    let state = asked["result"]["requestState"].as_str().unwrap();
    let answered = |action: &str, choice: &str, state: &str| {
        json!({
            "inputResponses": {"choice": {"action": action, "content": {"choice": choice}}},
            "requestState": state,
        })
    };
    let cached = call(
        &server,
        &source,
        true,
        &answered("accept", "use_cached", state),
    );
    assert_eq!(outcome(&cached), "cached", "{cached}");
    let declined = call(&server, &source, true, &answered("decline", "", state));
    assert_eq!(outcome(&declined), "cached", "{declined}");
    let queued = call(&server, &source, true, &answered("accept", "wait", state));
    let queued = outcome(&queued);
    assert!(queued == "queued" || queued == "synced", "{queued}");
    // Another question, a changed state, a state of nobody: refused.
    let (until, tag) = state.split_once('.').unwrap();
    let later: i64 = until.parse::<i64>().unwrap() + 60;
    for (arguments, state) in [
        (json!({}), state.to_owned()),
        (source.clone(), format!("{later}.{tag}")),
        (source.clone(), "1.00".to_owned()),
        (source.clone(), String::new()),
    ] {
        let refused = call(
            &server,
            &arguments,
            true,
            &answered("accept", "wait", &state),
        );
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
    }
    // Who cannot be asked gets the choice spelled out, and can say it beforehand.
    let told = call(&server, &source, false, &Value::Null);
    assert_eq!(outcome(&told), "busy", "{told}");
    let notes = told["result"]["structuredContent"]["notes"].to_string();
    assert!(
        notes.contains("`wait`") && notes.contains("`use_cached`"),
        "{notes}"
    );
    let beforehand = json!({"source": "whoop", "if_busy": "use_cached"});
    assert_eq!(
        outcome(&call(&server, &beforehand, false, &Value::Null)),
        "cached"
    );

    // On the command line it is put off, which is no failure.
    let ended = program.run(&["sync", "whoop"]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(ended.stderr.contains("put off until"), "{}", ended.stderr);
}
