//! The weather: for accounts that have a place, which is kept as coarse as they want it.

use serde_json::json;
use vitalog_test_support::vendors::weather::FakeWeather;

use super::{days_ago, series, state, today};
use crate::program::Program;

#[tokio::test(flavor = "multi_thread")]
async fn an_account_with_a_place_has_weather_and_the_service_learns_it_coarsely() {
    let weather = FakeWeather::start(5, &today().to_string()).await;
    let program = Program::new().set("VITALOG_WEATHER__API_URL", &weather.url());
    assert_eq!(program.run(&["sync", "weather"]).code, 2);
    assert!(weather.requests().is_empty());

    let set = |place: &[&str]| {
        program.print(&[&["account", "set"], place].concat());
        program.json(&["account", "list", "--json"])[0]["place"].clone()
    };
    assert_eq!(set(&["--place", "52.5163,-13.3777"]), "52.5,-13.4");
    let synced = program.json(&["sync", "weather", "--json"]);
    assert_eq!(synced[0]["state"], "synced", "{synced}");
    assert!(synced[0]["written"].as_u64().unwrap() > 10, "{synced}");
    let temperature = series(&program, "outdoor_temperature");
    assert!(temperature[days_ago(1)].is_number(), "{temperature}");
    assert_eq!(state(&program, "weather")["source"], "weather");
    let asked = format!("{:?}", weather.requests());
    assert!(
        asked.contains("52.5") && !asked.contains("52.51"),
        "{asked}"
    );

    // More of it comes by request, and only then.
    let ended = program.run(&["backfill", "weather", "--months", "2"]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(ended.stderr.contains("100 %"), "{}", ended.stderr);
    assert!(series(&program, "outdoor_temperature")[days_ago(12)].is_number());

    let exact = set(&["--place", "52.5163,-13.3777", "--exact-place"]);
    assert_eq!(exact, "52.5163,-13.3777");
    assert_eq!(set(&["--place", ""]), json!(null));
    assert_eq!(program.run(&["account", "set", "--place", "north"]).code, 2);
}
