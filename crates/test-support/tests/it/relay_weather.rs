//! The relay against the fake Open-Meteo: no grant, but a place.

use std::sync::Arc;

use jiff::SignedDuration;
use vitalog_connectors::{Connector, Vendor, weather::Weather};
use vitalog_core::{Metric, zone};
use vitalog_sync::vendor::{
    ConnectorOf, Freshness, Relay, RelayError, VendorSettings, budget::Lane,
};
use vitalog_test_support::vendors::weather::FakeWeather;

use crate::relay::{Place, url};

/// A relay for accounts that have a place, or have none.
fn relay(weather: &FakeWeather, place: &Place, has_place: bool) -> Relay {
    let here: vitalog_core::Place = "52.52,13.42".parse().unwrap();
    let capabilities = Weather::new(here, "UTC", jiff::civil::Date::ZERO).capabilities();
    place.relay(VendorSettings {
        connector: ConnectorOf::Each {
            vendor: Vendor::Weather,
            capabilities,
            make: Arc::new(move |account, today| {
                let zone = zone::name_of(&account.zone);
                has_place.then(|| Arc::new(Weather::new(here, zone, today)) as Arc<dyn Connector>)
            }),
        },
        api_url: url(&weather.url()),
        sign_in: None,
    })
}

#[tokio::test]
async fn weather_of_half_a_year_comes_in_and_what_was_not_known_yet_follows() {
    let weather = FakeWeather::start(3, "2026-10-05").await;
    weather.set_behind(1, 5);
    let place = Place::new("2026-10-05T12:00:00Z");
    let relay = relay(&weather, &place, true);
    let account = &place.account;
    relay
        .begin_backfill(account, Vendor::Weather, None)
        .await
        .unwrap();
    relay
        .backfill(account, Vendor::Weather, |_| true)
        .await
        .unwrap()
        .unwrap();
    let known = place.rows(Metric::OutdoorTemperatureMax).await.len();
    assert!(known > 170, "{known}");
    let status = relay.status_reader().sources(&account.id).await.unwrap();
    assert_eq!(status[0].state, Freshness::Fresh);
    let revision = place.revision().await;
    let again = relay
        .sync(account, Vendor::Weather, Lane::Interactive)
        .await
        .unwrap();
    assert_eq!(
        (again.applied.news, again.applied.rows.written),
        (0, 0),
        "{again:?}"
    );
    assert_eq!(place.revision().await, revision);

    place.clock.advance(SignedDuration::from_hours(48));
    weather.set_today("2026-10-07");
    relay
        .sync(account, Vendor::Weather, Lane::Interactive)
        .await
        .unwrap();
    let later = place.rows(Metric::OutdoorTemperatureMax).await;
    assert!(later.len() > known, "{} after {known}", later.len());
}

#[tokio::test]
async fn account_without_a_place_asks_for_nothing() {
    let weather = FakeWeather::start(3, "2026-10-05").await;
    let place = Place::new("2026-10-05T12:00:00Z");
    let relay = relay(&weather, &place, false);
    let refused = relay
        .sync(&place.account, Vendor::Weather, Lane::Interactive)
        .await;
    assert!(matches!(refused, Err(RelayError::NotSetUp)));
    assert!(weather.requests().is_empty());
}
