//! The log of the finished program at its most talkative holds no value and no secret.

use serde_json::json;

use crate::program::{Program, post, weight};

#[test]
fn nothing_secret_is_on_standard_error_at_trace() {
    let program = Program::new().set("VITALOG_LOG__LEVEL", "trace");
    let server = program.serve();
    let (key, url, ingest) = (
        server.key.clone(),
        server.mcp_url.clone(),
        server.ingest_url.clone(),
    );
    server.push(&weight("2026-10-05 07:00:00 -0700", 184.7391));
    server.push(b"{\"data\": 345.6789");
    post(&ingest, &[("x-ingest-key", &key[..50])], b"{}").unwrap();
    post(&ingest, &[("authorization", &key)], b"{}").unwrap();
    post(&format!("{url}x"), &[], b"planted").unwrap();
    let log = json!({
        "metric": "glucose", "value": 271.3, "unit": "mg/dL", "timestamp": "2026-10-05T06:00",
        "note": "planted",
    });
    server.call("log_reading", &log);
    server.call(
        "get_report_data",
        &json!({"start_date": "2026-10-01", "end_date": "2026-10-05"}),
    );
    server.call("get_workouts", &json!({"start_date": "planted"}));

    // Where the record is in a file it has a key.
    let data_key = std::fs::read_to_string(program.data().join("vitalog.key"));
    let data_key = data_key.unwrap_or_else(|_| "f".repeat(64));
    let (_, said) = server.stop();
    assert!(
        said.contains("tool log_reading") && said.contains("ingest key refused"),
        "{said}"
    );
    let last = |url: &str| url.rsplit('/').next().unwrap()[..24].to_owned();
    for secret in [
        "184.73",
        "184.74",
        "345.67",
        "271.3",
        "planted",
        &key[..24],
        &last(&url),
        &last(&ingest),
        &data_key[..24],
    ] {
        assert!(!said.contains(secret), "{secret} was logged");
    }
}

#[test]
fn commands_and_stdio_say_no_value_at_trace() {
    let program = Program::new().set("VITALOG_LOG__LEVEL", "trace");
    let secrets = [program.print(&["url"]), program.print(&["ingest-url"])].join("\n");
    let file = program.file("push.json", &weight("2026-10-05 07:00:00 -0700", 184.7391));
    let reading = json!({
        "metric": "glucose", "value": 271.3, "unit": "mg/dL", "timestamp": "2026-10-05T06:00",
        "note": "planted",
    });
    let range = r#"{"start_date":"2026-10-01","end_date":"2026-10-05"}"#;
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "log_reading", "arguments": reading,
    }});

    let ended = [
        program.run(&["ingest", &file]),
        program.run_with_input(&["stdio"], format!("{message}\n").as_bytes()),
        program.run(&["call", "get_health_metrics", range]),
    ];
    let said: String = ended.iter().map(|ended| ended.stderr.as_str()).collect();
    assert!(ended[2].stdout.contains("184.74") && ended[2].stdout.contains("271.3"));
    assert!(
        said.contains("hae push") && said.contains("tool log_reading"),
        "{said}"
    );
    let hidden = secrets
        .split(|c: char| !c.is_ascii_hexdigit())
        .filter(|word| word.len() >= 32);
    let hidden: Vec<&str> = hidden
        .chain(["184.73", "184.74", "271.3", "planted"])
        .collect();
    assert_eq!(hidden.len(), 7, "three secrets and four markers");
    for secret in hidden {
        assert!(!said.contains(secret), "a marker or a secret was logged");
    }
}
