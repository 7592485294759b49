//! The first start: what is made, what is said, and what is refused later on.

use std::{fs, thread};

use crate::program::Program;

#[test]
fn it_makes_folder_key_and_database_and_says_what_to_do_next_without_a_secret() {
    let program = Program::on_file();
    let server = program.serve();
    let key = fs::read_to_string(program.data().join("vitalog.key")).unwrap();
    assert_eq!(key.trim().len(), 64);
    let secrets = [
        key.trim().to_owned(),
        server.key.clone(),
        server.mcp_url.rsplit('/').next().unwrap().to_owned(),
        server.ingest_url.rsplit('/').next().unwrap().to_owned(),
    ];
    assert!(secrets.iter().all(|secret| secret.len() == 64));

    let (code, said) = server.stop();
    assert_eq!(code, 0);
    for hint in [
        "vitalog url",
        "vitalog ingest-url",
        "docs/guides/",
        "account `me`",
        "America/Los_Angeles",
    ] {
        assert!(said.contains(hint), "{hint}: {said}");
    }
    for secret in &secrets {
        assert!(!said.contains(&secret[..16]), "a secret was printed");
    }
    // The second start has nothing to introduce.
    let (_, said) = program.serve().stop();
    assert!(
        !said.contains("A new record") && !said.contains("Next:"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn folder_and_files_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;

    let program = Program::on_file();
    program.print(&["url"]);
    let mode = |path: std::path::PathBuf| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(program.data()), 0o700);
    assert_eq!(mode(program.data().join("vitalog.key")), 0o600);
    assert_eq!(mode(program.data().join("vitalog.db")), 0o600);
}

#[test]
fn first_starts_that_race_end_with_one_record() {
    let program = Program::new();
    let urls: Vec<String> = thread::scope(|scope| {
        let starts: Vec<_> = (0..6)
            .map(|_| scope.spawn(|| program.print(&["url"])))
            .collect();
        starts
            .into_iter()
            .map(|start| start.join().unwrap())
            .collect()
    });
    assert!(urls.iter().all(|url| *url == urls[0]), "{urls:?}");
}

#[test]
fn the_file_is_encrypted() {
    let program = Program::on_file();
    let url = program.print(&["url"]);
    let secret = url.trim().rsplit('/').next().unwrap();
    for entry in fs::read_dir(program.data()).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        let holds = |text: &str| {
            bytes
                .windows(text.len())
                .any(|part| part == text.as_bytes())
        };
        assert!(
            !holds(secret) && !holds("SQLite format 3"),
            "{}",
            path.display()
        );
    }
}

#[test]
fn a_missing_key_over_a_database_is_refused_and_no_new_key_is_made() {
    let program = Program::on_file();
    program.print(&["url"]);
    let key = program.data().join("vitalog.key");
    let kept = fs::read(&key).unwrap();
    fs::remove_file(&key).unwrap();
    for command in [
        &["url"][..],
        &["serve", "--listen", "127.0.0.1:0"],
        &["tools"],
    ] {
        let ended = program.run(command);
        assert_eq!(ended.code, 3, "{}", ended.stderr);
        assert!(ended.stderr.contains("key file") && ended.stderr.contains("missing"));
        assert!(!key.exists());
    }
    fs::write(&key, kept).unwrap();
    program.print(&["url"]);
}

#[test]
fn a_database_that_was_emptied_is_no_first_start() {
    let program = Program::on_file();
    program.print(&["url"]);
    let database = program.data().join("vitalog.db");
    fs::write(&database, "").unwrap();
    let ended = program.run(&["serve", "--listen", "127.0.0.1:0"]);
    assert_eq!(ended.code, 3, "{}", ended.stderr);
    for words in ["the database file is empty", "put back a copy"] {
        assert!(ended.stderr.contains(words), "{}", ended.stderr);
    }
    assert_eq!(fs::read(&database).unwrap(), b"");
    fs::remove_file(&database).unwrap();
    program.print(&["url"]);
}

#[cfg(unix)]
#[test]
fn a_folder_or_key_that_is_open_to_others_is_warned_of() {
    use std::os::unix::fs::PermissionsExt;

    let program = Program::on_file();
    program.print(&["url"]);
    let open = |path: std::path::PathBuf, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let key = program.data().join("vitalog.key");
    for (folder, file, warnings) in [
        (0o700, 0o600, [false, false]),
        (0o750, 0o600, [true, false]),
        (0o701, 0o600, [true, false]),
        (0o700, 0o640, [false, true]),
        (0o755, 0o644, [true, true]),
    ] {
        open(program.data(), folder);
        open(key.clone(), file);
        let ended = program.run(&["url"]);
        assert_eq!(ended.code, 0);
        let said = ["chmod 700", "chmod 600"].map(|words| ended.stderr.matches(words).count());
        assert_eq!(said, warnings.map(usize::from), "{}", ended.stderr);
    }
}

#[test]
fn a_wrong_key_is_refused_in_words() {
    let program = Program::on_file();
    program.print(&["url"]);
    let key = program.data().join("vitalog.key");
    fs::write(&key, "ab".repeat(32)).unwrap();
    let ended = program.run(&["url"]);
    assert_eq!(ended.code, 3);
    assert!(ended.stderr.contains("does not fit"), "{}", ended.stderr);
    assert!(!ended.stderr.contains("abab"));
    fs::write(&key, "no key").unwrap();
    assert_eq!(program.run(&["url"]).code, 3);
}

#[test]
fn the_key_may_come_from_elsewhere() {
    let program = Program::on_file();
    let file = program.file("secret", format!("{}\n", "cd".repeat(32)).as_bytes());
    let program = program.set("VITALOG_STORAGE__KEY_FILE", &file);
    program.print(&["url"]);
    assert!(!program.data().join("vitalog.key").exists());
}

#[test]
fn an_account_without_a_named_zone_says_so() {
    let program = Program::on_file()
        .set("VITALOG_TIMEZONE", "")
        .set("TZ", "UTC");
    let server = program.serve();
    let (_, said) = server.stop();
    assert!(said.contains("UTC (the machine's own)"), "{said}");
}
