//! Signing in as it goes wrong, and what becomes of a connection afterwards.

use std::{fs, net::TcpListener};

use serde_json::json;
use vitalog_test_support::vendors::{
    Fault,
    oura::{Consent, FakeOura, Life, Portal},
};

use super::{
    Connecting, ZONE, connect_whoop, days_ago, now, oura, redirect, series, state, whoop,
    with_oura, with_whoop,
};
use crate::program::{Program, START, get};

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

#[tokio::test(flavor = "multi_thread")]
async fn answer_that_nobody_waits_for_ends_no_waiting_and_is_not_thanked_for() {
    let oura = oura(3).await;
    let port = free_port();
    let back = format!("http://127.0.0.1:{port}/callback");
    let program = with_oura(Program::new(), &oura).set("VITALOG_OURA__REDIRECT_URI", &back);
    let connecting = Connecting::begin(&program, &["connect", "oura", "--no-wait"]);
    for query in [
        "state=evil&code=x",
        "code=x",
        "error=access_denied",
        "state=&code=x",
    ] {
        let (status, page) = get(&format!("{back}?{query}"));
        assert_eq!(status, 400, "{query}");
        assert!(
            !page.contains("Thank") && !page.contains("answer is with"),
            "{page}"
        );
    }
    let (status, page) = get(&connecting.allow());
    assert_eq!(status, 200, "{page}");
    assert!(!page.contains("Thank"), "{page}");
    assert_eq!(connecting.end().code, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn command_that_waits_for_the_server_hears_that_nobody_is_connected() {
    let oura = oura(3).await;
    let port = free_port();
    let back = format!("http://127.0.0.1:{port}/connect/oura/callback");
    let program = with_oura(Program::new(), &oura).set("VITALOG_OURA__REDIRECT_URI", &back);
    let mut server = program.start_at(&format!("127.0.0.1:{port}"), &[]);
    server.wait_for("listening on ", START);
    let ended = |status: u16| {
        let connecting = Connecting::begin(&program, &["connect", "oura", "--no-wait"]);
        let (said, page) = get(&redirect(&connecting.url));
        assert_eq!(said, status, "{page}");
        connecting.end()
    };
    let token = "/oauth/v2/ext/oauth-token";
    oura.consent(Consent {
        denies: true,
        ..Consent::default()
    });
    let denied = ended(400);
    assert_eq!(denied.code, 3, "{}", denied.stderr);
    assert!(denied.stderr.contains("not allowed"), "{}", denied.stderr);

    oura.consent(Consent::default());
    oura.fail(token, Fault::Status(503), 10);
    let failed = ended(503);
    assert_eq!(failed.code, 1, "{}", failed.stderr);
    assert!(
        failed.stderr.contains("could not answer"),
        "{}",
        failed.stderr
    );

    oura.heal();
    oura.fail(token, Fault::Status(400), 1);
    let refused = ended(400);
    assert_eq!(refused.code, 1, "{}", refused.stderr);
    assert!(refused.stderr.contains("--legacy"), "{}", refused.stderr);

    oura.heal();
    assert_eq!(ended(200).code, 0);
    assert_eq!(server.stop("TERM").0, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_of_the_old_portal_is_connected_as_such_and_its_history_is_as_long_as_asked() {
    let oura = FakeOura::start(&now().to_string()).await;
    let consent = Consent {
        app_of: Portal::Legacy,
        ..Consent::default()
    };
    oura.add_person(&consent.person);
    let life = Life::new(7, ZONE, &days_ago(239), 240).without_heart_rate();
    oura.live(&consent.person, &life);
    oura.consent(consent);
    let program = with_oura(Program::new(), &oura)
        .set(
            "VITALOG_OURA__LEGACY_AUTHORIZE_URL",
            &oura.authorize_url(Portal::Legacy),
        )
        .set(
            "VITALOG_OURA__LEGACY_TOKEN_URL",
            &oura.token_url(Portal::Legacy),
        );
    let connecting = Connecting::begin(&program, &["connect", "oura", "--paste", "--legacy"]);
    let back = connecting.allow();
    let ended = connecting.paste(&back);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    let first_score = || {
        let asked = json!({"metric": "oura_sleep_score", "days": 300});
        let answer = program.json(&["call", "get_metric_series", &asked.to_string()]);
        let points = answer["points"].as_array().unwrap().iter();
        let dates = points.map(|point| point["date"].as_str().unwrap().to_owned());
        dates.min().unwrap()
    };
    let six_months = first_score();
    assert!(six_months >= days_ago(190), "{six_months}");
    let ended = program.run(&["backfill", "oura", "--months", "8"]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(first_score() <= days_ago(230), "{}", first_score());

    // What was copied stays, and a sync says that nobody is connected.
    let ended = program.run(&["disconnect", "oura"]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert_eq!(state(&program, "oura")["state"], "not_connected");
    assert!(
        !series(&program, "oura_sleep_score")
            .as_object()
            .unwrap()
            .is_empty()
    );
    let ended = program.run(&["sync", "oura", "--json"]);
    assert_eq!(ended.code, 3, "{}", ended.stderr);
    assert!(
        ended.stderr.contains("vitalog connect oura"),
        "{}",
        ended.stderr
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_seal_key_is_said_everywhere_until_it_is_back() {
    let whoop = whoop(5).await;
    let program = with_whoop(Program::new(), &whoop);
    connect_whoop(&program);
    let (key, kept) = (
        program.data().join("vitalog-seal.key"),
        program.data().join("kept"),
    );
    fs::rename(&key, &kept).unwrap();

    // The first command that finds it missing makes another, and says so.
    let ended = program.run(&["sync", "whoop", "--json"]);
    assert_eq!(ended.code, 3, "{}", ended.stderr);
    assert!(
        ended.stderr.contains("a new one was made"),
        "{}",
        ended.stderr
    );
    assert!(
        ended.stderr.contains("vitalog connect whoop"),
        "{}",
        ended.stderr
    );
    let rows: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(rows[0]["state"], "needs_reconnect", "{rows}");
    assert_eq!(state(&program, "whoop")["state"], "needs_reconnect");
    let asked = json!({"source": "whoop"}).to_string();
    let synced = program.run(&["call", "sync_now", &asked]);
    assert!(
        synced.stdout.contains("needs_reconnect"),
        "{}",
        synced.stdout
    );
    let recovery = program.json(&["call", "get_recovery"]);
    assert!(
        recovery["notes"]
            .to_string()
            .contains("vitalog connect whoop"),
        "{recovery}"
    );
    let doctor = program.run(&["doctor"]);
    assert!(
        doctor.stdout.contains("needs to be connected again"),
        "{}",
        doctor.stdout
    );

    fs::rename(&kept, &key).unwrap();
    let rows = program.json(&["sync", "whoop", "--json"]);
    assert_eq!(rows[0]["state"], "synced", "{rows}");
    assert_eq!(state(&program, "whoop")["state"], "fresh");
}
