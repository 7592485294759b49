//! Connecting: by a pasted address, by the browser coming back, by the server.

use std::net::TcpListener;

use vitalog_test_support::vendors::Fault;

use super::{
    Connecting, WEARER, WHOOP_BACK, connect_whoop, oura, redirect, series, state, whoop, with_oura,
    with_whoop,
};
use crate::program::{Program, START, get};

#[tokio::test(flavor = "multi_thread")]
async fn a_pasted_address_connects_and_brings_in_the_history() {
    let whoop = whoop(40).await;
    let program = with_whoop(Program::new(), &whoop);
    let ended = connect_whoop(&program);
    assert!(ended.stderr.contains("WHOOP is connected to account `me`"));
    assert!(
        ended.stderr.contains("100 % of the history"),
        "{}",
        ended.stderr
    );
    assert!(ended.stderr.contains("all is there"), "{}", ended.stderr);

    let told = state(&program, "whoop");
    assert_eq!(told["state"], "fresh", "{told}");
    let recovery = series(&program, "whoop_recovery_score");
    assert!(recovery.as_object().unwrap().len() >= 12, "{recovery}");

    // Once more writes nothing.
    let again = program.json(&["sync", "whoop", "--json"]);
    assert_eq!(again[0]["state"], "synced", "{again}");
    assert_eq!(again[0]["written"], 0, "{again}");
    let mapped = program.json(&["remap", "whoop", "--json"]);
    assert_eq!(mapped[0]["written"], 0, "{mapped}");
    assert!(mapped[0]["unchanged"].as_u64().unwrap() > 100, "{mapped}");
    assert_eq!(whoop.reused_refresh_tokens(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_good_once_and_for_who_allowed_it() {
    let whoop = whoop(3).await;
    let program = with_whoop(Program::new(), &whoop);
    let connecting = Connecting::begin(&program, &["connect", "whoop", "--paste", "--no-wait"]);
    let back = connecting.allow();
    assert!(back.starts_with(WHOOP_BACK), "{back}");
    assert_eq!(connecting.paste(&back).code, 0);
    let again = Connecting::begin(&program, &["connect", "whoop"]);
    let ended = again.paste(&back);
    assert_eq!(ended.code, 3, "{}", ended.stderr);
    assert!(ended.stderr.contains("used up"), "{}", ended.stderr);

    whoop.consent(vitalog_test_support::vendors::whoop::Consent {
        person: WEARER,
        denies: true,
        ..Default::default()
    });
    let denied = Connecting::begin(&program, &["connect", "whoop"]);
    let back = denied.allow();
    let ended = denied.paste(&back);
    assert_eq!(ended.code, 3, "{}", ended.stderr);
    assert!(ended.stderr.contains("not allowed"), "{}", ended.stderr);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_browser_comes_back_to_the_waiting_command() {
    let oura = oura(10).await;
    let port = free_port();
    let program = with_oura(Program::new(), &oura).set(
        "VITALOG_OURA__REDIRECT_URI",
        &format!("http://localhost:{port}/callback"),
    );
    let connecting = Connecting::begin(&program, &["connect", "oura"]);
    // What else the browser asks for is not the answer.
    assert_eq!(get(&format!("http://127.0.0.1:{port}/favicon.ico")).0, 404);
    let (status, page) = get(&connecting.allow().replace("localhost", "127.0.0.1"));
    assert_eq!(status, 200, "{page}");
    assert!(page.contains("close this page"), "{page}");
    let ended = connecting.end();
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(ended.stderr.contains("all is there"), "{}", ended.stderr);
    let sleep = series(&program, "oura_sleep_score");
    assert!(sleep.as_object().unwrap().len() >= 5, "{sleep}");
    // The first may bring what this wearer has lived of tomorrow, which history leaves out.
    program.print(&["sync", "oura"]);
    let again = program.json(&["sync", "oura", "--json"]);
    assert_eq!(again[0]["written"], 0, "{again}");
    assert_eq!(again[0]["documents_changed"], 0, "{again}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_takes_the_answer_where_it_has_the_address() {
    let oura = oura(10).await;
    let port = free_port();
    let back = format!("http://127.0.0.1:{port}/connect/oura/callback");
    let program = with_oura(Program::new(), &oura).set("VITALOG_OURA__REDIRECT_URI", &back);
    let mut server = program.start_at(&format!("127.0.0.1:{port}"), &[]);
    server.wait_for("listening on ", START);
    let connecting = Connecting::begin(&program, &["connect", "oura", "--no-wait"]);
    let answer = redirect(&connecting.url);
    let (status, page) = get(&answer);
    assert_eq!(status, 200, "{page}");
    assert!(page.contains("Oura is connected."), "{page}");
    assert!(!page.contains("<script"), "{page}");
    let ended = connecting.end();
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    let (status, page) = get(&answer);
    assert_eq!(status, 400, "{page}");
    assert!(page.contains("used up"), "{page}");
    // Nobody waits for the history, and the server brings it in.
    super::wait_until("history", || state(&program, "oura")["state"] == "fresh");
    let (code, _) = server.stop("TERM");
    assert_eq!(code, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn oura_sends_people_to_the_one_address_that_apps_have_unless_set_otherwise() {
    let oura = oura(1).await;
    let program = with_oura(Program::new(), &oura);
    let connecting = Connecting::begin(&program, &["connect", "oura", "--paste"]);
    let back = "redirect_uri=http%3A%2F%2Flocalhost%3A8787%2Fcallback&";
    assert!(connecting.url.contains(back), "{}", connecting.url);
    let ended = connecting.paste("");
    assert_eq!(ended.code, 3, "{}", ended.stderr);
}

#[test]
fn what_is_not_set_up_is_said_in_words() {
    let program = Program::new();
    let ended = program.run(&["connect", "oura"]);
    assert_eq!(ended.code, 2);
    assert!(
        ended.stderr.contains("no Oura app is set up"),
        "{}",
        ended.stderr
    );
    let half = Program::new().set("VITALOG_WHOOP__CLIENT_ID", "an-app");
    let ended = half.run(&["sync"]);
    assert_eq!(ended.code, 2);
    assert!(
        ended
            .stderr
            .contains("whoop.client_id is set and whoop.client_secret is not"),
        "{}",
        ended.stderr
    );
    let ended = program.run(&["sync", "weather"]);
    assert_eq!(ended.code, 2, "{}", ended.stderr);
    assert!(ended.stderr.contains("--place LAT,LON"), "{}", ended.stderr);
    let ended = program.run(&["sync"]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(!program.data().join("vitalog-seal.key").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn disconnecting_says_what_became_of_the_permission() {
    let whoop = whoop(3).await;
    let program = with_whoop(Program::new(), &whoop);
    connect_whoop(&program);
    let ended = program.run(&["disconnect", "whoop"]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    let said = "WHOOP is no longer connected to account `me`. What was copied stays. WHOOP has ended the permission.";
    assert!(ended.stderr.contains(said), "{}", ended.stderr);
    assert_eq!(whoop.pair_of(WEARER), None);
    assert_eq!(state(&program, "whoop")["state"], "not_connected");

    connect_whoop(&program);
    whoop.fail("/developer/v2/user/access", Fault::Status(500), 1);
    let ended = program.run(&["disconnect", "whoop"]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    let said = "WHOOP could not be told and may think that the permission lasts";
    assert!(ended.stderr.contains(said), "{}", ended.stderr);
    assert_eq!(state(&program, "whoop")["state"], "not_connected");
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}
