//! The record in a DynamoDB table, against an emulator.

use serde_json::{Value, json};

use crate::program::{Program, weight};

/// Where the tests find the emulator.
const VARIABLE: &str = "VITALOG_TEST_DYNAMODB";

/// The address of the emulator. A test that needs it fails without.
#[expect(clippy::disallowed_methods, reason = "how tests are told where it is")]
fn endpoint() -> String {
    std::env::var(VARIABLE).unwrap_or_else(|_| {
        panic!(
            "{VARIABLE} does not say where an emulator of DynamoDB is; \
             `cargo xtask with-services -- COMMAND` starts one"
        )
    })
}

/// Makes a table of that name and these keys.
fn create_table(name: &str, keys: [&str; 2]) {
    let [partition, sort] = keys;
    let attribute = |name: &str| json!({ "AttributeName": name, "AttributeType": "S" });
    let key = |name: &str, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
    let table = json!({
        "TableName": name,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [attribute(partition), attribute(sort)],
        "KeySchema": [key(partition, "HASH"), key(sort, "RANGE")],
    });
    let credential = "test/20261001/eu-central-1/dynamodb/aws4_request";
    ureq::post(endpoint())
        .header("x-amz-target", "DynamoDB_20120810.CreateTable")
        .header("content-type", "application/x-amz-json-1.0")
        .header("x-amz-date", "20261001T000000Z")
        .header(
            "authorization",
            format!("AWS4-HMAC-SHA256 Credential={credential}, SignedHeaders=host, Signature=0"),
        )
        .send(table.to_string())
        .unwrap();
}

/// A name that no other test's table has.
fn table_name(test: &str) -> String {
    format!("vitalog-{test}-{}", std::process::id())
}

/// The program on a table, with an app's keys of AWS.
fn program(table: &str) -> Program {
    let url = format!(
        "dynamodb://{table}?region=eu-central-1&endpoint={}",
        endpoint()
    );
    Program::new()
        .set("VITALOG_STORAGE__URL", &url)
        .set("AWS_ACCESS_KEY_ID", "test")
        .set("AWS_SECRET_ACCESS_KEY", "secret-marker")
}

#[test]
fn push_is_answered_from_the_table_by_another_process() {
    let table = table_name("push");
    create_table(&table, ["metric", "ts"]);
    let program = program(&table);
    let server = program.serve();
    let (status, reply) = server.push(&weight("2026-10-05 07:00:00 -0700", 181.5));
    assert_eq!(status, 200, "{reply}");
    server.kill();

    let range = json!({"metric": "weight", "start_date": "2026-10-05", "end_date": "2026-10-05"});
    let answer: Value = program.json(&["call", "get_health_metrics", &range.to_string()]);
    assert_eq!(answer["days"][0]["weight"][0]["value"], 181.5, "{answer}");
    assert!(!program.data().join("vitalog.db").exists());
    assert!(!program.data().join("vitalog.key").exists());
    let shown = program.print(&["doctor"]);
    assert!(shown.contains(&format!("dynamodb://{table}")), "{shown}");
}

#[test]
fn record_moves_into_the_table_and_back() {
    let table = table_name("move");
    create_table(&table, ["metric", "ts"]);
    let program = program(&table);
    let file = format!("sqlite:{}", program.data().join("old.db").display());
    let push = program.file("push.json", &weight("2026-10-05 07:00:00 -0700", 181.5));
    program.print(&["ingest", &push, "--database", &file]);
    let ask = [
        "call",
        "get_health_metrics",
        r#"{"start_date":"2026-10-05","end_date":"2026-10-05"}"#,
    ];
    let (answer, url) = (
        program.print(&[&ask[..], &["--database", &file]].concat()),
        program.print(&["url", "--database", &file]),
    );
    let there = format!(
        "dynamodb://{table}?region=eu-central-1&endpoint={}",
        endpoint()
    );
    program.print(&["migrate", "--from", &file, "--to", &there]);
    assert_eq!(program.print(&ask), answer);
    assert_eq!(program.print(&["url"]), url);

    let back = format!("sqlite:{}", program.data().join("new.db").display());
    program.print(&["migrate", "--from", &there, "--to", &back]);
    assert_eq!(
        program.print(&[&ask[..], &["--database", &back]].concat()),
        answer
    );
    assert_eq!(program.print(&["url", "--database", &back]), url);
}

#[test]
fn nothing_secret_is_on_standard_error_at_trace() {
    let table = table_name("trace");
    create_table(&table, ["metric", "ts"]);
    let program = program(&table).set("VITALOG_LOG__LEVEL", "trace");
    let server = program.serve();
    let (status, _) = server.push(&weight("2026-10-05 07:00:00 -0700", 184.7391));
    assert_eq!(status, 200);
    server.call("get_health_metrics", &json!({"metric": "weight"}));
    let last = |url: &str| url.rsplit('/').next().unwrap()[..24].to_owned();
    let secrets = [
        last(&server.mcp_url),
        last(&server.ingest_url),
        server.key[..24].to_owned(),
    ];
    let (_, said) = server.stop();
    assert!(said.contains("tool get_health_metrics"), "{said}");
    let planted = ["184.73", "184.74", "secret-marker"].map(str::to_owned);
    for secret in secrets.iter().chain(&planted) {
        assert!(!said.contains(secret), "{secret} was logged");
    }
}

#[test]
fn table_that_cannot_be_used_is_refused_with_advice() {
    let other = table_name("other-keys");
    create_table(&other, ["pk", "sk"]);
    for (table, sentence) in [
        (table_name("missing"), "there is no DynamoDB table"),
        (other, "has other keys than"),
    ] {
        let ended = program(&table).run(&["url"]);
        assert_eq!(ended.code, 3, "{}", ended.stderr);
        assert!(ended.stderr.contains(sentence), "{}", ended.stderr);
        assert!(ended.stderr.contains(&table) && ended.stderr.contains("docs/guides/dynamodb.md"));
        assert!(!ended.stderr.contains("secret-marker"));
    }
}

#[test]
fn storage_url_without_a_table_or_a_region_is_bad_usage() {
    for (url, word) in [
        ("dynamodb://", "names no DynamoDB table"),
        ("dynamodb://a/b", "names no DynamoDB table"),
        ("dynamodb://health?zone=eu", "has no part `zone`"),
        ("dynamodb://health", "name no AWS region"),
    ] {
        let program = Program::new().set("AWS_EC2_METADATA_DISABLED", "true");
        let ended = program.run(&["url", "--database", url]);
        assert_eq!(ended.code, 2, "{url}: {}", ended.stderr);
        assert!(ended.stderr.contains(word), "{url}: {}", ended.stderr);
    }
}

#[test]
fn key_of_the_table_is_not_ours_to_change() {
    let ended = program("health").run(&["secret", "rotate", "database"]);
    assert_eq!(ended.code, 2, "{}", ended.stderr);
    assert!(
        ended.stderr.contains("whose key AWS keeps"),
        "{}",
        ended.stderr
    );
}
