//! The fake Oura: lists, and the way through them.

use std::collections::BTreeSet;

use jiff::{SignedDuration, ToSpan, civil::Date};
use serde_json::{Value, json};
use url::Url;
use vitalog_connectors::{Collection, Connector, SentDocument, Shape, oura::Oura};
use vitalog_core::DayRange;
use vitalog_test_support::vendors::{
    Fault,
    oura::{FakeOura, Life, Portal, SCOPES},
};

use crate::raw::{read, send};

const ME: &str = "person-1";

/// Somebody with two months of documents, over the change of clocks, and an access token.
async fn living(zone: &str) -> (FakeOura, String) {
    let oura = FakeOura::start("2026-11-20T12:00:00Z").await;
    oura.add_person(ME);
    oura.live(ME, &Life::new(11, zone, "2026-09-20", 60).with_workouts());
    let access = oura.grant(Portal::Current, ME, SCOPES).access;
    (oura, access)
}

fn path_of(kind: &str) -> &str {
    if kind == "vo2_max" { "vO2_max" } else { kind }
}

/// All that the connector finds in a window.
async fn listed(
    oura: &FakeOura,
    access: &str,
    collection: &Collection,
    window: DayRange,
) -> Vec<SentDocument> {
    let api = Url::parse(&oura.url()).unwrap();
    let mut documents = Vec::new();
    let mut next = None;
    loop {
        let request = Oura.list(&api, collection, window, next.as_deref());
        let reply = send(&request, Some(access)).await;
        assert_eq!(reply.status, 200, "{}", collection.kind);
        let page = Oura.read_page(collection, window, &reply.body).unwrap();
        assert_eq!(page.unreadable, 0, "{}", collection.kind);
        documents.extend(page.documents);
        next = page.next;
        if next.is_none() {
            return Oura.join(collection, documents);
        }
    }
}

fn window(start: &str, days: i64) -> DayRange {
    let start: Date = start.parse().unwrap();
    DayRange {
        start,
        end: start + (days - 1).days(),
    }
}

/// What the window has, by the vendor's own record.
fn there_is(oura: &FakeOura, collection: &Collection, window: DayRange) -> BTreeSet<String> {
    let day = |document: &Value, name: &str| -> Option<Date> {
        document[name].as_str()?.get(..10)?.parse().ok()
    };
    let fits = |document: &&Value| match collection.kind {
        "personal_info" | "ring_configuration" => true,
        "rest_mode_period" => {
            let start = day(document, "start_day").unwrap();
            start <= window.end && day(document, "end_day").unwrap() >= window.start
        }
        _ => ["day", "start_day", "timestamp"]
            .into_iter()
            .find_map(|name| day(document, name))
            .is_some_and(|day| window.contains(day)),
    };
    let id = |document: &Value| match collection.shape {
        Shape::Series => document["timestamp"].as_str().unwrap()[..10].to_owned(),
        Shape::Dated | Shape::Undated => document["id"].as_str().unwrap().to_owned(),
    };
    let documents = oura.documents(ME, path_of(collection.kind));
    documents.iter().filter(fits).map(id).collect()
}

#[tokio::test]
async fn every_window_of_every_collection_has_all_of_its_days_in_pages_of_any_size() {
    for (zone, page_size, days) in [
        ("Europe/Berlin", 1000, 1),
        ("Europe/Berlin", 7, 2),
        ("America/Los_Angeles", 100, 9),
        ("Pacific/Auckland", 50, 25),
    ] {
        let (oura, access) = living(zone).await;
        oura.set_page_size(page_size);
        for collection in Oura.capabilities().collections {
            let days = days.min(collection.longest_window_days.into());
            for start in ["2026-09-19", "2026-10-24", "2026-11-01", "2026-11-19"] {
                let window = window(start, days);
                let found = listed(&oura, &access, collection, window).await;
                let ids: BTreeSet<String> = found.iter().map(|one| one.id.clone()).collect();
                let kind = collection.kind;
                assert_eq!(ids.len(), found.len(), "{kind}");
                assert_eq!(
                    ids,
                    there_is(&oura, collection, window),
                    "{kind} {zone} {window:?}"
                );
            }
        }
    }
}

#[tokio::test]
async fn each_point_of_a_series_is_in_its_day_once() {
    let (oura, access) = living("Europe/Berlin").await;
    oura.set_page_size(97);
    let heartrate = Oura.collection("heartrate").unwrap();
    let found = listed(&oura, &access, heartrate, window("2026-10-20", 10)).await;
    let points = |one: &SentDocument| serde_json::from_str::<Vec<Value>>(&one.body).unwrap();
    let all: Vec<Value> = found.iter().flat_map(points).collect();
    let of_window = |point: &Value| {
        let day = &point["timestamp"].as_str().unwrap()[..10];
        ("2026-10-20".."2026-10-30").contains(&day)
    };
    let mut expected = oura.documents(ME, "heartrate");
    expected.retain(of_window);
    assert_eq!(all, expected);
}

#[tokio::test]
async fn documents_that_come_and_go_between_pages_are_found_or_found_next_time() {
    let (oura, access) = living("Europe/Berlin").await;
    oura.set_page_size(5);
    let api = Url::parse(&oura.url()).unwrap();
    let collection = Oura.collection("workout").unwrap();
    let window = window("2026-10-01", 30);
    let first = send(&Oura.list(&api, collection, window, None), Some(&access)).await;
    let page = Oura.read_page(collection, window, &first.body).unwrap();
    oura.put(ME, "workout", json!({"id": "new", "day": "2026-10-01", "activity": "yoga",
        "start_datetime": "2026-10-01T07:00:00+02:00", "end_datetime": "2026-10-01T08:00:00+02:00"}));
    let second = Oura.list(&api, collection, window, page.next.as_deref());
    let second = send(&second, Some(&access)).await;
    let second = Oura.read_page(collection, window, &second.body).unwrap();
    // What came in moved the last document of the first page to the second.
    assert_eq!(page.documents.last(), second.documents.first());
    let again = listed(&oura, &access, collection, window).await;
    assert!(again.iter().any(|one| one.id == "new"));
    assert_eq!(again.len(), 31);
}

#[tokio::test]
async fn ends_of_ranges_are_as_odd_as_the_vendors() {
    let (oura, access) = living("Europe/Berlin").await;
    let days = async |kind: &str, query: &str| {
        let url = format!("{}/v2/usercollection/{kind}?{query}", oura.url());
        let reply = read(&url, &access).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        let data = reply.json()["data"].as_array().unwrap().clone();
        let days = data
            .iter()
            .map(|one| one["day"].as_str().unwrap().to_owned());
        days.collect::<BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
    };
    let range = "start_date=2026-10-12&end_date=2026-10-13";
    assert_eq!(days("daily_activity", range).await, ["2026-10-12"]);
    assert_eq!(
        days("daily_sleep", range).await,
        ["2026-10-12", "2026-10-13"]
    );
    assert_eq!(
        days(
            "daily_activity",
            "start_date=2026-10-12&end_date=2026-10-13T23:59:59"
        )
        .await,
        ["2026-10-12", "2026-10-13"]
    );
    assert_eq!(days("sleep", range).await, ["2026-10-13"]);
    assert!(
        days("sleep", "start_date=2026-10-13&end_date=2026-10-13")
            .await
            .is_empty()
    );
    assert_eq!(days("workout", range).await, ["2026-10-12", "2026-10-13"]);
    // Without dates: yesterday, as of today's midnight.
    assert!(days("daily_activity", "").await.is_empty());
}

#[tokio::test]
async fn what_is_asked_wrongly_or_without_right_is_refused_as_the_vendor_does() {
    let (oura, access) = living("Europe/Berlin").await;
    oura.set_page_size(5);
    let daily = oura.grant(Portal::Current, ME, &["daily"]).access;
    let url = |rest: &str| format!("{}/v2/usercollection/{rest}", oura.url());
    let check = async |rest: &str, access: &str, status: u16| {
        let reply = read(&url(rest), access).await;
        assert_eq!(reply.status, status, "{rest}: {}", reply.body);
        reply
    };
    let list = "sleep?start_date=2026-10-01&end_date=2026-10-20";
    let page = check(list, &access, 200).await.json();
    let next = page["next_token"].as_str().unwrap();
    check(&format!("sleep?next_token={next}"), &access, 200).await;
    check(&format!("{list}&next_token={next}"), &access, 422).await;
    check(&format!("workout?next_token={next}"), &access, 400).await;
    let body = check("sleep?start_date=yesterday", &access, 422)
        .await
        .json();
    assert_eq!(body["detail"][0]["loc"], json!(["query", "start_date"]));
    check(
        "sleep?start_date=2026-10-02&end_date=2026-10-01",
        &access,
        400,
    )
    .await;
    check(
        "heartrate?start_datetime=2026-09-01T00:00:00Z",
        &access,
        400,
    )
    .await;
    check("no_such_collection", &access, 404).await;
    check("sleep/no-such-night", &access, 404).await;
    check("sleep", "no-such-token", 401).await;
    check("daily_sleep", &daily, 200).await;
    check("daily_spo2", &daily, 403).await;
    oura.set_membership(ME, false);
    check("sleep", &access, 403).await;
    oura.set_membership(ME, true);
    oura.expire_access(ME);
    check("sleep", &access, 401).await;
}

#[tokio::test]
async fn one_document_is_there_until_it_is_deleted() {
    let (oura, access) = living("Europe/Berlin").await;
    let night = oura.documents(ME, "sleep")[0].clone();
    let id = night["id"].as_str().unwrap();
    let url = format!("{}/v2/usercollection/sleep/{id}", oura.url());
    assert_eq!(read(&url, &access).await.json(), night);
    oura.edit(ME, "sleep", id, |night| night["efficiency"] = 50.into());
    let edited = read(&url, &access).await.json();
    assert_eq!(
        (&edited["efficiency"], &edited["meta"]["version"]),
        (&json!(50), &json!(2))
    );
    assert_eq!(edited["meta"]["updated_at"], "2026-11-20T12:00:00.000000Z");
    oura.delete(ME, "sleep", id);
    assert_eq!(read(&url, &access).await.status, 404);
}

#[tokio::test]
async fn faults_happen_as_often_as_they_were_asked_for() {
    let (oura, access) = living("Europe/Berlin").await;
    let url = format!("{}/v2/usercollection/workout", oura.url());
    oura.fail("/v2/usercollection/workout", Fault::TooMany(Some(7)), 1);
    oura.fail("/v2/usercollection/", Fault::Status(503), 2);
    oura.fail("/v2/usercollection/", Fault::NotJson, 1);
    let limited = read(&url, &access).await;
    assert_eq!(
        (limited.status, limited.header("retry-after")),
        (429, Some("7"))
    );
    assert_eq!(read(&url, &access).await.status, 503);
    assert_eq!(read(&url, &access).await.status, 503);
    let cut = read(&url, &access).await;
    assert_eq!(cut.status, 200);
    assert!(serde_json::from_str::<Value>(&cut.body).is_err());
    assert_eq!(read(&url, &access).await.status, 200);
    assert_eq!(oura.count("/v2/usercollection/workout"), 5);
}

#[tokio::test]
async fn app_has_so_many_requests_in_five_minutes() {
    let (oura, access) = living("Europe/Berlin").await;
    oura.set_limit(3);
    let url = format!("{}/v2/usercollection/workout", oura.url());
    for status in [200, 200, 200, 429, 429] {
        assert_eq!(read(&url, &access).await.status, status);
    }
    oura.wait(SignedDuration::from_mins(5));
    assert_eq!(read(&url, &access).await.status, 200);
}

#[tokio::test]
async fn same_seed_is_the_same_life_and_another_is_another() {
    let documents = async |seed: u64| {
        let oura = FakeOura::start("2026-11-20T12:00:00Z").await;
        oura.add_person(ME);
        oura.live(
            ME,
            &Life::new(seed, "Europe/Berlin", "2026-09-20", 30).without_heart_rate(),
        );
        oura.documents(ME, "sleep")
    };
    assert_eq!(documents(1).await, documents(1).await);
    assert_ne!(documents(1).await, documents(2).await);
}
