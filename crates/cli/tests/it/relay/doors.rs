//! The doors of vendors: what is refused, and with which status.

use serde_json::json;
use vitalog_test_support::vendors::Order;

use super::{oura, whoop, with_oura, with_whoop};
use crate::program::{Program, get, post};

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_signed_by_the_vendor_is_refused_with_401() {
    let whoop = whoop(2).await;
    let program = with_whoop(Program::new(), &whoop);
    let server = program.serve();
    let url = format!("{}/webhooks/whoop", server.origin);
    let event = json!({
        "user_id": 1_000_001, "id": "x", "type": "sleep.updated", "trace_id": "t",
    });
    let body = event.to_string().into_bytes();
    let send = |headers: &[(&str, &str)], body: &[u8]| post(&url, headers, body).unwrap().0;
    assert_eq!(send(&[], &body), 401);
    let signed = [
        ("x-whoop-signature", "AAAA"),
        ("x-whoop-signature-timestamp", "1790000000000"),
    ];
    assert_eq!(send(&signed, &body), 401);
    assert_eq!(send(&[], &vec![b' '; 70_000]), 413);
    assert_eq!(get(&url).0, 405);
    // Of nobody who is connected: taken, and dropped.
    whoop.set_webhook_url(&url);
    let sleep = whoop.records(super::WEARER, "sleep").remove(0);
    let id = sleep["id"].as_str().unwrap().to_owned();
    whoop.edit(super::WEARER, "sleep", &id, |night| {
        night["score"]["respiratory_rate"] = json!(15.5);
    });
    let statuses = whoop.deliver(Order::AsHappened, 1).await;
    assert!(statuses.iter().all(|status| *status == 202), "{statuses:?}");
    // No app of Oura's is set up.
    let elsewhere = format!("{}/webhooks/oura", server.origin);
    assert_eq!(post(&elsewhere, &[], &body).unwrap().0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn oura_is_answered_if_it_knows_the_token_and_is_subscribed_to() {
    let oura = oura(2).await;
    let program = with_oura(Program::new(), &oura);
    let server = program.serve();
    let url = format!("{}/webhooks/oura", server.origin);
    let ask = |token: &str| get(&format!("{url}?verification_token={token}&challenge=a%22b"));
    let (status, answer) = ask("planted-verification");
    assert_eq!((status, answer.as_str()), (200, r#"{"challenge":"a\"b"}"#));
    assert_eq!(ask("another").0, 401);

    let public = ["--public-url", server.origin.as_str()];
    let webhook = |what: &str| {
        let ended = program.run(&[&["webhook", what, "oura"][..], &public[..]].concat());
        assert_eq!(ended.code, 0, "{}", ended.stderr);
        ended.stderr
    };
    let made = webhook("create");
    assert!(made.contains(" made, 0 renewed, 0 ended."), "{made}");
    assert!(!oura.subscriptions().is_empty());
    assert!(webhook("create").contains("0 made, 0 renewed, 0 ended."));
    let listed = program.json(&["webhook", "list", "oura", "--json"]);
    assert_eq!(listed.as_array().unwrap().len(), oura.subscriptions().len());
    assert_eq!(listed[0]["callback_url"], url.as_str());
    assert!(webhook("renew").contains(" renewed"));
    webhook("delete");
    assert_eq!(oura.subscriptions().len(), 0);
}
