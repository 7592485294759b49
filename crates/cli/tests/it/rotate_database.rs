//! `vitalog secret rotate database`: the database gets a new key, and no moment at which the
//! program is killed costs the record.

use std::{
    collections::BTreeSet,
    fs,
    path::PathBuf,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::program::{Program, weight};

const ROTATE: [&str; 3] = ["secret", "rotate", "database"];
const KILLS: u32 = 12;
/// Enough for a database of some megabytes, so that a change of its key takes a moment.
const READINGS: u32 = 20_000;

fn key_file(program: &Program) -> PathBuf {
    program.data().join("vitalog.key")
}

fn next_key_file(program: &Program) -> PathBuf {
    program.data().join("vitalog.key.new")
}

fn key(program: &Program) -> String {
    fs::read_to_string(key_file(program)).unwrap()
}

fn ingest(program: &Program, push: &[u8]) {
    let file = program.file("push.json", push);
    program.print(&["ingest", &file]);
}

/// Readings of glucose, a minute apart.
fn large_push() -> Vec<u8> {
    let readings: Vec<Value> = (0..READINGS)
        .map(|minute| {
            let (day, hour, minute) = (minute / 1440 + 1, minute / 60 % 24, minute % 60);
            json!({
                "date": format!("2026-10-{day:02} {hour:02}:{minute:02}:00 -0700"),
                "qty": 70 + minute,
                "source": "Sensor",
            })
        })
        .collect();
    json!({"data": {"metrics": [
        {"name": "blood_glucose", "units": "mg/dL", "data": readings},
    ]}})
    .to_string()
    .into_bytes()
}

/// What is asked for whether the record is whole.
fn record(program: &Program) -> (Value, String) {
    let range = r#"{"metric":"all","start_date":"2026-10-03","end_date":"2026-10-05"}"#;
    (
        program.json(&["call", "get_health_metrics", range]),
        program.print(&["url"]),
    )
}

fn files(program: &Program) -> BTreeSet<String> {
    let entries = fs::read_dir(program.data()).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn the_record_stays_the_key_is_new_and_the_old_one_opens_nothing() {
    let program = Program::on_file();
    ingest(&program, &weight("2026-10-05 07:00:00 -0700", 184.2));
    let (before, old) = (record(&program), key(&program));
    let old_database = fs::read(program.data().join("vitalog.db")).unwrap();

    let ended = program.run(&ROTATE);
    assert_eq!(
        (ended.code, ended.stdout.as_str()),
        (0, ""),
        "{}",
        ended.stderr
    );
    assert!(
        ended.stderr.contains("Backups made until now"),
        "{}",
        ended.stderr
    );
    let new = key(&program);
    assert!(new != old && new.trim().len() == 64);
    for key in [&old, &new] {
        assert!(
            !ended.stderr.contains(&key.trim()[..8]),
            "a key was printed"
        );
    }
    let kept = ["vitalog.db", "vitalog.key"].map(str::to_owned);
    assert_eq!(files(&program), BTreeSet::from(kept));
    assert_eq!(record(&program), before);

    // The old key no longer opens the database, and nothing is made in its place.
    fs::write(key_file(&program), &old).unwrap();
    let refused = program.run(&["url"]);
    assert_eq!(refused.code, 3, "{}", refused.stderr);
    assert!(
        refused.stderr.contains("does not fit"),
        "{}",
        refused.stderr
    );
    // It still opens what was copied before.
    let new_database = fs::read(program.data().join("vitalog.db")).unwrap();
    fs::write(program.data().join("vitalog.db"), old_database).unwrap();
    assert_eq!(record(&program), before);
    fs::write(program.data().join("vitalog.db"), new_database).unwrap();
    fs::write(key_file(&program), &new).unwrap();
    assert_eq!(record(&program), before);
}

#[cfg(unix)]
#[test]
fn the_new_key_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;

    let program = Program::on_file();
    program.print(&["url"]);
    program.print(&ROTATE);
    let mode = fs::metadata(key_file(&program))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn it_is_refused_while_others_have_the_record_open() {
    let program = Program::on_file();
    let server = program.serve();
    let before = key(&program);
    let refused = || {
        let ended = program.run(&ROTATE);
        assert_eq!(ended.code, 1, "{}", ended.stderr);
        for words in ["another program has the database open", "Stop the server"] {
            assert!(ended.stderr.contains(words), "{}", ended.stderr);
        }
        assert_eq!(key(&program), before);
        assert!(!next_key_file(&program).exists());
    };
    refused();
    // The server is none the worse.
    let push = weight("2026-10-05 07:00:00 -0700", 184.2);
    assert_eq!(server.push(&push).0, 200);
    server.stop();

    let mut stdio = program
        .command(&["stdio"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // It has the record open once the log of it is there.
    let deadline = Instant::now() + Duration::from_secs(30);
    while !program.data().join("vitalog.db-wal").exists() {
        assert!(Instant::now() < deadline, "stdio does not start");
        thread::sleep(Duration::from_millis(10));
    }
    refused();
    drop(stdio.stdin.take());
    assert!(stdio.wait().unwrap().success());
    program.print(&ROTATE);
    assert_ne!(key(&program), before);
}

#[test]
fn a_key_that_a_setting_gives_and_a_record_that_is_not_there_are_refused() {
    let program = Program::on_file();
    let ended = program.run(&ROTATE);
    assert_eq!(ended.code, 2, "{}", ended.stderr);
    assert!(
        ended.stderr.contains("there is no database"),
        "{}",
        ended.stderr
    );
    assert!(!program.data().exists());

    let secret = "cd".repeat(32);
    let file = program.file("secret", secret.as_bytes());
    for (name, value) in [
        ("VITALOG_STORAGE__KEY", secret.as_str()),
        ("VITALOG_STORAGE__KEY_FILE", file.as_str()),
    ] {
        let program = Program::on_file().set(name, value);
        program.print(&["url"]);
        let ended = program.run(&ROTATE);
        assert_eq!(ended.code, 2, "{}", ended.stderr);
        assert!(ended.stderr.contains(name), "{}", ended.stderr);
        assert!(
            ended.stderr.contains("take the setting away"),
            "{}",
            ended.stderr
        );
        assert!(!ended.stderr.contains("cdcd"));
        // The advice works.
        let database = program.data().join("vitalog.db");
        let program = program.set(name, "");
        fs::write(key_file(&program), &secret).unwrap();
        program.print(&ROTATE);
        assert!(database.exists() && key(&program).trim() != secret);
        program.print(&["url"]);
    }
}

#[test]
fn a_change_that_broke_off_is_finished_by_whichever_command_comes_next() {
    let program = Program::on_file();
    program.print(&["url"]);
    for command in [&["url"][..], &["doctor"], &["tools"], &ROTATE] {
        // Killed after the database was changed, before the key file was.
        let (before, old) = (record(&program), key(&program));
        program.print(&ROTATE);
        let new = key(&program);
        fs::rename(key_file(&program), next_key_file(&program)).unwrap();
        fs::write(key_file(&program), &old).unwrap();
        program.print(command);
        let now = key(&program);
        assert_eq!(now == new, command != ROTATE, "{command:?}");
        assert!(!next_key_file(&program).exists(), "{command:?}");
        assert_eq!(record(&program), before);
    }
    // Killed before the database was changed: whole, in part or not at all.
    for left in ["ab".repeat(32), "abab".to_owned(), String::new()] {
        let (before, old) = (record(&program), key(&program));
        fs::write(next_key_file(&program), left).unwrap();
        assert_eq!(record(&program), before);
        assert_eq!(key(&program), old);
        program.print(&ROTATE);
        assert!(!next_key_file(&program).exists());
        assert_eq!(record(&program), before);
    }
}

#[test]
fn a_kill_at_any_moment_leaves_a_record_that_opens() {
    let program = Program::on_file();
    ingest(&program, &large_push());
    let before = record(&program);
    let started = Instant::now();
    program.print(&ROTATE);
    let whole = started.elapsed();

    let (mut changed, mut broken_off) = (0, 0);
    for number in 0..KILLS {
        let old = key(&program);
        let mut child = program
            .command(&ROTATE)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(whole * number / KILLS);
        child.kill().unwrap();
        child.wait().unwrap();
        let journal = program.data().join("vitalog.db-journal");
        let under_way = fs::metadata(journal).is_ok_and(|journal| journal.len() > 0);
        broken_off += u32::from(under_way);

        assert_eq!(record(&program), before, "kill {number} of {KILLS}");
        changed += u32::from(key(&program) != old);
    }
    assert!(changed + broken_off > 0, "every kill came before or after");
    program.print(&ROTATE);
    assert_eq!(record(&program), before);
    let kept = ["vitalog.db", "vitalog.key"].map(str::to_owned);
    assert_eq!(files(&program), BTreeSet::from(kept));
}

#[cfg(unix)]
#[test]
fn a_disk_that_fills_up_leaves_the_old_key_in_force() {
    // No file may grow beyond this many blocks of 512 or 1024 bytes, whichever the shell counts in.
    const SCRIPT: &str = r#"trap '' XFSZ; ulimit -f 300; exec "$0" "$@""#;

    let program = Program::on_file();
    ingest(&program, &large_push());
    let database = fs::metadata(program.data().join("vitalog.db")).unwrap();
    assert!(database.len() > 2 * 300 * 1024);
    let (before, old) = (record(&program), key(&program));
    let rotate = program.command(&ROTATE);
    let ended = Command::new("/bin/sh")
        .args(["-c", SCRIPT])
        .arg(rotate.get_program())
        .args(rotate.get_args())
        .env_clear()
        .envs(
            rotate
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        )
        .output()
        .unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(1), "{said}");
    for words in ["encrypted anew", "vitalog.key.new", "vitalog doctor"] {
        assert!(said.contains(words), "{said}");
    }
    assert_eq!(key(&program), old);
    assert!(!said.contains(&old[..8]));
    assert!(!said.contains(&fs::read_to_string(next_key_file(&program)).unwrap()[..8]));
    assert_eq!(record(&program), before);
    // With room again it is done.
    program.print(&ROTATE);
    assert_ne!(key(&program), old);
    assert_eq!(record(&program), before);
}
