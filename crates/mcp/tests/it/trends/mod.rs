//! The tools of the trends group: their keys, how they clamp, and what of nothing they say.

mod size;

use serde_json::{Value, json};
use vitalog_core::Metric;
use vitalog_mcp::{Principal, Toolsets};

use crate::support::{Server, principal};

fn keys(object: &Value) -> Vec<&str> {
    let members = object.as_object().unwrap();
    members.keys().map(String::as_str).collect()
}

fn everything() -> Principal {
    Principal {
        toolsets: Toolsets::ALL,
        ..principal()
    }
}

/// The document, which fits the schema that is listed.
async fn ok(server: &Server, tool: &str, arguments: Value) -> Value {
    let result = server.call(tool, arguments).await;
    assert_eq!(result["isError"], false, "{result}");
    let document = result["structuredContent"].clone();
    let catalog = server.mcp.catalog(&everything());
    let listed = catalog.iter().find(|listed| listed["name"] == tool);
    let schema = &listed.unwrap()["outputSchema"];
    assert!(jsonschema::is_valid(schema, &document), "{document:#}");
    let declared = keys(&schema["properties"]);
    for key in keys(&document) {
        assert!(declared.contains(&key), "{tool} does not declare {key}");
    }
    document
}

async fn error(server: &Server, tool: &str, arguments: Value) -> Value {
    let result = server.call(tool, arguments).await;
    assert_eq!(result["isError"], true, "{result}");
    result["structuredContent"]["error"].clone()
}

async fn person() -> Server {
    let mut server = Server::new();
    server.principal.toolsets = Toolsets::ALL;
    let steps = [
        ("2026-08-03T15:00:00Z", 4000.0),
        ("2026-10-01T15:00:00Z", 9000.0),
        ("2026-10-02T15:00:00Z", 8000.5),
        ("2026-10-02T20:00:00Z", 1000.0),
        ("2026-10-06T15:00:00Z", 7000.0),
    ];
    server.put(Metric::StepCount, &steps).await;
    let pulse = [
        ("2026-10-06T15:00:00Z", 61.0),
        ("2026-10-06T16:00:00Z", 64.0),
    ];
    server.put(Metric::HeartRate, &pulse).await;
    server
        .put(Metric::HrvSdnn, &[("2026-10-06T12:00:00Z", 41.25)])
        .await;
    server
        .put(Metric::Weight, &[("2026-10-07T14:00:00Z", 181.0)])
        .await;
    server
}

#[tokio::test]
async fn a_week_of_a_metric_lists_its_readings() {
    let server = person().await;
    let answer = ok(
        &server,
        "query_metric",
        json!({"metric_type": "heart_rate"}),
    )
    .await;
    assert_eq!(
        keys(&answer),
        [
            "metric",
            "label",
            "unit",
            "range",
            "timezone",
            "value_type",
            "days_with_data",
            "period_days",
            "granularity",
            "count",
            "avg",
            "min",
            "max",
            "samples",
            "tier",
            "dataThrough",
        ]
    );
    assert_eq!(
        (&answer["granularity"], &answer["period_days"]),
        (&json!("raw"), &json!(7))
    );
    assert_eq!(
        (&answer["count"], &answer["avg"]),
        (&json!(2), &json!(62.5))
    );
    assert_eq!(
        answer["samples"][0],
        json!({
            "value": 61, "unit": "count/min", "started_at": "2026-10-06T08:00:00-07:00",
            "source": "A scale with a long name",
        })
    );
    assert_eq!(
        answer["tier"],
        json!({"days_served_by": {"summary": 0, "raw": 1}})
    );
    assert_eq!(
        answer["range"],
        json!({"start": "2026-10-01", "end": "2026-10-07"})
    );
    let one = json!({"metric_type": "heart_rate", "limit": 1});
    let one = ok(&server, "query_metric", one).await;
    assert_eq!(
        (&one["samples"][0]["value"], &one["samples_left_out"]),
        (&json!(64), &json!(1))
    );
    assert_eq!(one["avg"], 62.5, "of all of them");
}

#[tokio::test]
async fn beyond_a_month_a_metric_lists_its_days() {
    let server = person().await;
    let asked = json!({"metric_type": "HKQuantityTypeIdentifierStepCount", "days": 90});
    let answer = ok(&server, "query_metric", asked).await;
    assert_eq!(answer["granularity"], "daily");
    assert_eq!(answer["value_type"], "daily_total");
    let second = &answer["daily"][2];
    assert_eq!(
        second,
        &json!({
            "date": "2026-10-02", "avg": 9000.5, "min": 1000, "max": 8000.5, "sum": 9000.5,
            "count": 2, "source": "raw",
        })
    );
    // (4000 + 9000 + 9000.5 + 7000) / 4
    assert_eq!(
        (&answer["avg"], &answer["count"]),
        (&json!(7250.1), &json!(5))
    );
    assert_eq!(answer["max"], 9000.5);
}

#[tokio::test]
async fn numbers_out_of_range_are_taken_as_far_as_they_go_and_said() {
    let server = person().await;
    for (tool, given, field, taken) in [
        (
            "query_metric",
            json!({"metric_type": "weight", "days": 9999}),
            "period_days",
            1825,
        ),
        (
            "query_metric",
            json!({"metric_type": "weight", "days": -3}),
            "period_days",
            1,
        ),
        ("get_hrv_trend", json!({"days": 0}), "period_days", 1),
        (
            "get_long_term_trend",
            json!({"metric_type": "weight", "months": 121}),
            "months",
            120,
        ),
        (
            "get_metric_stats",
            json!({"metric_type": "weight", "days": 2000}),
            "period_days",
            1825,
        ),
        (
            "search_records",
            json!({"metric_type": "weight", "days": 2000}),
            "days_searched",
            1825,
        ),
        (
            "get_health_summary",
            json!({"days": 2000}),
            "period_days",
            1825,
        ),
    ] {
        let answer = ok(&server, tool, given.clone()).await;
        assert_eq!(answer[field], taken, "{tool} {given}");
        let note = answer["notes"][0].as_str().unwrap();
        assert!(note.contains(&format!("{taken} is used")), "{note}");
    }
    for (tool, given) in [
        (
            "query_metric",
            json!({"metric_type": "weight", "limit": 5000}),
        ),
        (
            "search_records",
            json!({"metric_type": "weight", "limit": 0}),
        ),
        ("get_workouts", json!({"limit": 0})),
    ] {
        let answer = ok(&server, tool, given).await;
        let notes = answer["notes"].as_array().unwrap();
        let said = |note: &Value| {
            note.as_str()
                .unwrap()
                .starts_with("`limit` can be from 1 to 1000")
        };
        assert!(notes.iter().any(said), "{tool} {notes:?}");
    }
    let nights = [("2026-10-06T14:00:00Z", 7.0)];
    server.put(Metric::SleepTotal, &nights).await;
    let nights = ok(&server, "get_sleep", json!({"days": 1825})).await;
    assert_eq!(
        nights["range"]["start"], "2026-07-08",
        "as many days as the tool has"
    );
}

#[tokio::test]
async fn nothing_is_told_apart_from_never() {
    let server = person().await;
    for tool in ["query_metric", "get_metric_stats", "search_records"] {
        let gap = json!({"metric_type": "step_count", "days": 1});
        let gap = ok(&server, tool, gap).await;
        assert_eq!(gap["data_status"]["status"], "empty_window", "{tool}");
        assert_eq!(gap["data_status"]["last_day"], "2026-10-06");
        let never = ok(&server, tool, json!({"metric_type": "active_energy"})).await;
        assert_eq!(never["data_status"]["status"], "never_recorded");
        let message = never["data_status"]["message"].as_str().unwrap();
        assert!(message.contains("not shared"), "{message}");
        let some = ok(
            &server,
            tool,
            json!({"metric_type": "step_count", "days": 7}),
        )
        .await;
        assert!(some.get("data_status").is_none());
    }
}

#[tokio::test]
async fn variability_names_the_other_measure_where_it_has_none() {
    let server = person().await;
    let answer = ok(&server, "get_hrv_trend", json!({})).await;
    assert_eq!(
        (&answer["metric"], &answer["period_days"]),
        (&json!("hrv_sdnn"), &json!(30))
    );
    assert_eq!(answer["trend_vs_prior_week"], Value::Null);
    assert!(
        answer
            .as_object()
            .unwrap()
            .contains_key("trend_vs_prior_week")
    );
    assert_eq!(
        answer["daily_averages"],
        json!([{"date": "2026-10-06", "avg_hrv_ms": 41.25, "source": "raw"}])
    );
    assert_eq!(
        (&answer["avg_hrv_ms"], &answer["latest_hrv_ms"]),
        (&json!(41.25), &json!(41.25))
    );
    for name in ["hrv_rmssd", "rmssd"] {
        let other = ok(&server, "get_hrv_trend", json!({"metric": name})).await;
        let note = other["notes"][0].as_str().unwrap();
        assert!(
            note.starts_with("hrv_sdnn has data through 2026-10-06"),
            "{note}"
        );
        assert!(other.get("avg_hrv_ms").is_none());
    }
    let wrong = error(&server, "get_hrv_trend", json!({"metric": "weight"})).await;
    assert!(
        wrong["message"]
            .as_str()
            .unwrap()
            .contains("`metric` must be hrv_sdnn or")
    );
}

#[tokio::test]
async fn months_days_statistics_and_search_have_their_fields() {
    let server = person().await;
    let metric = json!({"metric_type": "steps", "months": 3});
    let trend = ok(&server, "get_long_term_trend", metric).await;
    assert_eq!(trend["range"]["start"], "2026-08-01");
    assert_eq!(
        trend["monthly_trend"],
        json!([
            {"month": "2026-08", "avg": 4000, "days_with_data": 1, "sources": ["raw"]},
            {"month": "2026-10", "avg": 8333.5, "days_with_data": 3, "sources": ["raw"]},
        ])
    );
    assert_eq!(
        trend["overall"],
        json!({"avg": 7250.1, "min": 4000, "max": 9000.5})
    );
    assert_eq!(trend["daily_data"].as_array().unwrap().len(), 4);

    let stats = ok(&server, "get_metric_stats", json!({"metric_type": "steps"})).await;
    assert_eq!(stats["data_points"], 4);
    assert_eq!(
        (&stats["min"], &stats["mean"]),
        (&json!(4000), &json!(7250.1))
    );
    // By hand: between 4000, 7000, 9000 and 9000.5.
    assert_eq!(
        stats["percentiles"],
        json!({"p10": 4900, "p25": 6250, "p50": 8000, "p75": 9000.1, "p90": 9000.4})
    );
    assert_eq!(
        stats["thresholds"],
        json!({"good_day_above": 9000.1, "poor_day_below": 6250})
    );
    server
        .put(Metric::RestingHeartRate, &[("2026-10-06T15:00:00Z", 55.0)])
        .await;
    let low = json!({"metric_type": "resting_heart_rate"});
    let low = ok(&server, "get_metric_stats", low).await;
    assert_eq!(
        low["thresholds"],
        json!({"good_day_below": 55, "poor_day_above": 55})
    );

    let search = json!({"metric_type": "steps", "min_value": 7000});
    let found = ok(&server, "search_records", search).await;
    assert_eq!(
        (&found["days_searched"], &found["days_matched"]),
        (&json!(90), &json!(3))
    );
    let days = found["results"].as_array().unwrap();
    let days: Vec<&Value> = days.iter().map(|day| &day["value"]).collect();
    assert_eq!(days, [&json!(9000.5), &json!(9000), &json!(7000)]);
    let wrong = json!({"metric_type": "steps", "min_value": 2, "max_value": 1});
    let wrong = error(&server, "search_records", wrong).await;
    assert!(
        wrong["message"]
            .as_str()
            .unwrap()
            .contains("`min_value` is above")
    );
}

#[tokio::test]
async fn periods_are_compared_by_either_names() {
    let server = person().await;
    let short = json!({
        "metric": "step_count", "a_start": "2026-10-01", "a_end": "2026-10-03",
        "b_start": "2026-10-04", "b_end": "2026-10-07", "label_a": "before",
    });
    let answer = ok(&server, "compare_periods", short.clone()).await;
    assert_eq!(
        answer["period_a"],
        json!({
            "label": "before", "start": "2026-10-01", "end": "2026-10-03", "n": 2, "data_points": 2,
            "avg": 9000.3, "mean": 9000.3, "sd": 0.4, "min": 9000, "max": 9000.5,
        })
    );
    assert_eq!(answer["period_b"]["label"], "B");
    assert_eq!(
        answer["comparison"],
        json!({
            "delta": -2000.3, "pct_change": -22.2, "difference": -2000.3, "percent": -22.2,
            "verdict": "too_few_days", "exploratory": true,
        })
    );
    let long = json!({
        "metric_type": "step_count", "period_a_start": "2026-10-01",
        "period_a_end": "2026-10-03", "period_b_start": "2026-10-04",
        "period_b_end": "2026-10-07", "label_a": "before",
    });
    assert_eq!(ok(&server, "compare_periods", long).await, answer);
    let mut both = short.clone();
    both["period_a_start"] = json!("2026-10-01");
    let mut missing = short.clone();
    missing.as_object_mut().unwrap().remove("b_end");
    let mut inverted = short.clone();
    inverted["a_end"] = json!("2026-09-01");
    let mut label = short;
    label["label_b"] = json!("x".repeat(33));
    for (arguments, message) in [
        (both, "`a_start` and `period_a_start` are two names"),
        (missing, "`b_end` is missing"),
        (inverted, "`a_start` 2026-10-01 is after `a_end` 2026-09-01"),
        (label, "`label_b` must have at most 32"),
    ] {
        let refused = error(&server, "compare_periods", arguments).await;
        assert!(
            refused["message"].as_str().unwrap().contains(message),
            "{refused}"
        );
    }
}

#[tokio::test]
async fn streaks_have_their_dates() {
    let server = person().await;
    let asked = json!({"metric": "step_count", "threshold": 8000, "direction": "at_least"});
    let answer = ok(&server, "get_streaks", asked).await;
    assert_eq!(
        answer["streaks"][0],
        json!({
            "metric": "step_count", "label": "Steps", "unit": "count", "goal": "at_least",
            "threshold": 8000, "longest": {"days": 2, "start": "2026-10-01", "end": "2026-10-02"},
            "daysMet": 2, "daysWithData": 4, "firstDay": "2026-08-03", "lastDay": "2026-10-06",
        })
    );
    assert_eq!(
        answer["dataThrough"], "2026-10-06",
        "today may yet be logged"
    );
    let none = ok(&server, "get_streaks", json!({})).await;
    assert_eq!(
        (&none["found"], &none["streaks"]),
        (&json!(false), &json!([]))
    );
    let wrong = json!({"metric": "step_count", "direction": "at_most"});
    let wrong = error(&server, "get_streaks", wrong).await;
    assert!(wrong["message"].as_str().unwrap().contains("`threshold`"));
}

#[tokio::test]
async fn overviews_have_their_fields() {
    let server = person().await;
    let summary = ok(&server, "get_health_summary", json!({})).await;
    assert_eq!(
        summary["steps"],
        json!({"total": 25000.5, "daily_avg": 8333.5, "days_with_data": 3})
    );
    assert_eq!(
        summary["hrv_sdnn_ms"],
        json!({"avg": 41.25, "latest": 41.25, "readings": 1})
    );
    assert!(summary.get("sleep").is_none() && summary.get("resting_heart_rate_bpm").is_none());
    assert_eq!(summary["workouts"], json!({"count": 0, "types": []}));
    assert_eq!(summary["data_as_of"], "2026-10-06T08:00:00-07:00");

    let day = ok(&server, "get_daily_snapshot", json!({"date": "2026-10-07"})).await;
    assert_eq!(day["highlights"], json!({"weight_kg": 82.1}));
    assert_eq!(
        (&day["total_records"], &day["truncated"]),
        (&json!(1), &json!(false))
    );
    assert_eq!(day["metrics_present"], json!(["weight"]));
    assert_eq!(
        ok(&server, "get_daily_snapshot", json!({"date": ""})).await,
        day
    );
    assert_eq!(ok(&server, "get_daily_snapshot", json!({})).await, day);
    for date in ["yesterday", "2026-02-30", " "] {
        let wrong = error(&server, "get_daily_snapshot", json!({"date": date})).await;
        assert_eq!(wrong["code"], "invalid_arguments", "{date}");
        assert!(wrong["message"].as_str().unwrap().contains("`date`"));
    }

    let brief = ok(&server, "get_coaching_brief", json!({})).await;
    assert_eq!(
        brief["data_status"],
        json!({
            "status": "fresh", "newest_sample_at": "2026-10-06T09:00:00-07:00",
            "hours_since_newest_sample": 27, "fresh_threshold_hours": 48,
            "counts": {
                "hrv_sdnn": 1, "hrv_rmssd": 0, "resting_heart_rate": 0, "sleep_total": 0,
                "step_count": 3, "active_energy": 0, "apple_exercise_time": 0, "workouts": 0,
            },
            "guidance": "The data are recent.",
        })
    );
    assert_eq!(brief["recovery"]["status"], "unknown", "one day is no week");
    assert_eq!(
        brief["sleep"],
        json!({"nights": 0, "quality_flag": "no data"})
    );
}

#[tokio::test]
async fn workouts_are_limited_to_the_latest() {
    let server = person().await;
    let answer = ok(&server, "get_workouts", json!({"days": 30, "limit": 20})).await;
    assert_eq!(answer["workouts"], json!([]));
}
