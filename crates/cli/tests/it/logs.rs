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

    let data_key = std::fs::read_to_string(program.data().join("vitalog.key")).unwrap();
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
