//! The catalog: what is listed to whom, in which form.

use jiff::tz::TimeZone;
use serde_json::{Value, json};
use vitalog_core::{Switchover, UnitSystem};
use vitalog_mcp::{Principal, Toolsets};

use crate::support::{LEGACY, Post, Server, principal};

const TOOLS: [&str; 23] = [
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
];

/// Those of the toolset `trends` alone.
const TRENDS: [&str; 8] = [
    "get_health_summary",
    "get_hrv_trend",
    "query_metric",
    "get_daily_snapshot",
    "get_long_term_trend",
    "get_coaching_brief",
    "search_records",
    "get_metric_stats",
];

async fn result(post: Post) -> Value {
    let mut result = Server::new().send(post).await.body["result"].clone();
    // A release changes the version; the form stays.
    for server in [
        result["_meta"]["io.modelcontextprotocol/serverInfo"].take(),
        result["serverInfo"].take(),
    ] {
        if server.is_object() {
            assert_eq!(server["name"], "vitalog");
        }
    }
    let members = result.as_object_mut().unwrap();
    members.retain(|name, value| !value.is_null() && name != "_meta");
    result
}

#[tokio::test]
async fn tools_as_the_modern_era_lists_them() {
    insta::assert_json_snapshot!(result(Post::modern("tools/list", json!({}))).await);
}

#[tokio::test]
async fn tools_as_the_oldest_revision_lists_them() {
    let listed = result(Post::bare("tools/list", json!({}))).await;
    for tool in listed["tools"].as_array().unwrap() {
        for newer in ["title", "outputSchema", "_meta", "icons", "execution"] {
            assert!(tool.get(newer).is_none(), "{newer}");
        }
    }
    let without_schemas: Vec<Value> = listed["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| json!({"name": tool["name"], "annotations": tool["annotations"]}))
        .collect();
    insta::assert_json_snapshot!(without_schemas);
}

#[tokio::test]
async fn the_handshake_era_lists_what_the_modern_one_does() {
    let modern = result(Post::modern("tools/list", json!({}))).await;
    for version in [LEGACY, "2025-06-18"] {
        let legacy = result(Post::legacy(version, "tools/list", json!({}))).await;
        assert_eq!(legacy["tools"], modern["tools"], "{version}");
    }
}

#[tokio::test]
async fn prompts_of_both_eras() {
    insta::assert_json_snapshot!(result(Post::modern("prompts/list", json!({}))).await);
    let oldest = result(Post::bare("prompts/list", json!({}))).await;
    assert!(
        oldest["prompts"]
            .as_array()
            .unwrap()
            .iter()
            .all(|p| p.get("title").is_none())
    );
}

#[tokio::test]
async fn discovery_and_handshake() {
    let discovered = result(Post::modern("server/discover", json!({}))).await;
    insta::assert_json_snapshot!("discover", discovered);
    let shaken = result(Post::bare("initialize", json!({"protocolVersion": LEGACY}))).await;
    assert_eq!(shaken["capabilities"], discovered["capabilities"]);
    assert_eq!(shaken["instructions"], discovered["instructions"]);
    assert_eq!(
        shaken.as_object().unwrap().len(),
        3,
        "{:?}",
        shaken.as_object().unwrap().keys()
    );
}

#[tokio::test]
async fn what_is_offered_has_a_handler_and_what_is_not_has_none() {
    let offered = result(Post::modern("server/discover", json!({}))).await;
    for (capability, method) in [
        ("tools", "tools/list"),
        ("prompts", "prompts/list"),
        ("resources", "resources/list"),
        ("completions", "completion/complete"),
        ("logging", "logging/setLevel"),
    ] {
        let is_offered = offered["capabilities"].get(capability).is_some();
        let answer = Server::new().send(Post::modern(method, json!({}))).await;
        assert_eq!(answer.code() != Some(-32_601), is_offered, "{method}");
        assert_ne!(
            offered["capabilities"][capability]["listChanged"], true,
            "nothing changes"
        );
    }
}

#[test]
fn every_tool_is_fit_for_every_host() {
    let server = Server::new();
    let all = Principal {
        toolsets: Toolsets::ALL,
        ..principal()
    };
    let catalog = server.mcp.catalog(&all);
    assert_eq!(
        catalog.iter().map(|tool| &tool["name"]).collect::<Vec<_>>(),
        [&TOOLS[..], &TRENDS].concat()
    );
    for tool in &catalog {
        let name = tool["name"].as_str().unwrap();
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        assert!(name.len() <= 40 && name.chars().all(plain), "{name}");
        assert!(
            tool["description"].as_str().unwrap().len() < 2_048,
            "{name}"
        );
        assert_eq!(tool["annotations"]["title"], tool["title"], "{name}");
        for hint in [
            "readOnlyHint",
            "destructiveHint",
            "idempotentHint",
            "openWorldHint",
        ] {
            assert!(tool["annotations"][hint].is_boolean(), "{name} {hint}");
        }
        let (input, output) = (&tool["inputSchema"], &tool["outputSchema"]);
        assert_eq!(input["additionalProperties"], false, "{name}");
        assert!(output.get("required").is_none(), "{name}");
        for declared in ["truncated", "shown_chars", "total_chars", "hint", "error"] {
            assert!(
                output["properties"].get(declared).is_some(),
                "{name} {declared}"
            );
        }
        for schema in [input, output] {
            assert_eq!(schema["type"], "object", "{name}");
            for root_choice in ["anyOf", "oneOf", "allOf", "$ref", "$schema", "title"] {
                assert!(schema.get(root_choice).is_none(), "{name} {root_choice}");
            }
            let text = schema.to_string();
            assert!(
                !text.contains("\\n"),
                "{name} has a line break in a description"
            );
            for unread in [
                "$ref", "$defs", "\"null\"", "uint", "int32", "double", "patternP",
            ] {
                assert!(!text.contains(unread), "{name} {unread}");
            }
            jsonschema::meta::validate(schema).expect("a valid schema");
        }
    }
}

#[test]
fn annotations_say_what_a_tool_does() {
    let server = Server::new();
    for (tool, (name, read_only, destructive, idempotent)) in
        server.mcp.catalog(&principal()).iter().zip([
            ("get_sleep", true, false, true),
            ("get_heart_rate", true, false, true),
            ("get_readiness", true, false, true),
            ("get_activity", true, false, true),
            ("get_health_metrics", true, false, true),
            ("get_workouts", true, false, true),
            ("get_report_data", true, false, true),
            ("log_reading", false, false, false),
            ("delete_reading", false, true, true),
            ("list_metrics", true, false, true),
            ("get_metric_series", true, false, true),
            ("get_streaks", true, false, true),
            ("get_day", true, false, true),
            ("compare_periods", true, false, true),
            ("get_coverage", true, false, true),
            ("get_recovery_context", true, false, true),
            ("get_recovery", true, false, true),
            ("get_strain", true, false, true),
            ("get_day_overlay", true, false, true),
            ("correlate_day_night", true, false, true),
            ("get_sync_status", true, false, true),
            ("sync_now", false, false, true),
            ("log_entry", false, false, false),
        ])
    {
        let hints = &tool["annotations"];
        assert_eq!(tool["name"], name);
        assert_eq!(
            (
                &hints["readOnlyHint"],
                &hints["destructiveHint"],
                &hints["idempotentHint"]
            ),
            (&json!(read_only), &json!(destructive), &json!(idempotent)),
            "{name}"
        );
        let asks_elsewhere = name == "sync_now";
        assert_eq!(hints["openWorldHint"], asks_elsewhere, "{name}");
    }
    let report = &server.mcp.catalog(&principal())[6];
    assert_eq!(report["_meta"]["anthropic/maxResultSizeChars"], 500_000);
}

fn names(principal: &Principal) -> Vec<String> {
    Server::new()
        .mcp
        .catalog(principal)
        .iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn the_list_follows_scope_and_toolsets() {
    let everything = principal();
    assert_eq!(names(&everything), TOOLS);
    let reader = Principal {
        write: false,
        ..everything.clone()
    };
    let read = [&TOOLS[..7], &TOOLS[9..22]].concat();
    assert_eq!(names(&reader), read);
    let insight = [&["get_workouts"], &TOOLS[9..16]].concat();
    let all = [&TOOLS[..], &TRENDS].concat();
    let trends = [
        &["get_sleep", "get_workouts", "compare_periods"],
        &TRENDS[..],
    ]
    .concat();
    for (toolsets, expected) in [
        ("record", &TOOLS[..9]),
        ("insight", &insight[..]),
        ("trends", &trends[..]),
        ("insight,record,relay,trends", &all[..]),
        ("relay", &TOOLS[16..]),
        ("insight,record", &TOOLS[..16]),
        ("insight,record,relay", &TOOLS[..]),
    ] {
        let toolsets = Toolsets::parse(toolsets).unwrap();
        assert_eq!(
            names(&Principal {
                toolsets,
                ..everything.clone()
            }),
            expected,
            "{toolsets}"
        );
    }
}

#[tokio::test]
async fn a_tool_that_is_not_listed_is_unknown_and_a_write_is_refused_in_words() {
    let mut server = Server::new();
    let log = json!({
        "name": "log_reading",
        "arguments": {"metric": "glucose", "value": 95, "unit": "mg/dL"},
    });
    server.principal.write = false;
    let answer = server.send(Post::modern("tools/call", log.clone())).await;
    assert_eq!(
        answer.body["result"]["structuredContent"]["error"]["code"],
        "read_only_connection"
    );
    server.principal.toolsets = Toolsets::parse("insight").unwrap();
    let answer = server.send(Post::modern("tools/call", log)).await;
    assert_eq!(
        (answer.status.as_u16(), answer.code()),
        (200, Some(-32_602))
    );
    let unknown = Post::legacy(LEGACY, "tools/call", json!({"name": "nope"}));
    let answer = server.send(unknown).await;
    assert_eq!(
        (answer.status.as_u16(), answer.code()),
        (200, Some(-32_602))
    );
}

#[test]
fn descriptions_carry_what_of_the_account_concerns_the_tool() {
    let server = Server::new();
    let mut asking = principal();
    let stamp_of = |tool: usize, principal: &Principal| {
        let catalog = server.mcp.catalog(principal);
        let description = catalog[tool]["description"].as_str().unwrap();
        let at = description.find("This account: ").expect("a stamp");
        description[at..].to_owned()
    };
    let stamp = |principal: &Principal| stamp_of(4, principal);
    assert_eq!(
        stamp(&asking),
        "This account: days are cut in America/Los_Angeles; carbohydrates count as totals from \
         2026-09-29 15:44 on and as already net before; weight and lean mass are in lb, waist in \
         in."
    );
    asking.account.zone = TimeZone::get("Europe/Berlin").unwrap();
    asking.account.switchover = Some(Switchover::Never);
    asking.account.units = UnitSystem::Metric;
    assert_eq!(
        stamp(&asking),
        "This account: days are cut in Europe/Berlin; recorded carbohydrates count as already \
         net; weight and lean mass are in kg, waist in cm."
    );
    asking.account.switchover = Some(Switchover::Always);
    assert!(stamp(&asking).contains("; recorded carbohydrates count as totals;"));
    let zone = "This account: days are cut in Europe/Berlin.";
    let units = "This account: days are cut in Europe/Berlin; weight and lean mass are in kg, \
                 waist in cm.";
    for (tool, expected) in [(5, zone), (6, &stamp(&asking)), (7, zone), (8, units)] {
        assert_eq!(stamp_of(tool, &asking), expected, "{}", TOOLS[tool]);
    }
}

#[test]
fn toolsets_are_read_and_written_the_same() {
    for (list, read) in [
        ("record", Ok("record")),
        ("trends, record,", Ok("record,trends")),
        (
            "",
            Err("name at least one toolset: record, insight, relay, trends"),
        ),
        (
            ",",
            Err("name at least one toolset: record, insight, relay, trends"),
        ),
        (
            "Record",
            Err("a toolset is one of record, insight, relay, trends"),
        ),
        (
            "record,hidden",
            Err("a toolset is one of record, insight, relay, trends"),
        ),
    ] {
        let found = Toolsets::parse(list);
        let found = found
            .map(|toolsets| toolsets.to_string())
            .map_err(|error| error.to_string());
        assert_eq!(
            found,
            read.map(str::to_owned).map_err(str::to_owned),
            "{list:?}"
        );
    }
}
