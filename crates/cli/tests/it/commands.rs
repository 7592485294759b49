//! The commands: what they print, and how they end.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};

use crate::program::{Program, post, weight};

#[test]
fn help_documents_the_exit_codes_and_bad_usage_is_2() {
    let program = Program::new();
    let help = program.print(&["--help"]);
    for text in [
        "0  done",
        "1  failed",
        "2  bad usage",
        "3  needs a person",
        "serve",
        "doctor",
    ] {
        assert!(help.contains(text), "{text}");
    }
    assert!(program.print(&["--version"]).starts_with("vitalog "));
    for wrong in [
        &["dance"][..],
        &["serve", "--listen", "nowhere"],
        &["serve", "--public-url", "not a url"],
        &["url", "--account", "nobody"],
        &["url", "--account", "No!"],
        &["account", "add", "No!"],
        &["account", "set"],
        &["account", "set", "--timezone", "Mars/Olympus"],
        &["account", "set", "--units", "stone"],
        &["account", "set", "--net-carbs", "soon"],
        &["secret", "rotate", "everything"],
        &["secret", "rotate", "database", "--account", "me"],
        &["call", "get_moon"],
        &["call", "get_workouts", "[]"],
        &["ingest"],
        &["ingest", "/dev/null", "--header", "automation-period"],
        &["ingest", "/dev/null", "--header", "automation-preiod=Today"],
        &["stdio", "--account", "nobody"],
        &["stdio", "--toolsets", "everything"],
        &["url", "--config", "/nowhere/vitalog.toml"],
    ] {
        let ended = program.run(wrong);
        assert_eq!(ended.code, 2, "{wrong:?}: {}", ended.stderr);
        assert!(ended.stdout.is_empty(), "{wrong:?}");
        assert!(!ended.stderr.contains("backtrace") && !ended.stderr.contains(".rs:"));
    }
    assert_eq!(program.run(&["ingest", "/nowhere.json"]).code, 1);
}

#[test]
fn url_prints_the_address_alone_and_hints_beside_it() {
    let program = Program::new();
    let ended = program.run(&["url"]);
    assert_eq!(ended.stdout.lines().count(), 1);
    assert!(ended.stdout.starts_with("http://127.0.0.1:8787/mcp/"));
    assert!(ended.stderr.contains("public HTTPS address"));

    let program = program.set("VITALOG_SERVER__PUBLIC_URL", "https://health.example.org/");
    let ended = program.run(&["url"]);
    assert!(ended.stdout.starts_with("https://health.example.org/mcp/"));
    assert_eq!(ended.stderr, "");

    let printed = program.print(&["ingest-url"]);
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].starts_with("https://health.example.org/ingest/"));
    let key = lines[1].strip_prefix("X-Ingest-Key: ").unwrap();
    let document = program.json(&["ingest-url", "--json"]);
    assert_eq!(
        document,
        json!({"url": lines[0], "headers": {"X-Ingest-Key": key}})
    );
    assert_eq!(
        program.json(&["url", "--json"])["url"],
        program.print(&["url"]).trim()
    );
}

#[test]
fn secrets_are_rotated_one_by_one() {
    let program = Program::new();
    let all = || {
        (
            program.print(&["url"]),
            program.json(&["ingest-url", "--json"]),
        )
    };
    let (url, ingest) = all();
    let ended = program.run(&["secret", "rotate", "path"]);
    assert_eq!((ended.code, ended.stdout.as_str()), (0, ""));
    assert!(ended.stderr.contains("vitalog url"));
    let (new_url, same) = all();
    assert!(new_url != url && same == ingest);

    program.print(&["secret", "rotate", "ingest-key"]);
    let (_, new_ingest) = all();
    assert_eq!(new_ingest["url"], ingest["url"]);
    assert_ne!(new_ingest["headers"], ingest["headers"]);
    program.print(&["secret", "rotate", "ingest-path"]);
    assert_ne!(all().1["url"], ingest["url"]);
}

#[test]
fn accounts_are_made_listed_and_changed() {
    let program = Program::new();
    program.print(&[
        "account",
        "add",
        "anna",
        "--timezone",
        "Europe/Oslo",
        "--units",
        "metric",
        "--net-carbs",
        "always",
    ]);
    assert_eq!(
        program.run(&["account", "add", "anna"]).code,
        2,
        "there is one already"
    );
    assert_ne!(
        program.print(&["url"]),
        program.print(&["url", "--account", "anna"])
    );
    program.print(&[
        "account",
        "set",
        "--account",
        "anna",
        "--timezone",
        "Europe/Rome",
        "--sources",
        "Oura, watch",
    ]);
    assert_eq!(
        program.json(&["account", "list", "--json"]),
        json!([
            {
                "account": "anna", "timezone": "Europe/Rome", "timezone_is_set": true,
                "units": "metric", "sources": ["oura", "watch"], "net_carbs": "always", "place": null,
            },
            {
                "account": "me", "timezone": "America/Los_Angeles", "timezone_is_set": true,
                "units": "us", "sources": [], "net_carbs": null, "place": null,
            },
        ])
    );
    let table = program.print(&["account", "list"]);
    assert!(
        table.contains("anna") && table.contains("Europe/Rome"),
        "{table}"
    );

    let file = program.file("push.json", &weight("2026-10-05 07:00:00 +0200", 150.0));
    program.print(&["ingest", &file, "--account", "anna"]);
    let range = r#"{"metric":"weight","start_date":"2026-10-05","end_date":"2026-10-05"}"#;
    let days = |account: &str| {
        program.json(&["call", "get_health_metrics", range, "--account", account])["days"].clone()
    };
    assert_eq!(days("anna")[0]["weight"][0]["time"], "07:00");
    assert_eq!(days("me"), json!([]));
}

#[test]
fn tokens_are_made_listed_used_and_revoked() {
    let program = Program::new();
    let server = program.serve();
    let made = program.run(&[
        "token",
        "create",
        "--label",
        "notebook",
        "--toolsets",
        "insight, record",
        "--expires",
        "90d",
    ]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let secret = made.stdout.trim().to_owned();
    assert!(
        secret.starts_with("vtl_") && secret.len() == 68,
        "it stands alone"
    );
    assert!(!made.stderr.contains(&secret));

    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let ask_with = |message: &str| {
        let bearer = format!("Bearer {secret}");
        let headers = [
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
            ("authorization", bearer.as_str()),
        ];
        post(
            &format!("http://{}/mcp", server.address()),
            &headers,
            message.as_bytes(),
        )
        .unwrap()
    };
    let (status, body) = ask_with(list);
    assert_eq!(status, 200, "{body}");
    assert!(body.contains("get_metric_series") && !body.contains("log_reading"));

    let tokens = program.json(&["token", "list", "--json"]);
    let token = &tokens[0];
    assert_eq!(tokens.as_array().unwrap().len(), 1);
    for (field, expected) in [
        ("label", json!("notebook")),
        ("kind", json!("personal")),
        ("client", Value::Null),
        ("scope", json!("read")),
        ("toolsets", json!("record,insight")),
        ("revoked_at", Value::Null),
    ] {
        assert_eq!(token[field], expected, "{field}");
    }
    let table = program.print(&["token", "list"]);
    assert!(
        table.contains("notebook") && !table.contains(&secret[4..]),
        "{table}"
    );

    let id = token["id"].as_str().unwrap();
    // The running server writes what was asked within a second or two.
    let used = || program.json(&["token", "list", "--json"])[0]["last_used_at"].is_string();
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_day"}}"#;
    assert_eq!(ask_with(call).0, 200);
    let begun = std::time::Instant::now();
    while !used() {
        assert!(
            begun.elapsed() < std::time::Duration::from_secs(30),
            "the use is not told"
        );
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let log = program.json(&["log", "--json"]);
    let entry = log.as_array().unwrap().last().unwrap();
    assert_eq!(
        (
            &entry["door"],
            &entry["token"],
            &entry["tool"],
            &entry["outcome"]
        ),
        (&json!("token"), &json!(id), &json!("get_day"), &json!("ok"))
    );
    assert!(program.print(&["log"]).contains("get_day"));

    assert_eq!(program.run(&["token", "revoke", "no-such"]).code, 2);
    assert_eq!(program.run(&["token", "revoke", id]).code, 0);
    assert_eq!(ask_with(list).0, 401, "the running server knows at once");
    assert!(program.json(&["token", "list", "--json"])[0]["revoked_at"].is_string());

    for arguments in [
        &["--label", ""][..],
        &["--label", "two\nlines"],
        &["--label", "x", "--scope", "admin"],
        &["--label", "x", "--toolsets", "all"],
        &["--label", "x", "--expires", "soon"],
        &["--label", "x", "--expires", "0d"],
    ] {
        let ended = program.run(&[&["token", "create"], arguments].concat());
        assert_eq!(
            (ended.code, ended.stdout.as_str()),
            (2, ""),
            "{arguments:?}: {}",
            ended.stderr
        );
    }
}

#[test]
fn ingest_takes_plain_packed_and_piped_pushes_by_the_same_path_as_http() {
    let program = Program::new();
    let push = weight("2026-10-05 07:00:00 -0700", 184.2);
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&push).unwrap();
    let packed = program.file("push.json.gz", &encoder.finish().unwrap());
    let plain = program.file("push.json", &push);

    let reply = program.json(&["ingest", &packed, "--header", "automation-period=Today"]);
    assert_eq!(
        (&reply["rows_written"], &reply["reconcile"]),
        (&json!(1), &json!("on"))
    );
    let ended = program.run_with_input(&["ingest", "-"], &push);
    let reply: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(reply["rows_unchanged"], 1);
    let both = program.print(&["ingest", &plain, &packed]);
    assert_eq!(both.matches("\"rows_unchanged\": 1").count(), 2);

    for (content, word) in [("{\"data\":", "JSON"), ("{}", "data")] {
        let file = program.file("bad.json", content.as_bytes());
        let ended = program.run(&["ingest", &file]);
        assert_eq!(ended.code, 1);
        assert!(ended.stderr.contains(word), "{}", ended.stderr);
    }
}

#[test]
fn tools_are_listed_and_called() {
    let program = Program::new();
    let catalog = program.json(&["tools", "--json"]);
    let names: Vec<&str> = catalog
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "get_sleep",
            "get_heart_rate",
            "get_readiness",
            "get_activity",
            "get_health_metrics",
            "get_workouts",
            "get_report_data",
            "log_reading",
            "delete_reading",
            "list_metrics",
            "get_metric_series",
            "get_streaks",
            "get_day",
            "compare_periods",
            "get_coverage",
            "get_recovery_context",
            "get_recovery",
            "get_strain",
            "get_day_overlay",
            "correlate_day_night",
            "get_sync_status",
            "sync_now",
            "log_entry",
            "get_health_summary",
            "get_hrv_trend",
            "query_metric",
            "get_daily_snapshot",
            "get_long_term_trend",
            "get_coaching_brief",
            "search_records",
            "get_metric_stats",
        ]
    );
    assert!(catalog[0]["inputSchema"].is_object());
    assert_eq!(program.print(&["tools"]).lines().count(), 31);

    let log = r#"{"metric":"ketones","value":1.2,"unit":"mmol/L","timestamp":"2026-10-05T07:30"}"#;
    let stored = program.json(&["call", "log_reading", log]);
    assert_eq!(stored["stored"]["timestamp"], "2026-10-05T07:30:00-07:00");
    let piped = program.run_with_input(&["call", "get_workouts", "-"], b"{}");
    assert_eq!(piped.code, 0, "{}", piped.stderr);

    // A refusal of the tool is its answer, and a failure of the command.
    let ended = program.run(&[
        "call",
        "log_reading",
        r#"{"metric":"ketones","value":99,"unit":"mmol/L"}"#,
    ]);
    assert_eq!(ended.code, 1);
    let refusal: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(refusal["error"]["code"], "invalid_arguments");
}

#[test]
fn rearming_logs_the_next_first_payload_again() {
    let program = Program::new();
    let file = program.file("push.json", &weight("2026-10-05 07:00:00 -0700", 184.2));
    let logs = || {
        program
            .run(&["ingest", &file])
            .stderr
            .contains("hae first payload")
    };
    assert_eq!([logs(), logs()], [true, false]);
    program.print(&["account", "rearm-first-payload"]);
    assert_eq!([logs(), logs()], [true, false]);
}

#[test]
fn doctor_tells_good_from_bad() {
    let states = |document: &Value| -> Vec<(String, String)> {
        let rows = document.as_array().unwrap().iter();
        rows.map(|row| {
            (
                row["check"].as_str().unwrap().into(),
                row["state"].as_str().unwrap().into(),
            )
        })
        .collect()
    };
    let state = |document: &Value, check: &str| {
        states(document)
            .into_iter()
            .find(|(name, _)| name == check)
            .unwrap()
            .1
    };

    // Before the first start nothing is made, and nothing is wrong.
    let program = Program::on_file()
        .set("VITALOG_SERVER__PUBLIC_URL", "https://health.example.org")
        .set("VITALOG_SERVER__LISTEN", "127.0.0.1:0");
    let before = program.json(&["doctor", "--json"]);
    assert_eq!(state(&before, "record"), "warn");
    assert!(!program.data().exists());

    program.print(&["url"]);
    let good = program.json(&["doctor", "--json"]);
    assert!(
        states(&good).iter().all(|(_, state)| state == "ok"),
        "{good}"
    );
    assert!(
        program
            .print(&["doctor"])
            .lines()
            .all(|line| line.starts_with("ok "))
    );

    let program = program.set("VITALOG_SERVER__PUBLIC_URL", "http://health.example.org");
    assert_eq!(
        state(&program.json(&["doctor", "--json"]), "public URL"),
        "warn"
    );

    std::fs::remove_file(program.data().join("vitalog.key")).unwrap();
    let ended = program.run(&["doctor"]);
    assert_eq!(ended.code, 1);
    assert!(ended.stdout.contains("fail  key"), "{}", ended.stdout);
}

#[cfg(unix)]
#[test]
fn doctor_notices_a_folder_and_a_key_that_are_open_to_others() {
    use std::{fs, os::unix::fs::PermissionsExt};

    let program = Program::on_file();
    program.print(&["url"]);
    fs::set_permissions(program.data(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(
        program.data().join("vitalog.key"),
        fs::Permissions::from_mode(0o644),
    )
    .unwrap();
    let said = program.print(&["doctor"]);
    assert!(
        said.contains("warn  data folder") && said.contains("chmod 700"),
        "{said}"
    );
    assert!(
        said.contains("warn  key") && said.contains("chmod 600"),
        "{said}"
    );
}
