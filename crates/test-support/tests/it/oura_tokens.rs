//! The fake Oura: sign-in and tokens.

use jiff::SignedDuration;
use secrecy::{ExposeSecret, SecretString};
use url::Url;
use vitalog_connectors::oauth2::{
    ClientApp, Pkce, TokenRefusal, authorize_url, exchange, read_callback, read_token, refresh,
};
use vitalog_test_support::vendors::{
    Fault,
    oura::{Consent, FakeOura, Portal},
};

use crate::raw::{ask, form, read, send};

const ME: &str = "person-1";
const CALLBACK: &str = "http://localhost:8787/callback";

async fn fake() -> FakeOura {
    let oura = FakeOura::start("2026-11-20T12:00:00Z").await;
    oura.add_person(ME);
    oura
}

fn app(oura: &FakeOura) -> ClientApp {
    ClientApp {
        id: oura.client_id().to_owned(),
        secret: oura.client_secret().into(),
        redirect_uri: CALLBACK.to_owned(),
    }
}

/// Sends a person to sign in; gives back the query that the person comes back with.
async fn sign_in(oura: &FakeOura, portal: Portal, pkce: Option<&Pkce>) -> String {
    let endpoint = Url::parse(&oura.authorize_url(portal)).unwrap();
    let url = authorize_url(&endpoint, &app(oura), &["daily", "spo2"], "state-1", pkce);
    let reply = ask("GET", url.as_str(), &[], "").await;
    assert_eq!(reply.status, 302);
    let location = reply.header("location").unwrap();
    location
        .strip_prefix(&format!("{CALLBACK}?"))
        .unwrap()
        .to_owned()
}

fn token_url(oura: &FakeOura, portal: Portal) -> Url {
    Url::parse(&oura.token_url(portal)).unwrap()
}

#[tokio::test]
async fn person_who_allows_it_is_connected_and_reads() {
    for portal in [Portal::Current, Portal::Legacy] {
        let oura = fake().await;
        oura.consent(Consent {
            unticked: vec!["spo2".to_owned()],
            app_of: portal,
            ..Consent::default()
        });
        let pkce = Pkce::of("a-verifier-that-is-long-enough-for-the-rfc-7636");
        let back = read_callback(&sign_in(&oura, portal, Some(&pkce)).await, "state-1").unwrap();
        assert_eq!(back.scope.as_deref(), Some("daily"));
        let request = exchange(
            &token_url(&oura, portal),
            &app(&oura),
            &back.code,
            Some(&pkce),
        );
        let answer = read_token(&send(&request, None).await).unwrap();
        assert_eq!(
            (answer.expires_in_s, answer.scope.as_deref()),
            (86_400, Some("daily"))
        );
        let access = answer.access.expose_secret();
        let of = |kind: &str| format!("{}/v2/usercollection/{kind}", oura.url());
        assert_eq!(read(&of("daily_sleep"), access).await.status, 200);
        assert_eq!(read(&of("daily_spo2"), access).await.status, 403);
        oura.wait(SignedDuration::from_secs(86_400));
        assert_eq!(read(&of("daily_sleep"), access).await.status, 401);
    }
}

#[tokio::test]
async fn person_who_says_no_comes_back_with_that() {
    let oura = fake().await;
    oura.consent(Consent {
        denies: true,
        ..Consent::default()
    });
    let query = sign_in(&oura, Portal::Current, None).await;
    assert_eq!(query, "error=access_denied&state=state-1");
}

#[tokio::test]
async fn code_is_used_up_by_a_request_that_is_refused() {
    let check = async |portal: Portal, change: &str, status: u16| {
        let oura = fake().await;
        let query = sign_in(&oura, Portal::Current, None).await;
        let code = read_callback(&query, "state-1").unwrap().code;
        let fields = |change: &str| {
            let of = |name: &'static str, value: &str| {
                (
                    name,
                    if change == name {
                        "wrong".to_owned()
                    } else {
                        value.to_owned()
                    },
                )
            };
            [
                of("grant_type", "authorization_code"),
                of("code", code.expose_secret()),
                of("redirect_uri", CALLBACK),
                of("client_id", oura.client_id()),
                of("client_secret", oura.client_secret()),
            ]
        };
        let sent = async |portal: Portal, change: &str| {
            let fields = fields(change);
            let fields: Vec<(&str, &str)> = fields
                .iter()
                .map(|(name, value)| (*name, value.as_str()))
                .collect();
            form(&oura.token_url(portal), &fields).await
        };
        assert_eq!(sent(portal, change).await.status, status, "{change}");
        let again = sent(Portal::Current, "").await;
        assert_eq!(again.status, 400, "{change}");
        assert_eq!(again.json()["error"], "invalid_grant");
    };
    check(Portal::Current, "", 200).await;
    check(Portal::Current, "redirect_uri", 400).await;
    check(Portal::Current, "client_secret", 401).await;
    // An app of the newer portal at the older one.
    check(Portal::Legacy, "", 400).await;
}

#[tokio::test]
async fn refresh_token_is_good_once_and_ends_the_pair_at_once() {
    let oura = fake().await;
    let old = oura.grant(Portal::Current, ME, &["daily"]);
    let url = format!("{}/v2/usercollection/daily_sleep", oura.url());
    let renew = async |token: &str| {
        let token: SecretString = token.into();
        let request = refresh(
            &token_url(&oura, Portal::Current),
            &app(&oura),
            &token,
            None,
        );
        read_token(&send(&request, None).await)
    };
    let new = renew(&old.refresh).await.unwrap();
    assert_eq!(read(&url, &old.access).await.status, 401);
    assert_eq!(read(&url, new.access.expose_secret()).await.status, 200);
    assert_eq!(
        renew(&old.refresh).await.unwrap_err(),
        TokenRefusal::Rejected
    );
    assert_eq!((oura.refreshed(), oura.reused_refresh_tokens()), (1, 1));
    // The new pair is as good as before.
    let newest = renew(new.refresh.unwrap().expose_secret()).await.unwrap();
    let pair = oura.pair_of(ME).unwrap();
    assert_eq!(pair.access, newest.access.expose_secret());
    oura.end_grants(ME);
    assert_eq!(
        renew(&pair.refresh).await.unwrap_err(),
        TokenRefusal::Rejected
    );
    assert_eq!(oura.reused_refresh_tokens(), 1);
}

#[tokio::test]
async fn grant_is_renewed_only_where_it_was_issued() {
    let oura = fake().await;
    oura.consent(Consent {
        app_of: Portal::Legacy,
        ..Consent::default()
    });
    let pair = oura.grant(Portal::Legacy, ME, &["daily"]);
    let token: SecretString = pair.refresh.as_str().into();
    let renew = async |portal: Portal| {
        let request = refresh(&token_url(&oura, portal), &app(&oura), &token, None);
        read_token(&send(&request, None).await).map(|_| ())
    };
    assert_eq!(renew(Portal::Current).await, Err(TokenRefusal::Rejected));
    assert_eq!(renew(Portal::Legacy).await, Ok(()));
}

#[tokio::test]
async fn answer_that_is_lost_leaves_nobody_with_the_new_pair() {
    let oura = fake().await;
    let old = oura.grant(Portal::Current, ME, &["daily"]);
    oura.fail("/oauth/v2/ext/oauth-token", Fault::AnswerLost, 1);
    let token: SecretString = old.refresh.as_str().into();
    let request = refresh(
        &token_url(&oura, Portal::Current),
        &app(&oura),
        &token,
        None,
    );
    let lost = read_token(&send(&request, None).await).unwrap_err();
    assert!(matches!(lost, TokenRefusal::Temporary { status: 502, .. }));
    assert_ne!(oura.pair_of(ME).unwrap(), old);
    assert_eq!(
        read_token(&send(&request, None).await).unwrap_err(),
        TokenRefusal::Rejected
    );
}

#[tokio::test]
async fn grant_can_be_revoked_at_the_older_portal() {
    let oura = fake().await;
    let pair = oura.grant(Portal::Legacy, ME, &["daily"]);
    let request = vitalog_connectors::oura::oauth::revoke(
        &token_url(&oura, Portal::Legacy),
        &pair.access.as_str().into(),
    );
    assert_eq!(send(&request.unwrap(), None).await.status, 200);
    assert_eq!(oura.pair_of(ME), None);
}
