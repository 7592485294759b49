//! What is long becomes coarse before it is cut.

use serde_json::json;
use vitalog_core::Metric;
use vitalog_mcp::Toolsets;

use super::ok;
use crate::support::Server;

/// A reading a day, and a lot of days.
async fn of_years(metric: Metric, days: i64) -> Server {
    let mut server = Server::new();
    server.principal.toolsets = Toolsets::ALL;
    let today = jiff::civil::date(2026, 10, 7);
    let at: Vec<(String, f64)> = (0..days)
        .map(|back| {
            let day = today - jiff::ToSpan::days(back);
            let value = 50.0 + f64::from(day.day()) / 8.0;
            (format!("{day}T15:00:00Z"), value)
        })
        .collect();
    let at: Vec<(&str, f64)> = at.iter().map(|(at, value)| (at.as_str(), *value)).collect();
    server.put(metric, &at).await;
    server
}

#[tokio::test]
async fn what_is_long_becomes_coarse_before_it_is_cut() {
    let server = of_years(Metric::RestingHeartRate, 3_660).await;
    let metric = "resting_heart_rate";
    let query = |days: i32| json!({"metric_type": metric, "days": days});
    let fine = ok(&server, "query_metric", query(300)).await;
    assert_eq!(fine["granularity"], "daily");
    assert_eq!(fine["daily"].as_array().unwrap().len(), 300);
    let coarse = ok(&server, "query_metric", query(1825)).await;
    assert_eq!(
        (&coarse["granularity"], &coarse["days_with_data"]),
        (&json!("weekly"), &json!(1825))
    );
    assert!(coarse.get("daily").is_none());
    let weeks = coarse["periods"].as_array().unwrap();
    assert_eq!((weeks.len(), &weeks[1]["days"]), (262, &json!(7)));
    let note = coarse["notes"][0].as_str().unwrap();
    assert!(note.contains("each point is a week"), "{note}");

    let trend = json!({"metric_type": metric, "months": 120});
    let trend = ok(&server, "get_long_term_trend", trend).await;
    assert_eq!(trend["granularity"], "weekly");
    assert_eq!(trend["monthly_trend"].as_array().unwrap().len(), 120);
    let whole = json!({"metric_type": metric, "months": 24});
    assert_eq!(
        ok(&server, "get_long_term_trend", whole).await["granularity"],
        "daily"
    );

    let server = of_years(Metric::HrvSdnn, 1825).await;
    let hrv = ok(&server, "get_hrv_trend", json!({"days": 1825})).await;
    assert_eq!(hrv["granularity"], "weekly");
    assert!(hrv["trend_vs_prior_week"]["direction"].is_string());
    let series = json!({"metric": "hrv_sdnn", "days": 365});
    let series = ok(&server, "get_metric_series", series).await;
    assert_eq!(series["aggregate"], "day", "a year of days fits");
}

#[tokio::test]
async fn so_many_readings_that_they_would_be_cut_are_fewer() {
    let mut server = Server::new();
    server.principal.toolsets = Toolsets::ALL;
    let at: Vec<(String, f64)> = (0..1000)
        .map(|minute| {
            let (hour, minute) = (minute / 60, minute % 60);
            (format!("2026-10-06T{hour:02}:{minute:02}:00-07:00"), 61.0)
        })
        .collect();
    let at: Vec<(&str, f64)> = at.iter().map(|(at, value)| (at.as_str(), *value)).collect();
    server.put(Metric::HeartRate, &at).await;
    let asked = json!({"metric_type": "heart_rate", "limit": 1000});
    let answer = ok(&server, "query_metric", asked).await;
    let shown = answer["samples"].as_array().unwrap();
    assert_eq!(answer["samples_left_out"], 1000 - shown.len());
    assert!(shown.len() > 300 && shown.len() < 1000, "{}", shown.len());
    assert_eq!(
        shown.last().unwrap()["started_at"],
        "2026-10-06T16:39:00-07:00"
    );
    assert!(
        answer["notes"][0]
            .as_str()
            .unwrap()
            .contains("only the latest are listed")
    );
    assert_eq!(answer["count"], 1000);
}
