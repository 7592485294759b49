//! Which source wins, and what happens to names that are none of ours.

use vitalog_config::{Flag, Origin};

use crate::Given;

#[test]
fn a_flag_wins_over_the_environment_over_the_file_over_the_default() {
    let flag = Flag {
        setting: "server.listen",
        flag: "--listen",
        value: "127.0.0.1:1".into(),
    };
    let env = ("VITALOG_SERVER__LISTEN", "127.0.0.1:2");
    let file = "[server]\nlisten = \"127.0.0.1:3\"";
    let port = |given: Given| given.load().unwrap().server.listen.port();

    assert_eq!(
        port(Given {
            flags: vec![flag],
            env: vec![env],
            file: Some(file),
            ..Given::default()
        }),
        1
    );
    assert_eq!(
        port(Given {
            env: vec![env],
            file: Some(file),
            ..Given::default()
        }),
        2
    );
    assert_eq!(port(Given::file(file)), 3);
    assert_eq!(port(Given::default()), 8787);
}

#[test]
fn an_empty_variable_counts_as_not_set() {
    let settings = Given::env(&[("VITALOG_SERVER__LISTEN", " ")])
        .load()
        .unwrap();
    assert_eq!(settings.server.listen.port(), 8787);
}

#[test]
fn user_tz_is_read_where_the_zone_has_no_other_name() {
    let zone = |env: &[(&'static str, &'static str)]| {
        let zone = Given::env(env).load().unwrap().account.timezone.unwrap();
        zone.iana_name().unwrap().to_owned()
    };
    assert_eq!(zone(&[("USER_TZ", "Europe/Oslo")]), "Europe/Oslo");
    assert_eq!(
        zone(&[
            ("USER_TZ", "Europe/Oslo"),
            ("VITALOG_TIMEZONE", "Asia/Tokyo")
        ]),
        "Asia/Tokyo"
    );
}

#[test]
fn an_unknown_variable_is_a_warning_that_names_the_nearest() {
    let settings = Given::env(&[("VITALOG_SERVER__LISTN", "x"), ("PATH", "/bin")])
        .load()
        .unwrap();
    assert_eq!(
        settings.warnings,
        [
            "VITALOG_SERVER__LISTN is set, but there is no such variable (did you mean \
          VITALOG_SERVER__LISTEN?); it has no effect"
        ]
    );
}

#[test]
fn an_unknown_key_of_the_file_is_an_error_that_names_the_nearest() {
    assert_eq!(
        Given::file("[server]\nlisen = \"127.0.0.1:1\"").error(),
        "/data/vitalog.toml: there is no setting `server.lisen` (did you mean server.listen?)"
    );
    assert_eq!(
        Given::file("colour = \"green\"").error(),
        "/data/vitalog.toml: there is no setting `colour`"
    );
}

#[test]
fn a_file_that_is_not_toml_is_refused_by_its_line_without_quoting_it() {
    let error = Given::file("[storage]\nkey = planted-marker").error();
    assert_eq!(error, "/data/vitalog.toml, line 2: this is not TOML");
}

#[test]
fn lists_numbers_and_switches_are_written_plainly_in_the_file() {
    let settings = Given::file(
        "[server]\nallowed_hosts = [\"a.example\", \"b.example\"]\n[ingest]\nmax_bytes = 2048\n\
         [access]\npath_door = false",
    )
    .load()
    .unwrap();
    assert_eq!(settings.server.allowed_hosts, ["a.example", "b.example"]);
    assert_eq!(settings.ingest.max_bytes, 2048);
    assert!(!settings.access.path_door);
}

#[test]
fn what_is_in_force_names_its_source() {
    let settings = Given::env(&[("VITALOG_LOG__LEVEL", "debug")])
        .load()
        .unwrap();
    assert_eq!(
        settings.origin("log.level"),
        Origin::Variable("VITALOG_LOG__LEVEL".into())
    );
    assert_eq!(settings.origin("log.format"), Origin::Default);
    let level = settings
        .in_force
        .iter()
        .find(|row| row.setting == "log.level")
        .unwrap();
    assert_eq!(level.value, "debug");
}

#[test]
fn the_variables_of_stdio_count_for_stdio_alone() {
    let env = [
        ("DATABASE_URL", "sqlite:/old/health.db"),
        ("HEALTHKIT_USER_ID", "anna"),
    ];
    let for_others = Given::env(&env).load().unwrap();
    assert_eq!(for_others.storage.url.rest(), "/data/vitalog.db");

    let stdio = Given {
        stdio: true,
        ..Given::env(&env)
    }
    .load()
    .unwrap();
    assert_eq!(stdio.storage.url.rest(), "/old/health.db");
    assert_eq!(stdio.stdio.account.unwrap().as_str(), "anna");

    let named = [env[0], ("VITALOG_STORAGE__URL", "sqlite:/new.db")];
    let stdio = Given {
        stdio: true,
        ..Given::env(&named)
    }
    .load()
    .unwrap();
    assert_eq!(stdio.storage.url.rest(), "/new.db");
}
