//! Subscriptions: the requests, and the way from those there are to those there should be.

use http::Method;
use jiff::Timestamp;
use secrecy::ExposeSecret;
use url::Url;
use vitalog_connectors::{
    Auth, RequestBody, VendorRequest,
    oauth2::ClientApp,
    oura::subscription::{
        Step, Subscription, create, delete, list, plan, read_list, read_one, renew,
    },
};

use super::fixture;

const HERE: &str = "https://example.org/webhooks/oura";

fn app() -> ClientApp {
    ClientApp {
        id: "app".to_owned(),
        secret: "hush".into(),
        redirect_uri: String::new(),
    }
}

fn api() -> Url {
    Url::parse("https://api.example").unwrap()
}

#[test]
fn requests_are_those_of_the_app_and_hide_its_secrets() {
    let check = |request: &VendorRequest, method: Method, path: &str| {
        assert_eq!(request.method, method);
        assert_eq!(request.url.path(), path);
        assert_eq!(request.auth, Auth::None);
        let headers: Vec<(&str, &str)> = request
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.expose_secret()))
            .collect();
        assert_eq!(
            headers,
            [("x-client-id", "app"), ("x-client-secret", "hush")]
        );
        let printed = format!("{request:?}");
        assert!(!printed.contains("hush") && !printed.contains("verify"));
    };
    let all = "/v2/webhook/subscription";
    check(&list(&api(), &app()), Method::GET, all);
    check(
        &renew(&api(), &app(), "a"),
        Method::PUT,
        "/v2/webhook/subscription/renew/a",
    );
    check(
        &delete(&api(), &app(), "a"),
        Method::DELETE,
        "/v2/webhook/subscription/a",
    );
    let created = create(&api(), &app(), HERE, &"verify".into(), "update", "sleep");
    check(&created, Method::POST, all);
    let RequestBody::Json(body) = &created.body else {
        panic!("JSON");
    };
    assert_eq!(
        body.expose_secret(),
        r#"{"callback_url":"https://example.org/webhooks/oura","verification_token":"verify","event_type":"update","data_type":"sleep"}"#
    );
}

#[test]
fn end_is_read_as_a_time_of_utc() {
    let sent: serde_json::Value = serde_json::from_slice(&fixture("webhook-subscription")).unwrap();
    let one = read_one(sent["response"].to_string().as_bytes()).unwrap();
    assert_eq!(one.id, "096d543f-d890-416c-ad06-6c60304190a4");
    assert_eq!(one.expires_at.unwrap().to_string(), "2026-12-12T05:31:44Z");

    let list = format!(r#"[{}, 7, {{"id": "x"}}]"#, sent["response"]);
    assert_eq!(read_list(list.as_bytes()).unwrap(), [one]);
    assert!(read_list(b"{}").is_err());
    assert!(read_one(b"[]").is_err());
}

fn now() -> Timestamp {
    "2026-09-13T00:00:00Z".parse().unwrap()
}

fn subscription(id: &str, url: &str, event_type: &str, data_type: &str, end: &str) -> Subscription {
    Subscription {
        id: id.to_owned(),
        callback_url: url.to_owned(),
        event_type: event_type.to_owned(),
        data_type: data_type.to_owned(),
        expires_at: end.parse().ok(),
    }
}

/// All there should be, as the vendor would have them after a first plan was carried out.
fn complete(end: &str) -> Vec<Subscription> {
    let steps = plan(&[], HERE, now());
    let made = steps.iter().enumerate().map(|(place, step)| match step {
        Step::Create {
            event_type,
            data_type,
        } => subscription(&format!("s{place}"), HERE, event_type, data_type, end),
        Step::Renew(_) | Step::Delete(_) => panic!("there is nothing yet"),
    });
    made.collect()
}

#[test]
fn each_event_of_each_sort_is_subscribed_once_and_then_nothing_is_left_to_do() {
    let all = complete("2026-12-12T00:00:00Z");
    // Sixteen sorts, each created, updated and deleted.
    assert_eq!(all.len(), 48);
    assert!(plan(&all, HERE, now()).is_empty());
}

#[test]
fn what_ends_soon_is_renewed_and_what_is_gone_made_again() {
    let mut all = complete("2026-12-12T00:00:00Z");
    all[3].expires_at = "2026-09-27T00:00:00Z".parse().ok();
    all[4].expires_at = "2026-09-26T23:59:59Z".parse().ok();
    all[5].expires_at = None;
    let gone = all.remove(0);
    let steps = plan(&all, HERE, now());
    assert_eq!(steps.len(), 2);
    assert!(steps.contains(&Step::Renew("s4".to_owned())));
    assert!(steps.iter().any(|step| matches!(
        step,
        Step::Create { event_type, data_type }
            if *event_type == gone.event_type && *data_type == gone.data_type
    )));
}

#[test]
fn what_leads_elsewhere_or_is_there_twice_is_ended_first() {
    let end = "2026-12-12T00:00:00Z";
    let mut all = complete(end);
    all[0].callback_url = "https://old.example/hook".to_owned();
    all.push(subscription("twice", HERE, "update", "sleep", end));
    all.push(subscription(
        "unused",
        HERE,
        "update",
        "daily_cycle_phases",
        end,
    ));
    let foreign = "https://other.example/hook";
    all.push(subscription(
        "foreign",
        foreign,
        "update",
        "daily_cycle_phases",
        end,
    ));
    let steps = plan(&all, HERE, now());
    let deleted = |id: &str| Step::Delete(id.to_owned());
    assert_eq!(
        steps[..3],
        [deleted("s0"), deleted("twice"), deleted("unused")]
    );
    assert!(matches!(steps[3..], [Step::Create { .. }]));
}
