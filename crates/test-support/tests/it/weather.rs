//! The fake Open-Meteo, by the requests of the connector.

use jiff::civil::date;
use url::Url;
use vitalog_connectors::{
    Connector, Page, VendorReply,
    weather::{Weather, read_reason},
};
use vitalog_core::{DayRange, Place};
use vitalog_test_support::vendors::{Fault, weather::FakeWeather};

use crate::client::send;

const WINDOW: DayRange = DayRange {
    start: date(2026, 9, 1),
    end: date(2026, 9, 14),
};

fn connector() -> Weather {
    let place: Place = "52.5163,13.3777".parse().unwrap();
    Weather::new(place, "Europe/Berlin", date(2026, 9, 14))
}

async fn ask(fake: &FakeWeather, window: DayRange) -> VendorReply {
    let collection = connector().collection("daily").unwrap();
    let api = Url::parse(&fake.url()).unwrap();
    send(connector().list(&api, collection, window, None), "").await
}

fn read(reply: &VendorReply) -> Page {
    let collection = connector().collection("daily").unwrap();
    let window = DayRange {
        start: date(2025, 1, 1),
        end: date(2026, 12, 31),
    };
    connector()
        .read_page(collection, window, &reply.body)
        .unwrap()
}

/// The days on which a metric is told.
fn days(page: &Page, slug: &str) -> usize {
    let mapped = connector().map(&page.documents);
    let samples = mapped.samples.iter();
    samples.filter(|it| it.metric.row().slug == slug).count()
}

#[tokio::test]
async fn days_that_are_not_told_yet_are_told_later() {
    let fake = FakeWeather::start(7, "2026-09-14").await;
    fake.set_behind(2, 5);
    let page = read(&ask(&fake, WINDOW).await);
    assert_eq!(page.documents.len(), 12);
    assert_eq!(days(&page, "outdoor_temperature"), 12);
    fake.set_behind(0, 5);
    let page = read(&ask(&fake, WINDOW).await);
    assert_eq!(page.documents.len(), 14);
    for metric in connector().covers() {
        assert_eq!(days(&page, metric.row().slug), 14, "{}", metric.row().slug);
    }
    let (path, query) = fake.requests().remove(0);
    assert_eq!(path, "/v1/forecast");
    assert!(query.contains(&("latitude".to_owned(), "52.5".to_owned())));
}

#[tokio::test]
async fn a_mean_that_the_model_does_not_have_is_that_of_the_hours() {
    let fake = FakeWeather::start(7, "2026-09-14").await;
    fake.take_column("cloud_cover_mean");
    let page = read(&ask(&fake, WINDOW).await);
    assert_eq!(days(&page, "cloud_cover"), 14);
    fake.take_column("cloud_cover");
    let page = read(&ask(&fake, WINDOW).await);
    assert_eq!(days(&page, "cloud_cover"), 0);
}

#[tokio::test]
async fn the_archive_has_a_year_and_is_some_days_behind() {
    let fake = FakeWeather::start(7, "2026-09-14").await;
    let year = DayRange {
        start: date(2025, 9, 15),
        end: date(2026, 9, 14),
    };
    let page = read(&ask(&fake, year).await);
    assert_eq!(page.documents.len(), 365 - 5);
    assert_eq!(fake.requests()[0].0, "/v1/archive");
}

#[tokio::test]
async fn refusals_say_why() {
    let fake = FakeWeather::start(7, "2026-05-01").await;
    let refused = ask(&fake, WINDOW).await;
    assert_eq!(refused.status, 400);
    let reason = read_reason(&refused.body).unwrap();
    assert!(reason.contains("out of allowed range"), "{reason}");
    fake.set_today("2026-09-14");
    fake.fail("/v1/forecast", Fault::Status(429), 1);
    let busy = ask(&fake, WINDOW).await;
    assert_eq!(busy.status, 429);
    assert!(read_reason(&busy.body).unwrap().contains("limit exceeded"));
    assert_eq!(ask(&fake, WINDOW).await.status, 200);
}
