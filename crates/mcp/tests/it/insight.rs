//! The tools of the insight group: their keys, what of nothing they say, and what their arguments
//! may be.

use serde_json::{Value, json};
use vitalog_core::Metric;

use crate::support::{Server, principal};

fn keys(object: &Value) -> Vec<&str> {
    let members = object.as_object().unwrap();
    members.keys().map(String::as_str).collect()
}

/// The document, which fits the schema that is listed.
async fn ok(server: &Server, tool: &str, arguments: Value) -> Value {
    let result = server.call(tool, arguments).await;
    assert_eq!(result["isError"], false, "{result}");
    let document = result["structuredContent"].clone();
    let catalog = server.mcp.catalog(&principal());
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
    let server = Server::new();
    let weights = [
        ("2026-10-01T14:00:00Z", 181.0),
        ("2026-10-03T14:00:00Z", 180.5),
        ("2026-10-06T14:00:00Z", 180.0),
    ];
    server.put(Metric::Weight, &weights).await;
    server
        .put(Metric::FlightsClimbed, &[("2026-10-06T14:00:00Z", 0.0)])
        .await;
    server
        .put(Metric::Carbs, &[("2026-10-06T14:00:00Z", 30.0)])
        .await;
    server
}

#[tokio::test]
async fn metrics_are_listed_with_what_was_recorded_of_them() {
    let server = person().await;
    let all = ok(&server, "list_metrics", json!({})).await;
    assert_eq!(keys(&all), ["found", "metrics", "neverRecorded"]);
    assert_eq!(
        all["metrics"][0],
        json!({
            "key": "weight", "label": "Weight", "unit": "lb", "kind": "numeric",
            "direction": "neutral", "group": "body", "daily": "last", "sources": ["apple"],
            "recorded": true, "firstDay": "2026-10-01", "lastDay": "2026-10-06",
            "description": "Body weight in pounds.",
        })
    );
    let never = all["neverRecorded"].as_array().unwrap();
    let recorded = all["metrics"].as_array().unwrap();
    // What the person named is listed by name, and not as one metric.
    assert_eq!(recorded.len() + never.len(), Metric::ALL.len() - 1);
    assert!(never.contains(&json!("step_count")));
    assert!(!never.contains(&json!("flights_climbed")), "a zero is data");

    let narrowed = ok(&server, "list_metrics", json!({"query": "step count"})).await;
    assert_eq!(keys(&narrowed), ["found", "metrics"]);
    assert_eq!(narrowed["found"], false);
    assert_eq!(narrowed["metrics"][0]["recorded"], false);
    let said = ok(&server, "list_metrics", json!({"source": "ledger"})).await;
    assert_eq!(said["metrics"].as_array().unwrap().len(), 2 + 6);
    let wrong = error(&server, "list_metrics", json!({"source": "fitbit"})).await;
    assert_eq!(
        wrong["message"],
        "`source` must be one of ledger, whoop, oura, apple, labs, custom, derived, weather, calendar."
    );
}

#[tokio::test]
async fn a_catalog_of_everything_fits_into_an_answer() {
    let server = Server::new();
    for metric in Metric::ALL {
        server.put(*metric, &[("2026-10-06T14:00:00Z", 1.0)]).await;
    }
    let all = ok(&server, "list_metrics", json!({})).await;
    assert_eq!(all["truncated"], Value::Null);
    assert!(all["metrics"].as_array().unwrap().len() > 100);
}

#[tokio::test]
async fn a_series_has_points_statistics_and_coverage() {
    let server = person().await;
    let dates = json!({"metric": "weight", "start_date": "2026-10-01", "end_date": "2026-10-07"});
    let answer = ok(&server, "get_metric_series", dates.clone()).await;
    assert_eq!(
        keys(&answer),
        [
            "metric",
            "label",
            "unit",
            "range",
            "timezone",
            "aggregate",
            "found",
            "coverage",
            "points",
            "stats",
            "dataThrough",
        ]
    );
    assert_eq!(
        answer["points"],
        json!([
            {"date": "2026-10-01", "value": 181},
            {"date": "2026-10-03", "value": 180.5},
            {"date": "2026-10-06", "value": 180},
        ])
    );
    assert_eq!(
        answer["coverage"],
        json!({
            "firstDay": "2026-10-01", "lastDay": "2026-10-06", "daysWithData": 3, "daysInRange": 7,
        })
    );
    assert_eq!(
        answer["stats"],
        json!({
            "n": 3, "mean": 180.5, "median": 180.5, "sd": 0.5, "min": 180, "max": 181,
            "p25": 180.25, "p75": 180.75, "slopePerDay": -0.197_368, "last": 180,
        })
    );
    assert_eq!(answer["dataThrough"], "2026-10-06");
    for name in [
        "HKQuantityTypeIdentifierBodyMass",
        "weight_body_mass",
        " Weight ",
    ] {
        let mut asked = dates.clone();
        asked["metric"] = json!(name);
        let same = ok(&server, "get_metric_series", asked).await;
        assert_eq!(same, answer, "{name}");
    }
    let mut weekly = dates;
    weekly["aggregate"] = json!("week");
    let weekly = ok(&server, "get_metric_series", weekly).await;
    assert_eq!(
        weekly["points"],
        json!([
            {"date": "2026-09-28", "value": 180.75, "days": 2},
            {"date": "2026-10-05", "value": 180, "days": 1},
        ])
    );
}

#[tokio::test]
async fn a_zero_and_a_gap_and_nothing_ever_are_three_answers() {
    let server = person().await;
    let series = |metric: &str, end: &str| json!({"metric": metric, "start_date": "2026-09-01", "end_date": end});
    let zero = ok(
        &server,
        "get_metric_series",
        series("flights_climbed", "2026-10-07"),
    )
    .await;
    assert_eq!(
        (&zero["found"], &zero["points"]),
        (&json!(true), &json!([{"date": "2026-10-06", "value": 0}]))
    );
    for (metric, end, coverage, note) in [
        (
            "flights_climbed",
            "2026-09-10",
            json!({
                "firstDay": "2026-10-06", "lastDay": "2026-10-06", "daysWithData": 0,
                "daysInRange": 10,
            }),
            "the first day with it is 2026-10-06",
        ),
        (
            "step_count",
            "2026-09-10",
            json!({"daysWithData": 0, "daysInRange": 10}),
            "never recorded",
        ),
    ] {
        let nothing = ok(&server, "get_metric_series", series(metric, end)).await;
        assert_eq!(nothing["found"], false);
        assert_eq!(nothing["coverage"], coverage);
        assert_eq!(nothing["points"], json!([]));
        for absent in ["stats", "dataThrough"] {
            assert!(nothing.get(absent).is_none(), "{absent}");
        }
        assert!(nothing["notes"][0].as_str().unwrap().contains(note));
    }
    let states = ok(
        &server,
        "get_coverage",
        json!({
            "metrics": ["flights_climbed", "weight", "step_count"],
            "start_date": "2026-10-04", "end_date": "2026-10-05",
        }),
    )
    .await;
    assert_eq!(states["found"], false);
    assert!(states.get("dataThrough").is_none());
    let states: Vec<&Value> = states["metrics"].as_array().unwrap().iter().collect();
    let states: Vec<&str> = states
        .iter()
        .map(|metric| metric["state"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["none_in_range", "none_in_range", "never_recorded"]);
}

#[tokio::test]
async fn a_day_is_grouped_by_section() {
    let server = person().await;
    let day = ok(&server, "get_day", json!({"date": "2026-10-06"})).await;
    assert_eq!(
        keys(&day),
        [
            "date",
            "timezone",
            "found",
            "groups",
            "workouts",
            "dataThrough"
        ]
    );
    let app = "A scale with a long name";
    assert_eq!(
        day["groups"],
        json!([
            {"group": "body", "metrics": [
                {"key": "weight", "value": 180, "n": 1, "unit": "lb", "source": app},
            ]},
            {"group": "nutrition", "metrics": [
                {"key": "carbs", "value": 30, "n": 1, "unit": "g", "source": app},
            ]},
            {"group": "activity", "metrics": [
                {"key": "flights_climbed", "value": 0, "n": 1, "unit": "count", "source": app},
            ]},
        ])
    );
    let empty = ok(&server, "get_day", json!({})).await;
    assert_eq!(
        (&empty["date"], &empty["found"], &empty["groups"]),
        (&json!("2026-10-07"), &json!(false), &json!([]))
    );
    assert!(empty.get("dataThrough").is_none());
}

#[tokio::test]
async fn coverage_shows_gaps() {
    let server = person().await;
    let asked = json!({
        "metrics": ["weight"], "start_date": "2026-10-01", "end_date": "2026-10-07",
    });
    let answer = ok(&server, "get_coverage", asked).await;
    assert_eq!(
        keys(&answer),
        ["range", "timezone", "found", "metrics", "dataThrough"]
    );
    assert_eq!(
        answer["metrics"][0],
        json!({
            "key": "weight", "state": "present", "firstDay": "2026-10-01",
            "lastDay": "2026-10-06", "daysWithData": 3, "daysInRange": 7,
            "longestGap": {"start": "2026-10-04", "end": "2026-10-05", "days": 2},
            "gaps": [
                {"start": "2026-10-02", "end": "2026-10-02", "days": 1},
                {"start": "2026-10-04", "end": "2026-10-05", "days": 2},
                {"start": "2026-10-07", "end": "2026-10-07", "days": 1},
            ],
        })
    );
    let all = ok(&server, "get_coverage", json!({})).await;
    assert_eq!(all["metrics"].as_array().unwrap().len(), 3);
    assert_eq!(all["range"]["start"], "2026-07-10");
}

#[tokio::test]
async fn arguments_that_make_no_sense_are_refused_in_words() {
    let server = Server::new();
    let many: Vec<&str> = Metric::ALL.iter().map(|metric| metric.slug()).collect();
    for (tool, arguments, code, message, advice) in [
        (
            "get_metric_series",
            json!({}),
            "invalid_arguments",
            "`metric` is missing",
            "`metric`",
        ),
        (
            "get_metric_series",
            json!({"metric": "resting hart rate"}),
            "invalid_arguments",
            "`metric` is the name of no metric",
            "resting_heart_rate",
        ),
        (
            "correlate_day_night",
            json!({"cause": "resting hart rate", "effect": "weight"}),
            "invalid_arguments",
            "`cause` is the name of no metric",
            "resting_heart_rate",
        ),
        (
            "correlate_day_night",
            json!({"cause": "weight", "effect": "resting hart rate"}),
            "invalid_arguments",
            "`effect` is the name of no metric",
            "resting_heart_rate",
        ),
        (
            "get_metric_series",
            json!({"metric": "weight", "days": 366}),
            "invalid_arguments",
            "`days` must be from 1 to 365",
            "from 1 to 365",
        ),
        (
            "get_metric_series",
            json!({"metric": "weight", "days": 7, "start_date": "2026-10-01"}),
            "invalid_arguments",
            "`days` and `start_date`",
            "one of them",
        ),
        (
            "get_metric_series",
            json!({"metric": "weight", "start_date": "2025-10-01"}),
            "range_too_long",
            "372",
            "365",
        ),
        (
            "get_metric_series",
            json!({"metric": "weight", "aggregate": "year"}),
            "invalid_arguments",
            "`aggregate` must be one of day, week, month",
            "words",
        ),
        (
            "get_coverage",
            json!({"metrics": many}),
            "invalid_arguments",
            "`metrics` must have from 1 to 40 elements",
            "some of them",
        ),
        (
            "get_coverage",
            json!({"metrics": "weight"}),
            "invalid_arguments",
            "`metrics` must be a list",
            "square brackets",
        ),
        (
            "get_coverage",
            json!({"metrics": ["weigth"]}),
            "invalid_arguments",
            "`metrics` has a name of no metric",
            "weight",
        ),
        (
            "get_day",
            json!({"date": "2026-02-30"}),
            "invalid_arguments",
            "`date` must be a date that exists",
            "Today is 2026-10-07",
        ),
    ] {
        let refused = error(&server, tool, arguments.clone()).await;
        assert_eq!(refused["code"], code, "{arguments}");
        let said = |field: &str| refused[field].as_str().unwrap().to_owned();
        assert!(said("message").contains(message), "{refused}");
        assert!(said("advice").contains(advice), "{refused}");
    }
}
