//! Lists of WHOOP's records, page after page, while they change.

use std::collections::BTreeMap;

use jiff::{Timestamp, civil::Date, tz::Offset};
use serde_json::{Value, json};
use url::Url;
use vitalog_connectors::{Connector, SentDocument, VendorRequest, whoop::Whoop};
use vitalog_core::DayRange;
use vitalog_test_support::vendors::whoop::{FakeWhoop, Life, SCOPES};

use crate::client::send;

const ROBIN: i64 = 1_000_001;

async fn fake(days: u32) -> (FakeWhoop, String) {
    let whoop = FakeWhoop::start("2026-10-05T12:00:00Z").await;
    whoop.add_person(ROBIN);
    whoop.live(ROBIN, &Life::new(7, "2026-06-05", days));
    let access = whoop.grant(ROBIN, SCOPES).access;
    (whoop, access)
}

fn window(start: &str, end: &str) -> DayRange {
    DayRange {
        start: start.parse().unwrap(),
        end: end.parse().unwrap(),
    }
}

/// Lists a collection to its end; gives back the pages' documents.
async fn list(whoop: &FakeWhoop, access: &str, kind: &str, window: DayRange) -> Vec<SentDocument> {
    let api = Url::parse(&whoop.url()).unwrap();
    let collection = Whoop.collection(kind).unwrap();
    let mut documents = Vec::new();
    let mut next = None;
    loop {
        let request = Whoop.list(&api, collection, window, next.as_deref());
        let reply = send(request, access).await;
        assert_eq!(reply.status, 200);
        let page = Whoop.read_page(collection, window, &reply.body).unwrap();
        assert_eq!(page.unreadable, 0);
        assert!(page.documents.len() <= 25);
        documents.extend(page.documents);
        next = page.next;
        if next.is_none() {
            return documents;
        }
    }
}

#[tokio::test]
async fn every_record_is_listed_once_newest_first() {
    let (whoop, access) = fake(120).await;
    let all = window("2026-06-01", "2026-10-05");
    for kind in ["sleep", "cycle", "recovery", "workout"] {
        let listed = list(&whoop, &access, kind, all).await;
        let mut ids: Vec<_> = listed.iter().map(|it| it.id.clone()).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), listed.len(), "{kind}");
        assert_eq!(ids.len(), whoop.records(ROBIN, kind).len(), "{kind}");
        if kind != "recovery" {
            let newest_first = listed.windows(2).all(|pair| pair[0].at >= pair[1].at);
            assert!(newest_first, "{kind}");
        }
    }
    // Sleeps and naps of 120 days on pages of 25.
    assert_eq!(whoop.count("/developer/v2/activity/sleep"), 6);
}

#[tokio::test]
async fn a_window_has_the_records_of_its_days_and_no_others() {
    let (whoop, access) = fake(60).await;
    let days = window("2026-06-20", "2026-06-29");
    let listed = list(&whoop, &access, "sleep", days).await;
    let mut ids: Vec<_> = listed.iter().map(|it| it.id.clone()).collect();
    ids.sort();
    let mut expected: Vec<String> = whoop
        .records(ROBIN, "sleep")
        .iter()
        .filter(|record| days.contains(local_day(record, "end")))
        .map(|record| record["id"].as_str().unwrap().to_owned())
        .collect();
    expected.sort();
    assert_eq!(ids, expected);
}

#[tokio::test]
async fn what_changes_between_pages_comes_twice_and_is_joined() {
    let (whoop, access) = fake(60).await;
    let all = window("2026-06-01", "2026-10-05");
    let mut nap = whoop.records(ROBIN, "sleep").remove(0);
    nap["id"] = json!("brand-new");
    nap["nap"] = json!(true);
    nap["start"] = json!("2026-10-01T10:00:00.000Z");
    nap["end"] = json!("2026-10-01T10:30:00.000Z");
    whoop.put_after_pages(1, ROBIN, "sleep", nap);
    let listed = list(&whoop, &access, "sleep", all).await;
    let collection = Whoop.collection("sleep").unwrap();
    let joined = Whoop.join(collection, listed.clone());
    // The new one moved all others: one of them came again.
    assert_eq!(joined.len() + 1, listed.len());
    assert!(!joined.iter().any(|it| it.id == "brand-new"));
    let again = list(&whoop, &access, "sleep", all).await;
    assert!(again.iter().any(|it| it.id == "brand-new"));
}

#[tokio::test]
async fn single_records_are_there_until_they_are_deleted() {
    let (whoop, access) = fake(10).await;
    let api = Url::parse(&whoop.url()).unwrap();
    let sleeps = whoop.records(ROBIN, "sleep");
    let night = sleeps.iter().find(|it| it["nap"] == false).unwrap();
    let (sleep, cycle) = (
        night["id"].as_str().unwrap().to_owned(),
        night["cycle_id"].to_string(),
    );
    let status = async |kind: &str, id: &str| {
        let collection = Whoop.collection(kind).unwrap();
        let request = Whoop.get(&api, collection, id).unwrap();
        let reply = send(request, &access).await;
        if reply.status == 200 {
            let document = Whoop.read_one(collection, &reply.body).unwrap();
            assert_eq!(document.id, id);
        }
        reply.status
    };
    let before = [
        status("sleep", &sleep).await,
        status("cycle", &cycle).await,
        status("recovery", &cycle).await,
    ];
    assert_eq!(before, [200, 200, 200]);
    whoop.delete(ROBIN, "sleep", &sleep);
    let after = [
        status("sleep", &sleep).await,
        status("cycle", &cycle).await,
        status("recovery", &cycle).await,
    ];
    assert_eq!(after, [404, 200, 404]);
    for kind in ["profile", "body"] {
        let collection = Whoop.collection(kind).unwrap();
        let request = Whoop.list(&api, collection, window("2026-10-01", "2026-10-05"), None);
        let reply = send(request, &access).await;
        let page = Whoop.read_page(collection, window("2026-10-01", "2026-10-05"), &reply.body);
        assert_eq!(page.unwrap().documents.len(), 1);
    }
}

#[tokio::test]
async fn arguments_that_do_not_do_are_refused() {
    let (whoop, access) = fake(3).await;
    for query in [
        "limit=26",
        "limit=0",
        "limit=x",
        "start=yesterday",
        "nextToken=other",
    ] {
        let url = format!("{}/v2/activity/sleep?{query}", whoop.url());
        let request = VendorRequest::get(Url::parse(&url).unwrap());
        assert_eq!(send(request, &access).await.status, 400, "{query}");
    }
}

fn local_day(record: &Value, member: &str) -> Date {
    let at: Timestamp = record[member].as_str().unwrap().parse().unwrap();
    let minutes = match record["timezone_offset"].as_str().unwrap() {
        "Z" => 0,
        "+02:00" => 120,
        "-05:00" => -300,
        "+05:30" => 330,
        "-08:00" => -480,
        other => unreachable!("{other}"),
    };
    Offset::from_seconds(minutes * 60)
        .unwrap()
        .to_datetime(at)
        .date()
}

/// What a day comes to, worked out from the records themselves.
#[tokio::test]
async fn a_life_maps_to_the_days_it_was_lived_on() {
    let (whoop, access) = fake(120).await;
    let all = window("2026-06-01", "2026-10-05");
    let mut documents = Vec::new();
    for kind in ["sleep", "cycle", "recovery", "workout"] {
        documents.extend(list(&whoop, &access, kind, all).await);
    }
    let mapped = Whoop.map(&documents);
    assert_eq!(mapped.unreadable, 0);
    let told = |slug: &str| -> BTreeMap<Date, f64> {
        let samples = mapped.samples.iter();
        let samples = samples.filter(|it| it.metric.row().slug == slug);
        samples
            .map(|it| (it.day.unwrap(), it.quantity.first()))
            .collect()
    };
    let sleeps = whoop.records(ROBIN, "sleep");
    let mut asleep = BTreeMap::new();
    let mut recoveries = BTreeMap::new();
    let mut strains = BTreeMap::new();
    for night in sleeps.iter().filter(|it| it["nap"] == false) {
        let day = local_day(night, "end");
        if night["score_state"] == "SCORED" {
            let stages = &night["score"]["stage_summary"];
            let stage = |name: &str| stages[name].as_f64().unwrap() / 1000.0;
            let sum = stage("total_light_sleep_time_milli")
                + stage("total_slow_wave_sleep_time_milli")
                + stage("total_rem_sleep_time_milli");
            asleep.insert(day, sum);
        }
        let cycle = night["cycle_id"].to_string();
        let recovery = whoop.record(ROBIN, "recovery", &cycle).unwrap();
        recoveries.insert(day, recovery["score"]["recovery_score"].as_f64().unwrap());
        let cycle = whoop.record(ROBIN, "cycle", &cycle).unwrap();
        strains.insert(day, cycle["score"]["strain"].as_f64().unwrap());
    }
    assert!(asleep.len() > 100);
    assert_eq!(told("sleep_total"), asleep);
    assert_eq!(told("whoop_recovery_score"), recoveries);
    assert_eq!(told("whoop_strain"), strains);
    let workouts = whoop.records(ROBIN, "workout");
    assert_eq!(mapped.workouts.len(), workouts.len());
    for workout in &mapped.workouts {
        let record = whoop.record(ROBIN, "workout", &workout.source_id).unwrap();
        assert_eq!(workout.day, Some(local_day(&record, "start")));
    }
}
