//! Which values each setting takes, and the sentence for one it does not take.

use vitalog_config::env_vars::VARIABLES;
use vitalog_core::Switchover;

use crate::Given;

fn check(variable: &'static str, good: &[&'static str], bad: &[&'static str]) {
    for value in good {
        let loaded = Given {
            stdio: true,
            ..Given::env(&[(variable, value)])
        }
        .load();
        assert!(loaded.is_ok(), "{variable}={value} should be taken");
    }
    let form = VARIABLES
        .iter()
        .find(|row| row.name == variable)
        .unwrap()
        .form;
    for value in bad {
        let error = Given {
            stdio: true,
            ..Given::env(&[(variable, value)])
        }
        .error();
        assert_eq!(
            error,
            format!("{variable} is not usable: it must be {form}"),
            "{value}"
        );
    }
}

#[test]
fn each_setting_takes_its_form_and_names_it_otherwise() {
    check(
        "VITALOG_SERVER__LISTEN",
        &["127.0.0.1:0", "[::1]:8787", "0.0.0.0:80", "localhost:9000"],
        &["8787", "example.org:80", "127.0.0.1"],
    );
    check(
        "VITALOG_STORAGE__CONNECTIONS",
        &["2", "10", " 500 "],
        &["1", "0", "501", "-2", "ten", "2.5"],
    );
    check(
        "VITALOG_SERVER__PUBLIC_URL",
        &[
            "https://a.example",
            "https://a.example/",
            "http://127.0.0.1:8787",
            "https://a.example/v",
        ],
        &[
            "a.example",
            "ftp://a.example",
            "https://u:p@a.example",
            "https://a.example/?q",
            "https://a.example/#f",
        ],
    );
    check(
        "VITALOG_SERVER__ALLOWED_ORIGINS",
        &[
            "https://a.example",
            "https://a.example/, http://localhost:6274",
        ],
        &[
            "a.example",
            "null",
            "*",
            "https://a.example/page",
            "https://a.example?x",
        ],
    );
    check(
        "VITALOG_SERVER__ALLOWED_HOSTS",
        &["a.example,b.example"],
        &["a example", "a.example/x"],
    );
    check(
        "VITALOG_STORAGE__URL",
        &["sqlite:/tmp/x.db", "postgres://h/d"],
        &["/tmp/x.db", "C:\\x.db", "sqlite:"],
    );
    check(
        "VITALOG_ACCESS__PATH_DOOR",
        &["true", "off", "1", "No"],
        &["perhaps"],
    );
    check(
        "VITALOG_TIMEZONE",
        &["America/Los_Angeles", "UTC"],
        &["Mars/Olympus", "+02:00"],
    );
    check("VITALOG_ACCOUNT__UNITS", &["us", "metric"], &["imperial"]);
    check(
        "VITALOG_NET_CARBS_SWITCHOVER",
        &[
            "always",
            "never",
            "2026-09-29T15:44:00-07:00",
            "2026-09-29T22:44:00Z",
        ],
        &["2026-09-29", "sometimes", "2026-09-29T15:44:00"],
    );
    check(
        "VITALOG_INGEST__MAX_BYTES",
        &["1024", "52428800"],
        &["1023", "-1", "6MB", "1073741825"],
    );
    check("VITALOG_LOG__LEVEL", &["trace", "ERROR"], &["verbose"]);
    check("VITALOG_LOG__FORMAT", &["json"], &["xml"]);
    check(
        "HEALTHKIT_USER_ID",
        &["anna", "0c6c9f0e-52a4-4b5a-9e8f-0d8c2a5b7e11"],
        &["Anna!"],
    );
}

#[test]
fn a_public_url_knows_its_host_and_loses_its_last_slash() {
    let url = Given::env(&[(
        "VITALOG_SERVER__PUBLIC_URL",
        "https://Health.Example.org:8443/",
    )])
    .load()
    .unwrap()
    .server
    .public_url
    .unwrap();
    assert_eq!(url.as_str(), "https://health.example.org:8443");
    assert_eq!(url.host(), "health.example.org");
    assert!(url.is_secure());
}

#[test]
fn origins_are_kept_as_a_browser_sends_them() {
    let env = [(
        "VITALOG_SERVER__ALLOWED_ORIGINS",
        "https://A.example:443/,http://localhost:6274",
    )];
    let settings = Given::env(&env).load().unwrap();
    assert_eq!(
        settings.server.allowed_origins,
        ["https://a.example", "http://localhost:6274"]
    );
}

#[test]
fn an_instant_is_the_switchover_whatever_its_offset() {
    let env = [("VITALOG_NET_CARBS_SWITCHOVER", "2026-09-29T15:44:00-07:00")];
    let switchover = Given::env(&env)
        .load()
        .unwrap()
        .account
        .net_carbs_switchover;
    assert_eq!(
        switchover,
        Some(Switchover::At("2026-09-29T22:44:00Z".parse().unwrap()))
    );
}

#[test]
fn each_setting_of_vendors_takes_its_form() {
    check("VITALOG_SERVER__WORKER", &["true", "off"], &["sometimes"]);
    check(
        "VITALOG_ACCESS__SEAL_KEY",
        &["00112233445566778899aabbccddeeff00112233445566778899AABBCCDDEEFF"],
        &[
            "0011",
            "x0112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
        ],
    );
    for variable in [
        "VITALOG_OURA__API_URL",
        "VITALOG_OURA__REDIRECT_URI",
        "VITALOG_WHOOP__TOKEN_URL",
        "VITALOG_WEATHER__ARCHIVE_URL",
    ] {
        check(
            variable,
            &["http://127.0.0.1:9/developer", "https://proxy.example"],
            &[
                "api.ouraring.com",
                "ftp://h/",
                "https://h/?a=1",
                "https://u@h/",
            ],
        );
    }
    check(
        "VITALOG_WHOOP__REDIRECT_URI",
        &["https://localhost:9/x", "whoop://vitalog"],
        &["http://localhost:9/x", "whoop"],
    );
    check("VITALOG_OURA__CLIENT_ID", &["a-b"], &["a b"]);
    check("VITALOG_OURA__WEBHOOK_SECRET", &["eightxxx"], &["seven77"]);
}

#[test]
fn people_come_back_from_whoop_to_the_public_url_unless_another_place_is_named() {
    let back =
        |env: &[(&'static str, &'static str)]| Given::env(env).load().unwrap().whoop.redirect_uri;
    let public = ("VITALOG_SERVER__PUBLIC_URL", "https://health.example/");
    assert_eq!(back(&[]), None);
    assert_eq!(
        back(&[public]).as_deref(),
        Some("https://health.example/connect/whoop/callback")
    );
    let own = ("VITALOG_WHOOP__REDIRECT_URI", "whoop://vitalog");
    assert_eq!(back(&[public, own]).as_deref(), Some("whoop://vitalog"));
}

#[test]
fn another_weather_service_has_the_archive_too_unless_that_is_elsewhere() {
    let archive = |env: &[(&'static str, &'static str)]| {
        let weather = Given::env(env).load().unwrap().weather;
        weather.archive_url.map(|url| url.to_string())
    };
    let own = ("VITALOG_WEATHER__API_URL", "http://weather.example");
    let apart = ("VITALOG_WEATHER__ARCHIVE_URL", "http://archive.example");
    assert_eq!(archive(&[]), None);
    assert_eq!(archive(&[own]).as_deref(), Some("http://weather.example/"));
    assert_eq!(
        archive(&[own, apart]).as_deref(),
        Some("http://archive.example/")
    );
    assert_eq!(
        archive(&[apart]).as_deref(),
        Some("http://archive.example/")
    );
}
