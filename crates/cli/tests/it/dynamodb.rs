//! The record in a DynamoDB table: what is only there.

use serde_json::{Value, json};
use vitalog_storage_dynamodb::testing::{CREDENTIALS, TestTable};
use vitalog_test_support::Engine;

use crate::program::{Program, weight};

fn program() -> Program {
    Program::on(Engine::Dynamodb)
}

/// The program on whatever a URL names.
fn program_at(url: &str) -> Program {
    let program = Program::on_file().set("VITALOG_STORAGE__URL", url);
    let credentials = CREDENTIALS.iter();
    credentials.fold(program, |program, (name, value)| program.set(name, value))
}

#[test]
fn push_is_answered_from_the_table_by_another_process() {
    let program = program();
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
    assert!(shown.contains("dynamodb://vitalog-"), "{shown}");
}

#[test]
fn record_moves_into_the_table_and_back() {
    let program = program();
    let there = program.url();
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
fn credentials_are_not_on_standard_error_at_trace() {
    let program = program()
        .set("VITALOG_LOG__LEVEL", "trace")
        .set("AWS_SECRET_ACCESS_KEY", "secret-marker");
    let server = program.serve();
    let (status, _) = server.push(&weight("2026-10-05 07:00:00 -0700", 184.7391));
    assert_eq!(status, 200);
    let (_, said) = server.stop();
    assert!(said.contains("listening on"), "{said}");
    for secret in ["184.73", "184.74", "secret-marker"] {
        assert!(!said.contains(secret), "{secret} was logged");
    }
}

#[test]
fn table_that_cannot_be_used_is_refused_with_advice() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let other = runtime.block_on(TestTable::with_keys(["pk", "sk"]));
    let missing = TestTable {
        name: "vitalog-nobody-made-it".to_owned(),
    };
    for (table, sentence) in [
        (missing, "there is no DynamoDB table"),
        (other, "has other keys than"),
    ] {
        let ended = program_at(&table.url()).run(&["url"]);
        assert_eq!(ended.code, 3, "{}", ended.stderr);
        assert!(ended.stderr.contains(sentence), "{}", ended.stderr);
        for part in [&table.name, "docs/guides/dynamodb.md"] {
            assert!(ended.stderr.contains(part), "{}", ended.stderr);
        }
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
        let ended = program_at(url)
            .set("AWS_EC2_METADATA_DISABLED", "true")
            .run(&["url"]);
        assert_eq!(ended.code, 2, "{url}: {}", ended.stderr);
        assert!(ended.stderr.contains(word), "{url}: {}", ended.stderr);
    }
}

#[test]
fn key_of_the_table_is_not_ours_to_change() {
    let ended = program_at("dynamodb://health").run(&["secret", "rotate", "database"]);
    assert_eq!(ended.code, 2, "{}", ended.stderr);
    assert!(
        ended.stderr.contains("whose key AWS keeps"),
        "{}",
        ended.stderr
    );
}
