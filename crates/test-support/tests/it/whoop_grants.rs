//! Sign-in and tokens of the fake, by the requests of the connector.

use secrecy::{ExposeSecret, SecretString};
use url::Url;
use vitalog_connectors::{
    Auth, Connector, VendorReply, VendorRequest,
    oauth2::{
        ClientApp, TokenRefusal, authorize_url, exchange, read_callback, read_token, refresh,
    },
    whoop::{Whoop, oauth},
};
use vitalog_test_support::vendors::{
    Fault,
    whoop::{Consent, FakeWhoop, SCOPES},
};

use crate::client::send;

const ROBIN: i64 = 1_000_001;
const BACK: &str = "https://vitalog.example/connect/whoop/callback";

async fn fake() -> FakeWhoop {
    let whoop = FakeWhoop::start("2026-10-05T12:00:00Z").await;
    whoop.add_person(ROBIN);
    whoop
}

fn app(whoop: &FakeWhoop, redirect_uri: &str) -> ClientApp {
    ClientApp {
        id: whoop.client_id().to_owned(),
        secret: whoop.client_secret().into(),
        redirect_uri: redirect_uri.to_owned(),
    }
}

async fn sign_in(whoop: &FakeWhoop, redirect_uri: &str, state: &str) -> VendorReply {
    let endpoint = Url::parse(&whoop.authorize_url()).unwrap();
    let scopes = Whoop.capabilities().scopes;
    let url = authorize_url(&endpoint, &app(whoop, redirect_uri), scopes, state, None);
    let request = VendorRequest {
        auth: Auth::None,
        ..VendorRequest::get(url)
    };
    send(request, "").await
}

fn query(reply: &VendorReply) -> String {
    let location = reply.headers["location"].to_str().unwrap();
    Url::parse(location).unwrap().query().unwrap().to_owned()
}

async fn try_refresh(whoop: &FakeWhoop, token: &str, scope: Option<&str>) -> VendorReply {
    let endpoint = Url::parse(&whoop.token_url()).unwrap();
    let token = SecretString::from(token);
    send(refresh(&endpoint, &app(whoop, BACK), &token, scope), "").await
}

#[tokio::test]
async fn a_person_signs_in_and_the_code_is_good_once() {
    let whoop = fake().await;
    let back = query(&sign_in(&whoop, BACK, "12345678").await);
    let callback = read_callback(&back, "12345678").unwrap();
    let endpoint = Url::parse(&whoop.token_url()).unwrap();
    let trade = exchange(&endpoint, &app(&whoop, BACK), &callback.code, None);
    let tokens = read_token(&send(trade.clone(), "").await).unwrap();
    assert_eq!(tokens.expires_in_s, 3600);
    assert!(tokens.refresh.is_some());
    assert_eq!(tokens.scope, Some(SCOPES.join(" ")));
    let again = read_token(&send(trade, "").await);
    assert_eq!(again.unwrap_err(), TokenRefusal::Rejected);
}

#[tokio::test]
async fn plain_http_a_short_state_and_a_no_lead_nowhere() {
    let whoop = fake().await;
    let plain = sign_in(&whoop, "http://localhost:8787/callback", "12345678").await;
    assert_eq!(plain.status, 400);
    let short = query(&sign_in(&whoop, BACK, "1234567").await);
    assert!(short.contains("error=invalid_state"), "{short}");
    whoop.consent(Consent {
        denies: true,
        ..Consent::default()
    });
    let denied = query(&sign_in(&whoop, BACK, "12345678").await);
    assert!(denied.contains("error=access_denied"), "{denied}");
}

#[tokio::test]
async fn a_refresh_ends_the_pair_before_at_once() {
    let whoop = fake().await;
    let first = whoop.grant(ROBIN, SCOPES);
    let reply = try_refresh(&whoop, &first.refresh, Some(oauth::REFRESH_SCOPE)).await;
    let second = read_token(&reply).unwrap();
    let profile = |access: &str| {
        let url = Url::parse(&format!("{}/v2/user/profile/basic", whoop.url())).unwrap();
        let access = access.to_owned();
        async move { send(VendorRequest::get(url), &access).await.status }
    };
    assert_eq!(profile(&first.access).await, 401);
    assert_eq!(profile(second.access.expose_secret()).await, 200);
    let again = try_refresh(&whoop, &first.refresh, Some(oauth::REFRESH_SCOPE)).await;
    assert_eq!(read_token(&again).unwrap_err(), TokenRefusal::Rejected);
    assert_eq!((whoop.refreshed(), whoop.reused_refresh_tokens()), (1, 1));
    // After an hour the access token is too old, and still there is the pair to renew.
    whoop.wait(jiff::SignedDuration::from_hours(1));
    assert_eq!(profile(second.access.expose_secret()).await, 401);
    let pair = whoop.pair_of(ROBIN).unwrap();
    assert_eq!(second.refresh.unwrap().expose_secret(), pair.refresh);
}

#[tokio::test]
async fn without_offline_there_is_no_next_time() {
    let whoop = fake().await;
    let pair = whoop.grant(ROBIN, SCOPES);
    let reply = try_refresh(&whoop, &pair.refresh, None).await;
    assert!(read_token(&reply).unwrap().refresh.is_none());
    let pair = whoop.grant(ROBIN, &["read:sleep"]);
    assert_eq!(pair.refresh, "");
}

#[tokio::test]
async fn an_answer_that_is_lost_has_used_up_the_token() {
    let whoop = fake().await;
    let pair = whoop.grant(ROBIN, SCOPES);
    whoop.fail("/oauth/oauth2/token", Fault::AnswerLost, 1);
    let lost = try_refresh(&whoop, &pair.refresh, Some("offline")).await;
    let temporary = TokenRefusal::Temporary {
        status: 502,
        retry_after_s: None,
    };
    assert_eq!(read_token(&lost).unwrap_err(), temporary);
    let again = try_refresh(&whoop, &pair.refresh, Some("offline")).await;
    assert_eq!(read_token(&again).unwrap_err(), TokenRefusal::Rejected);
}

#[tokio::test]
async fn a_grant_that_was_ended_reads_nothing() {
    let whoop = fake().await;
    let pair = whoop.grant(ROBIN, SCOPES);
    let revoke = || oauth::revoke(&Url::parse(&whoop.url()).unwrap());
    assert_eq!(send(revoke(), &pair.access).await.status, 204);
    assert_eq!(send(revoke(), &pair.access).await.status, 401);
    let again = try_refresh(&whoop, &pair.refresh, Some("offline")).await;
    assert_eq!(read_token(&again).unwrap_err(), TokenRefusal::Rejected);
    assert_eq!(whoop.pair_of(ROBIN), None);
}

#[tokio::test]
async fn a_scope_that_was_not_granted_is_refused_by_itself() {
    let whoop = fake().await;
    whoop.consent(Consent {
        unticked: vec!["read:workout".to_owned()],
        ..Consent::default()
    });
    let back = query(&sign_in(&whoop, BACK, "12345678").await);
    assert!(!back.contains("workout"), "{back}");
    let access = whoop.grant(ROBIN, &["offline", "read:sleep"]).access;
    for (path, expected) in [
        ("/v2/activity/sleep", 200),
        ("/v2/activity/workout", 403),
        ("/v2/cycle/1", 403),
        ("/v2/user/measurement/body", 403),
    ] {
        let url = Url::parse(&format!("{}{path}", whoop.url())).unwrap();
        let reply = send(VendorRequest::get(url), &access).await;
        assert_eq!(reply.status, expected, "{path}");
    }
}
