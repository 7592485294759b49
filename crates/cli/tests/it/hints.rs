//! What commands say beside their answer: what to do next, and what wins over a change.

use crate::program::Program;

#[test]
fn hints_name_the_account_and_the_folder_they_are_about() {
    let program = Program::new();
    let ended = program.run(&["account", "add", "anna"]);
    assert!(
        ended.stderr.contains("`vitalog url --account anna`"),
        "{}",
        ended.stderr
    );
    for (secret, command) in [
        ("path", "`vitalog url --account anna`"),
        ("ingest-path", "`vitalog ingest-url --account anna`"),
        ("ingest-key", "`vitalog ingest-url --account anna`"),
    ] {
        let ended = program.run(&["secret", "rotate", secret, "--account", "anna"]);
        assert!(ended.stderr.contains(command), "{secret}: {}", ended.stderr);
        let ended = program.run(&["secret", "rotate", secret]);
        assert!(
            !ended.stderr.contains("--account"),
            "{secret}: {}",
            ended.stderr
        );
    }
    let elsewhere = program.data().join("else where");
    let folder = elsewhere.to_str().unwrap();
    let ended = program.run(&["secret", "rotate", "path", "--data", folder]);
    let command = format!("`vitalog url --data '{folder}'`");
    assert!(ended.stderr.contains(&command), "{}", ended.stderr);
}

#[test]
fn account_set_says_what_wins_over_it() {
    let program = Program::new()
        .set("VITALOG_TIMEZONE", "Europe/Oslo")
        .set("VITALOG_ACCOUNT__UNITS", "metric");
    program.print(&["account", "add", "anna"]);
    for (arguments, wins) in [
        (
            &["--timezone", "Europe/Rome"][..],
            &["VITALOG_TIMEZONE"][..],
        ),
        (&["--timezone", "Europe/Oslo", "--net-carbs", "never"], &[]),
        (&["--units", "us"], &["VITALOG_ACCOUNT__UNITS"]),
        (&["--units", "metric"], &[]),
        (
            &["--timezone", "Europe/Rome", "--units", "us"],
            &["VITALOG_TIMEZONE", "VITALOG_ACCOUNT__UNITS"],
        ),
        (
            &[
                "--account",
                "anna",
                "--timezone",
                "Europe/Rome",
                "--units",
                "us",
            ],
            &[],
        ),
    ] {
        let ended = program.run(&[&["account", "set"], arguments].concat());
        assert_eq!(ended.code, 0, "{arguments:?}");
        assert_eq!(
            ended.stderr.matches(" wins for this account").count(),
            wins.len()
        );
        for variable in wins {
            assert!(
                ended.stderr.contains(variable),
                "{arguments:?}: {}",
                ended.stderr
            );
        }
    }
    let program = Program::new();
    let ended = program.run(&["account", "set", "--units", "metric"]);
    assert!(!ended.stderr.contains("wins"), "{}", ended.stderr);
}
