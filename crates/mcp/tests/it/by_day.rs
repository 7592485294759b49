//! The tools that show a row a day: their keys, null for what is not said, and their bounds.

use serde_json::{Value, json};
use vitalog_core::{Grain, Metric, Reading, Via};
use vitalog_storage::{RecordChange, RecordQuery, RecordStore};

use crate::support::{Post, Server, principal, reading};

/// Rows as the documents of Oura, and of WHOOP what is named after it, leave them.
async fn put(server: &Server, rows: &[(Metric, &str, f64)]) {
    let whose = |metric: &Metric| match metric.slug().split_once('_') {
        Some(("whoop", _)) => ("WHOOP", Via::Whoop),
        _ => ("Oura", Via::Oura),
    };
    let rows = rows.iter().map(|(metric, day, value)| Reading {
        source: whose(metric).0.to_owned(),
        via: whose(metric).1,
        day: metric.names_its_day().then(|| day.parse().unwrap()),
        grain: Some(Grain::Day),
        ..reading(*metric, &format!("{day}T07:00:00Z"), *value)
    });
    let change = RecordChange {
        put_readings: rows.collect(),
        ..RecordChange::default()
    };
    let account = &server.principal.account.id;
    let query = RecordQuery::default();
    let record = server.storage.read_record(account, &query);
    let revision = record.await.unwrap().revision;
    let written = server.storage.write_record(account, revision, change);
    written.await.unwrap();
}

fn keys(object: &Value) -> Vec<&str> {
    let members = object.as_object().unwrap();
    members.keys().map(String::as_str).collect()
}

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

async fn person() -> Server {
    let server = Server::new();
    let day = "2026-10-06";
    let rows = [
        (Metric::SleepTotal, day, 7.3),
        (Metric::OuraSleepScore, day, 81.0),
        (Metric::Bedtime, day, -35.0),
        (Metric::OuraReadinessScore, day, 77.0),
        (Metric::OuraActivityScore, day, 90.0),
        (Metric::StepCount, day, 9000.0),
    ];
    put(&server, &rows).await;
    server
}

const TOOLS: [(&str, &str, i32); 4] = [
    (
        "get_sleep",
        "date sleep_score total_sleep_h time_in_bed_h deep_h rem_h light_h efficiency_pct bedtime \
         wake_time resting_hr_bpm avg_hrv_ms avg_breath_rpm breathing_disturbance_index \
         spo2_avg_pct nap_h source",
        92,
    ),
    (
        "get_heart_rate",
        "date resting_hr_bpm avg_hrv_ms avg_hr_bpm min_hr_bpm max_hr_bpm avg_awake_hr_bpm \
         avg_sleep_hr_bpm max_workout_hr_bpm samples source",
        31,
    ),
    (
        "get_readiness",
        "date readiness_score temp_deviation_c temp_trend_deviation_c resting_hr_bpm avg_hrv_ms \
         source",
        92,
    ),
    (
        "get_activity",
        "date activity_score steps active_kcal total_kcal walking_equiv_km high_activity_min \
         medium_activity_min low_activity_min sedentary_h non_wear_h source",
        92,
    ),
];

#[tokio::test]
async fn rows_keep_their_keys_and_hold_null_for_what_is_not_said() {
    let server = person().await;
    for (tool, fields, _) in TOOLS {
        let answer = ok(&server, tool, json!({})).await;
        assert_eq!(
            keys(&answer),
            ["range", "rows", "days_without_data", "dataThrough"],
            "{tool}"
        );
        let row = &answer["rows"][0];
        assert_eq!(keys(row).join(" "), fields, "{tool}");
        assert_eq!(
            (&row["date"], &row["source"]),
            (&json!("2026-10-06"), &json!("oura"))
        );
        assert_eq!(answer["dataThrough"], "2026-10-06");
        assert_eq!(answer["days_without_data"].as_array().unwrap().len(), 6);
    }
    let night = &ok(&server, "get_sleep", json!({})).await["rows"][0];
    assert_eq!(night["total_sleep_h"], 7.3);
    assert_eq!(night["sleep_score"].to_string(), "81", "no fraction");
    assert_eq!(night["bedtime"], "23:25");
    assert_eq!(night["nap_h"], Value::Null);
    let heart = &ok(&server, "get_heart_rate", json!({})).await["rows"][0];
    assert_eq!(
        (&heart["avg_hr_bpm"], &heart["samples"]),
        (&Value::Null, &json!(0))
    );
    let text = server.call("get_activity", json!({})).await;
    let text = text["content"][0]["text"].as_str().unwrap();
    assert!(
        text.contains(r#"{"date":"2026-10-06","activity_score":90,"#),
        "{text}"
    );
}

#[tokio::test]
async fn each_tool_has_its_own_longest_range() {
    let server = person().await;
    for (tool, _, most) in TOOLS {
        let first = |days: i32| {
            let end = jiff::civil::date(2026, 10, 7);
            let start = end.saturating_sub(jiff::Span::new().days(days - 1));
            json!({"start_date": start.to_string()})
        };
        let answer = ok(&server, tool, first(most)).await;
        let days = answer["days_without_data"].as_array().unwrap().len();
        assert_eq!(days, usize::try_from(most).unwrap() - 1, "{tool}");
        let refused = error(&server, tool, first(most + 1)).await;
        assert_eq!(refused["code"], "range_too_long");
        let message = refused["message"].as_str().unwrap();
        let (asked, most) = ((most + 1).to_string(), most.to_string());
        assert!(
            message.contains(&asked) && message.contains(&most),
            "{message}"
        );

        // A number of days is clamped instead, and said.
        let answer = ok(&server, tool, json!({"days": 4000})).await;
        assert!(
            answer["notes"][0].as_str().unwrap().contains(&most),
            "{answer}"
        );
        let both = json!({"days": 3, "start_date": "2026-10-01"});
        assert_eq!(
            error(&server, tool, both).await["code"],
            "invalid_arguments"
        );
        let wrong = error(&server, tool, json!({"source": "fitbit"})).await;
        assert_eq!(
            wrong["message"],
            "`source` must be one of oura, whoop, apple."
        );
    }
}

#[tokio::test]
async fn without_data_and_connection_a_tool_and_its_section_say_how_to_connect() {
    let server = Server::new();
    for (tool, ..) in TOOLS {
        let error = error(&server, tool, json!({})).await;
        assert_eq!(error["code"], "not_connected", "{tool}");
        assert!(
            error["message"]
                .as_str()
                .unwrap()
                .contains("vitalog connect oura")
        );
    }
    let report = ok(&server, "get_report_data", json!({})).await;
    for section in ["sleep", "activity", "readiness"] {
        assert_eq!(
            report[section]["error"]["code"], "not_connected",
            "{section}"
        );
    }
}

#[tokio::test]
async fn sections_of_the_report_are_the_tools_documents() {
    let server = person().await;
    let week = json!({"start_date": "2026-10-01", "end_date": "2026-10-07"});
    let report = ok(&server, "get_report_data", week.clone()).await;
    for section in ["sleep", "activity", "readiness"] {
        let own = ok(&server, &format!("get_{section}"), week.clone()).await;
        assert_eq!(
            report[section].to_string(),
            own.to_string(),
            "byte for byte"
        );
    }
    let year = json!({"start_date": "2025-10-07", "end_date": "2026-10-07"});
    let report = ok(&server, "get_report_data", year).await;
    assert_eq!(
        report["sleep"]["days_without_data"]
            .as_array()
            .unwrap()
            .len(),
        365
    );
}

#[tokio::test]
async fn prompts_carry_what_their_tools_answer() {
    let server = person().await;
    let get = async |name: &str, range: &str| {
        let params = json!({"name": name, "arguments": {"range": range}});
        server.send(Post::modern("prompts/get", params)).await
    };
    for (tool, _, most) in TOOLS {
        let answer = get(tool, "2026-10-05..2026-10-06").await;
        let text = answer.body["result"]["messages"][0]["content"]["text"].clone();
        let days = json!({"start_date": "2026-10-05", "end_date": "2026-10-06"});
        let own = server.call(tool, days).await;
        let own = own["content"][0]["text"].as_str().unwrap();
        assert!(text.as_str().unwrap().ends_with(own), "{tool}: {text}");
        assert_eq!(get(tool, &format!("{most}d")).await.code(), None, "{tool}");
        let refused = get(tool, &format!("{}d", most + 1)).await;
        assert_eq!(refused.code(), Some(-32_602));
        assert!(
            refused.text.contains(&format!("1 to {most} ")),
            "{}",
            refused.text
        );
    }
}

#[tokio::test]
async fn tools_of_the_relay_keep_their_keys() {
    let server = Server::new();
    let day = "2026-10-06";
    let rows = [
        (Metric::WhoopRecoveryScore, day, 70.0),
        (Metric::WhoopStrain, day, 12.5),
        (Metric::OutdoorTemperature, day, 11.0),
    ];
    put(&server, &rows).await;
    for (tool, fields) in [
        ("get_day_overlay", "date body environment work"),
        (
            "get_recovery",
            "date recovery_score band resting_hr_bpm hrv_rmssd_ms spo2_pct skin_temp_c calibrating",
        ),
        (
            "get_strain",
            "date strain kilojoule avg_hr_bpm max_hr_bpm workouts provisional",
        ),
    ] {
        let answer = ok(&server, tool, json!({})).await;
        assert_eq!(keys(&answer["rows"][0]).join(" "), fields, "{tool}");
        assert_eq!(answer["dataThrough"], day, "{tool}");
    }
    let recovery = ok(&server, "get_recovery", json!({})).await;
    assert_eq!(recovery["rows"][0]["band"], "green");
    assert_eq!(recovery["rows"][0]["calibrating"], Value::Null);
    let context = ok(&server, "get_recovery_context", json!({"date": day})).await;
    assert_eq!(
        keys(&context),
        ["date", "found", "inputs", "missing", "dataThrough"]
    );
    assert_eq!(
        context["inputs"][0],
        json!({
            "key": "whoop_recovery_score", "label": "WHOOP recovery", "date": day, "value": 70,
            "unit": "%", "source": "whoop",
        })
    );
    let overlay = ok(&server, "get_day_overlay", json!({"days": 2})).await;
    let row = &overlay["rows"][0];
    assert_eq!(
        keys(&row["environment"]),
        ["temp_c", "humidity_pct", "cloud_cover_pct", "daylight_h"]
    );
    let work = "meetings meeting_minutes call_sentiment messages_sent issues_opened issues_closed";
    assert_eq!(keys(&row["work"]).join(" "), work);
    let body = "recovery_score readiness_score strain sleep_h resting_hr_bpm hrv_rmssd_ms steps \
                source";
    assert_eq!(keys(&row["body"]).join(" "), body);
}

#[tokio::test]
async fn a_question_about_an_hour_or_a_meeting_is_refused_with_the_reason() {
    let server = Server::new();
    let pair = |granularity: &str| json!({"cause": "meeting_minutes", "effect": "hrv_rmssd", "granularity": granularity});
    for granularity in ["hour", "minute", "event"] {
        let refused = error(&server, "correlate_day_night", pair(granularity)).await;
        assert_eq!(refused["code"], "not_available");
        let message = refused["message"].as_str().unwrap();
        assert!(message.contains("one meeting"), "{message}");
    }
    let answer = ok(&server, "correlate_day_night", pair("day")).await;
    assert_eq!(
        keys(&answer),
        [
            "cause",
            "effect",
            "range",
            "label",
            "lag",
            "direction",
            "found",
            "reason",
            "method",
        ]
    );
    assert!(answer["label"].as_str().unwrap().starts_with("exploratory"));
    assert!(answer.get("tier").is_none());
    assert_eq!(
        (&answer["lag"], &answer["found"]),
        (&json!(1), &json!(false))
    );
    assert!(
        answer["reason"].as_str().unwrap().contains("at least 30"),
        "{answer}"
    );
}

#[tokio::test]
async fn workouts_take_a_source() {
    let server = Server::new();
    for arguments in [json!({}), json!({"source": "apple"})] {
        let answer = ok(&server, "get_workouts", arguments).await;
        assert_eq!(answer["workouts"], json!([]));
    }
    for source in ["oura", "whoop"] {
        let refused = error(&server, "get_workouts", json!({"source": source})).await;
        assert_eq!(refused["code"], "not_connected");
        let message = refused["message"].as_str().unwrap();
        assert!(message.contains(&format!("`vitalog connect {source}`")));
    }
    let wrong = error(&server, "get_workouts", json!({"source": "strava"})).await;
    assert_eq!(
        wrong["message"],
        "`source` must be one of oura, whoop, apple."
    );
}
