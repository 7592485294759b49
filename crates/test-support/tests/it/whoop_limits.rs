//! How many requests WHOOP bears.

use jiff::SignedDuration;
use url::Url;
use vitalog_connectors::{Connector, Quota, VendorReply, VendorRequest, whoop::Whoop};
use vitalog_test_support::vendors::{
    Fault,
    whoop::{FakeWhoop, SCOPES},
};

use crate::client::send;

async fn ask(whoop: &FakeWhoop, access: &str) -> VendorReply {
    let url = Url::parse(&format!("{}/v2/cycle", whoop.url())).unwrap();
    send(VendorRequest::get(url), access).await
}

fn quota(reply: &VendorReply) -> Option<Quota> {
    Whoop.read_quota(reply)
}

#[tokio::test]
async fn the_limit_of_a_minute_is_the_whole_apps_and_comes_back() {
    let whoop = FakeWhoop::start("2026-10-05T12:00:43Z").await;
    let mut tokens = Vec::new();
    for person in [1, 2] {
        whoop.add_person(person);
        tokens.push(whoop.grant(person, SCOPES).access);
    }
    for left in (0..100).rev() {
        let reply = ask(&whoop, &tokens[left % 2]).await;
        assert_eq!(reply.status, 200);
        let expected = Quota {
            remaining: Some(u32::try_from(left).unwrap()),
            reset_s: Some(17),
            retry_after_s: None,
        };
        assert_eq!(quota(&reply), Some(expected));
    }
    let refused = ask(&whoop, &tokens[0]).await;
    assert_eq!(refused.status, 429);
    assert!(!refused.headers.contains_key("retry-after"));
    assert_eq!(quota(&refused).unwrap().reset_s, Some(17));
    assert_eq!(
        refused.headers["x-ratelimit-limit"],
        "100, 100;window=60, 10000;window=86400"
    );
    whoop.wait(SignedDuration::from_secs(17));
    assert_eq!(ask(&whoop, &tokens[0]).await.status, 200);
}

#[tokio::test]
async fn the_limit_of_a_day_lasts_until_the_day_is_over() {
    let whoop = FakeWhoop::start("2026-10-05T22:00:00Z").await;
    whoop.add_person(1);
    whoop.set_limits(100, 3);
    let access = whoop.grant(1, SCOPES).access;
    for expected in [200, 200, 200, 429] {
        assert_eq!(ask(&whoop, &access).await.status, expected);
        whoop.wait(SignedDuration::from_mins(5));
    }
    let refused = ask(&whoop, &access).await;
    assert_eq!(quota(&refused).unwrap().reset_s, Some(100 * 60));
    whoop.wait(SignedDuration::from_mins(100));
    let access = whoop.grant(1, SCOPES).access;
    assert_eq!(ask(&whoop, &access).await.status, 200);
}

#[tokio::test]
async fn faults_come_as_often_as_asked_for() {
    let whoop = FakeWhoop::start("2026-10-05T12:00:00Z").await;
    whoop.add_person(1);
    let access = whoop.grant(1, SCOPES).access;
    whoop.fail("/developer/v2/cycle", Fault::Status(503), 1);
    whoop.fail("/developer/v2/cycle", Fault::NotJson, 1);
    assert_eq!(ask(&whoop, &access).await.status, 503);
    let cut = ask(&whoop, &access).await;
    let collection = Whoop.collection("cycle").unwrap();
    let day = jiff::civil::date(2026, 10, 5);
    let window = vitalog_core::DayRange {
        start: day,
        end: day,
    };
    assert!(Whoop.read_page(collection, window, &cut.body).is_err());
    assert_eq!(ask(&whoop, &access).await.status, 200);
    assert_eq!(whoop.count("/developer/v2/cycle"), 3);
}
