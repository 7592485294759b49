//! Settings as the program takes them from flags, environment and file.

use serde_json::{Value, json};

use crate::program::Program;

fn in_force(document: &Value, setting: &str) -> (String, String) {
    let rows = document.as_array().unwrap();
    let row = rows.iter().find(|row| row["setting"] == setting).unwrap();
    (
        row["value"].as_str().unwrap().to_owned(),
        row["source"].as_str().unwrap().to_owned(),
    )
}

#[test]
fn config_shows_values_and_sources_with_secrets_masked() {
    let key = "ef".repeat(32);
    let program = Program::new()
        .set("VITALOG_STORAGE__KEY", &key)
        .set("VITALOG_LOG__LEVEL", "debug")
        .set("VITALOG_LOG__LEVLE", "debug");
    let ended = program.run(&["config", "--json"]);
    assert!(
        ended.stderr.contains("did you mean VITALOG_LOG__LEVEL?"),
        "{}",
        ended.stderr
    );
    let document: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(
        in_force(&document, "log.level"),
        ("debug".into(), "VITALOG_LOG__LEVEL".into())
    );
    assert_eq!(
        in_force(&document, "storage.key"),
        ("********".into(), "VITALOG_STORAGE__KEY".into())
    );
    assert_eq!(
        in_force(&document, "ingest.max_bytes"),
        ("6291456".into(), "default".into())
    );
    let table = program.print(&["config"]);
    assert!(
        !table.contains("efef") && table.contains("server.public_url"),
        "{table}"
    );
}

#[test]
fn the_settings_file_lies_in_the_data_folder_or_where_a_flag_says() {
    let program = Program::new();
    std::fs::create_dir_all(program.data()).unwrap();
    let usual = program.data().join("vitalog.toml");
    std::fs::write(&usual, "[server]\npublic_url = \"https://usual.example\"\n").unwrap();
    assert!(
        program
            .print(&["url"])
            .starts_with("https://usual.example/mcp/")
    );
    let other = program.file(
        "other.toml",
        b"[server]\npublic_url = \"https://other.example\"\n",
    );
    assert!(
        program
            .print(&["url", "--config", &other])
            .starts_with("https://other.example/mcp/")
    );

    std::fs::write(&usual, "[server]\npublic_ulr = \"https://usual.example\"\n").unwrap();
    let ended = program.run(&["url"]);
    assert_eq!(ended.code, 2);
    assert!(
        ended.stderr.contains("did you mean server.public_url?"),
        "{}",
        ended.stderr
    );
}

#[test]
fn storage_urls_that_are_not_taken_are_refused_without_their_password() {
    let program = Program::on_file();
    for (url, word) in [
        (
            "postgres://me:secret-marker@db.example/health?sslmode=secret-marker",
            "URL is not usable",
        ),
        #[cfg(not(feature = "dynamodb"))]
        ("dynamodb://table?region=eu-north-1", "does not hold"),
        ("mysql://db.example/health", "no storage engine"),
        ("health.db", "must be a storage URL"),
    ] {
        let ended = program.run(&["url", "--database", url]);
        assert_eq!(ended.code, 2, "{url}");
        assert!(ended.stderr.contains(word), "{}", ended.stderr);
        assert!(!ended.stderr.contains("secret-marker"));
    }
    let elsewhere = program
        .file("marker", b"")
        .replace("marker", "elsewhere/health.db");
    program.print(&["url", "--database", &format!("sqlite:{elsewhere}")]);
    assert!(std::path::Path::new(&elsewhere).exists());
}

#[test]
fn account_settings_of_the_environment_hold_while_they_are_set() {
    let shown = |program: &Program| {
        let account = program.json(&["account", "list", "--json"])[0].clone();
        ["timezone", "units", "net_carbs"].map(|setting| account[setting].clone())
    };
    // Whatever runs with the variables set, and however often.
    let look = |program: &Program| {
        program.print(&["call", "get_day"]);
        let ended = program.run_with_input(&["stdio", "--read-only"], b"");
        assert_eq!(ended.code, 0, "{}", ended.stderr);
        shown(program)
    };
    let program = Program::new();
    program.print(&["account", "set", "--timezone", "Europe/Oslo"]);
    assert_eq!(
        look(&program),
        [json!("America/Los_Angeles"), json!("us"), json!(null)]
    );

    let program = program
        .set("VITALOG_TIMEZONE", "Asia/Tokyo")
        .set("VITALOG_ACCOUNT__UNITS", "metric")
        .set("VITALOG_NET_CARBS_SWITCHOVER", "never");
    assert_eq!(
        look(&program),
        [json!("Asia/Tokyo"), json!("metric"), json!("never")]
    );

    let program = program
        .set("VITALOG_TIMEZONE", "")
        .set("VITALOG_ACCOUNT__UNITS", "")
        .set("VITALOG_NET_CARBS_SWITCHOVER", "");
    assert_eq!(
        look(&program),
        [json!("Europe/Oslo"), json!("us"), json!(null)]
    );
}
