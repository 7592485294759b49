//! `log_entry`, and the tools that read and delete what it keeps, in both eras.

use serde_json::{Value, json};
use vitalog_mcp::Toolsets;

use crate::support::{LEGACY, Post, Server, principal};

async fn ok(server: &Server, tool: &str, arguments: Value) -> Value {
    let result = server.call(tool, arguments).await;
    assert_eq!(result["isError"], false, "{result}");
    let document = result["structuredContent"].clone();
    let catalog = server.mcp.catalog(&principal());
    let listed = catalog.iter().find(|listed| listed["name"] == tool);
    let schema = &listed.unwrap()["outputSchema"];
    assert!(jsonschema::is_valid(schema, &document), "{document:#}");
    document
}

async fn error(server: &Server, tool: &str, arguments: Value) -> Value {
    let result = server.call(tool, arguments).await;
    assert_eq!(result["isError"], true, "{result}");
    result["structuredContent"]["error"].clone()
}

#[tokio::test]
async fn entry_is_answered_with_its_day() {
    let server = Server::new();
    let first = json!({
        "name": "Coffee Cups", "value": 1.5, "unit": "cups", "combine": "sum",
        "timestamp": "2026-10-07T08:30", "note": "with milk",
    });
    let answer = ok(&server, "log_entry", first).await;
    assert_eq!(
        answer,
        json!({
            "stored": {
                "name": "coffee_cups", "date": "2026-10-07", "time": "08:30", "value": 1.5,
                "unit": "cups", "combine": "sum", "estimate": false, "source": "claude-log",
                "note": "with milk", "timestamp": "2026-10-07T08:30:00-07:00",
            },
            "day": {"value": 1.5, "entries": 1},
            "notes": ["This is the first entry of coffee_cups. From now on its unit is the one \
                given, and the day's value is the sum of its entries."],
            "dataThrough": "2026-10-07",
        })
    );
    let more = ok(
        &server,
        "log_entry",
        json!({"name": "coffee_cups", "value": 1}),
    )
    .await;
    assert_eq!(more["day"], json!({"value": 2.5, "entries": 2}));
    assert_eq!(more.get("notes"), None);
    let whole = json!({"name": "took_magnesium", "value": true, "date": "2026-10-06"});
    let whole = ok(&server, "log_entry", whole).await;
    assert_eq!(
        whole["stored"],
        json!({
            "name": "took_magnesium", "date": "2026-10-06", "value": true, "combine": "any",
            "estimate": false, "source": "claude-log", "timestamp": "2026-10-06T00:00:00-07:00",
        })
    );
    assert_eq!(whole["day"], json!({"value": true, "entries": 1}));
}

#[tokio::test]
async fn kept_names_are_listed_shown_and_deleted() {
    let server = Server::new();
    for (name, value, date) in [
        ("coffee_cups", json!(2), "2026-10-05"),
        ("coffee_cups", json!(3), "2026-10-06"),
        ("took_magnesium", json!(true), "2026-10-06"),
        ("meetings", json!(4), "2026-10-06"),
    ] {
        let entry = json!({"name": name, "value": value, "date": date});
        ok(&server, "log_entry", entry).await;
    }
    let list = ok(&server, "list_metrics", json!({"source": "custom"})).await;
    assert_eq!(
        list["metrics"],
        json!([
            {
                "key": "coffee_cups", "label": "coffee_cups", "unit": "", "kind": "numeric",
                "direction": "neutral", "group": "custom", "daily": "last",
                "sources": ["custom"], "recorded": true, "isCustom": true,
                "firstDay": "2026-10-05", "lastDay": "2026-10-06", "daysWithData": 2,
                "description": "Named by the person; logged with `log_entry`.",
            },
            {
                "key": "took_magnesium", "label": "took_magnesium", "unit": "0/1",
                "kind": "boolean", "direction": "neutral", "group": "custom", "daily": "any",
                "sources": ["custom"], "recorded": true, "isCustom": true,
                "firstDay": "2026-10-06", "lastDay": "2026-10-06", "daysWithData": 1,
                "description": "Named by the person; logged with `log_entry`.",
            },
        ])
    );
    let series = json!({"metric": "Coffee Cups", "days": 7});
    let series = ok(&server, "get_metric_series", series).await;
    assert_eq!(series["metric"], "coffee_cups");
    let points = json!([{"date": "2026-10-05", "value": 2}, {"date": "2026-10-06", "value": 3}]);
    assert_eq!(series["points"], points);

    let day = ok(&server, "get_day", json!({"date": "2026-10-06"})).await;
    assert_eq!(
        day["groups"],
        json!([
            {"group": "work", "metrics": [
                {"key": "meetings", "value": 4, "n": 1, "unit": "count", "source": "claude-log"},
            ]},
            {"group": "custom", "metrics": [
                {"key": "coffee_cups", "value": 3, "n": 1, "unit": "", "source": "claude-log"},
                {"key": "took_magnesium", "value": 1, "n": 1, "unit": "0/1",
                    "source": "claude-log"},
            ]},
        ])
    );
    let coverage = ok(&server, "get_coverage", json!({})).await;
    let keys: Vec<&Value> = coverage["metrics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|metric| &metric["key"])
        .collect();
    assert_eq!(keys, ["meetings", "coffee_cups", "took_magnesium"]);

    for (name, time, value) in [
        ("coffee cups", "2026-10-06T00:00", json!(3)),
        ("meetings", "2026-10-06T00:00:00-07:00", json!(4)),
    ] {
        let request = json!({"metric": name, "timestamp": time, "value": value});
        let gone = ok(&server, "delete_reading", request).await;
        assert_eq!(gone["deleted"]["reading"]["value"], value);
    }
    let request = json!({"metric": "lemonade", "timestamp": "2026-10-06T00:00"});
    let unknown = error(&server, "delete_reading", request).await;
    assert_eq!(
        unknown["message"],
        "`metric` names nothing that is recorded here."
    );
}

#[tokio::test]
async fn arguments_of_the_wrong_sort_are_refused() {
    let server = Server::new();
    for (arguments, message) in [
        (
            json!({"name": "tea", "value": "2"}),
            "`value` must be a number, or true or false.",
        ),
        (json!({"name": "tea"}), "`value` is missing."),
        (
            json!({"name": "tea", "value": 1, "combine": "max"}),
            "`combine` must be one of sum, mean, last, any.",
        ),
        (
            json!({"name": "glucose", "value": 100}),
            "`name` is a name of the metric glucose, which is not logged here; nothing was stored.",
        ),
    ] {
        let refused = error(&server, "log_entry", arguments).await;
        assert_eq!(refused["message"], message);
    }
    let mut reader = Server::new();
    reader.principal.write = false;
    let entry = json!({"name": "tea", "value": 1});
    let refused = error(&reader, "log_entry", entry).await;
    assert_eq!(refused["code"], "read_only_connection");
}

/// The description of `log_entry` in the list of either era.
async fn description(server: &Server, modern: bool) -> String {
    let post = if modern {
        Post::modern("tools/list", json!({}))
    } else {
        Post::legacy(LEGACY, "tools/list", json!({}))
    };
    let answer = server.send(post).await;
    let tools = answer.body["result"]["tools"].as_array().unwrap().clone();
    let listed = tools.into_iter().find(|tool| tool["name"] == "log_entry");
    listed.unwrap()["description"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn catalog_names_up_to_twenty_of_the_persons_own_as_quoted_text() {
    let server = Server::new();
    for modern in [true, false] {
        assert!(!description(&server, modern).await.contains("own names"));
    }
    for number in 1..=22 {
        let entry = json!({"name": format!("Name {number}"), "value": 1});
        ok(&server, "log_entry", entry).await;
    }
    for modern in [true, false] {
        let text = description(&server, modern).await;
        assert!(text.contains("the person's own names are \"name_1\", \"name_2\""));
        assert!(text.ends_with("\"name_20\" and 2 more."), "{text}");
    }
    // Other groups, and those without the tool, have nothing of it.
    let mut server = server;
    server.principal.toolsets = Toolsets::parse("insight").unwrap();
    let answer = server.send(Post::modern("tools/list", json!({}))).await;
    let tools = answer.body["result"]["tools"].as_array().unwrap();
    for tool in tools {
        let names = tool["description"].as_str().unwrap().contains("name_1");
        assert_eq!(
            names,
            ["get_metric_series", "get_streaks", "compare_periods"]
                .contains(&tool["name"].as_str().unwrap()),
            "{}",
            tool["name"]
        );
    }
}

#[tokio::test]
async fn both_eras_log_the_same() {
    for modern in [true, false] {
        let server = Server::new();
        let params = json!({"name": "log_entry", "arguments": {"name": "tea", "value": 2}});
        let post = if modern {
            Post::modern("tools/call", params)
        } else {
            Post::legacy(LEGACY, "tools/call", params)
        };
        let answer = server.send(post).await;
        let stored = &answer.body["result"]["structuredContent"]["stored"];
        assert_eq!(
            (&stored["name"], &stored["value"]),
            (&json!("tea"), &json!(2))
        );
    }
}
