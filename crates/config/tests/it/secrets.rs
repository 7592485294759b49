//! Secrets: where they are read from, and that nothing shows them.

use secrecy::ExposeSecret;

use crate::Given;

const MARKER: &str = "deadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef";

#[test]
fn a_secret_is_read_from_the_file_its_twin_names() {
    let env = [("VITALOG_STORAGE__KEY_FILE", "/run/secrets/key")];
    let settings = Given::env(&env).load().unwrap();
    assert_eq!(
        settings.storage.key.unwrap().expose_secret(),
        "ab".repeat(32)
    );
}

#[test]
fn a_missing_secret_file_and_a_secret_given_twice_are_refused_in_words() {
    assert_eq!(
        Given::env(&[("VITALOG_STORAGE__KEY_FILE", "/nowhere")]).error(),
        "VITALOG_STORAGE__KEY_FILE names /nowhere, which cannot be read"
    );
    let both = [
        ("VITALOG_STORAGE__KEY_FILE", "/run/secrets/key"),
        ("VITALOG_STORAGE__KEY", MARKER),
    ];
    assert_eq!(
        Given::env(&both).error(),
        "both VITALOG_STORAGE__KEY and VITALOG_STORAGE__KEY_FILE are set; set one"
    );
}

#[test]
fn no_text_shows_a_secret() {
    let settings = Given::env(&[
        ("VITALOG_STORAGE__KEY", MARKER),
        ("VITALOG_STORAGE__PASSWORD", "role-marker"),
        ("VITALOG_ACCESS__SEAL_KEY", MARKER),
        ("VITALOG_OURA__CLIENT_SECRET", "oura-marker"),
        ("VITALOG_OURA__WEBHOOK_SECRET", "token-marker"),
        ("VITALOG_WHOOP__CLIENT_SECRET", "whoop-marker"),
        ("VITALOG_WEATHER__API_KEY", "weather-marker"),
        (
            "VITALOG_STORAGE__URL",
            "postgres://vitalog:pa@ss-marker@db.example/health?password=marker",
        ),
    ])
    .load()
    .unwrap();
    let shown = format!("{settings:?}");
    assert!(
        !shown.contains(MARKER) && !shown.contains("marker"),
        "{shown}"
    );
    let url = settings
        .in_force
        .iter()
        .find(|row| row.setting == "storage.url")
        .unwrap();
    assert_eq!(url.value, "postgres://…@db.example/health");
    let key = settings
        .in_force
        .iter()
        .find(|row| row.setting == "storage.key")
        .unwrap();
    assert_eq!(key.value, "********");
    let password = settings.storage.password.unwrap();
    assert_eq!(password.expose_secret(), "role-marker");

    let error = Given::env(&[("VITALOG_STORAGE__KEY", "short-marker")]).error();
    assert_eq!(
        error,
        "VITALOG_STORAGE__KEY is not usable: it must be 64 hexadecimal digits"
    );
}
