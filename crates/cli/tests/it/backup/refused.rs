//! What is no whole backup, and what would overwrite something.

use std::fs;

use super::{beside, ingest, other_machine, text};
use crate::program::{Program, weight};

fn backed_up() -> (Program, std::path::PathBuf) {
    let program = Program::on_file();
    ingest(&program, &weight("2026-10-05 07:00:00 -0700", 184.25));
    let file = beside(&program, "a.backup");
    program.print(&["backup", text(&file)]);
    (program, file)
}

#[test]
fn what_is_no_whole_backup_is_refused_in_words_and_changes_nothing() {
    let (program, file) = backed_up();
    let whole = fs::read(&file).unwrap();
    let (other, _, key) = other_machine(Program::new(), &program, &file);
    let with_head = |from: &str, to: &str| {
        assert_eq!(from.len(), to.len());
        let at = whole
            .windows(from.len())
            .position(|window| window == from.as_bytes())
            .unwrap();
        let mut bytes = whole.clone();
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        bytes
    };
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    };
    let cases = [
        (whole[..whole.len() - 1].to_vec(), 1, "cut off"),
        (whole[..5_000].to_vec(), 1, "cut off"),
        (whole[..100].to_vec(), 1, "cut off"),
        (whole[..4].to_vec(), 2, "no backup"),
        (Vec::new(), 2, "no backup"),
        (b"something else altogether".to_vec(), 2, "no backup"),
        (
            fs::read(program.data().join("vitalog.db")).unwrap(),
            2,
            "no backup",
        ),
        ([&whole[..], b"x"].concat(), 1, "damaged"),
        (flipped(4_096), 1, "damaged"),
        (flipped(whole.len() / 2), 1, "damaged"),
        (flipped(whole.len() - 1), 1, "damaged"),
        (with_head("{\"form\":1", "[\"form\":1"), 1, "damaged"),
        (with_head("\"form\":1", "\"form\":2"), 3, "newer version"),
    ];
    for (bytes, code, said) in cases {
        let broken = other.file("broken.backup", &bytes);
        let ended = other.run(&["restore", &broken, "--key", &key]);
        assert_eq!(ended.code, code, "{said}: {}", ended.stderr);
        assert!(ended.stderr.contains(said), "{said}: {}", ended.stderr);
        assert!(ended.stdout.is_empty());
        assert!(!other.data().join("vitalog.db").exists(), "{said}");
    }
    let missing = other.run(&["restore", "/nowhere/a.backup", "--key", &key]);
    assert_eq!(missing.code, 1, "{}", missing.stderr);
    let wrong = other.file("wrong.key", "5e".repeat(32).as_bytes());
    let wrong = other.run(&["restore", text(&file), "--key", &wrong]);
    assert_eq!(wrong.code, 3, "{}", wrong.stderr);
    assert!(wrong.stderr.contains("not the key"), "{}", wrong.stderr);
    assert!(!other.data().join("vitalog.db").exists());
}

#[test]
fn record_is_replaced_only_when_that_is_said_and_is_put_aside() {
    let (program, file) = backed_up();
    ingest(&program, &weight("2026-10-06 07:00:00 -0700", 183.0));
    let now = program.print(&["call", "list_metrics"]);
    let refused = program.run(&["restore", text(&file)]);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    assert!(refused.stderr.contains("--replace"), "{}", refused.stderr);
    assert_eq!(program.print(&["call", "list_metrics"]), now);

    let server = program.serve();
    let in_use = program.run(&["restore", text(&file), "--replace"]);
    assert_eq!(in_use.code, 1, "{}", in_use.stderr);
    assert!(
        in_use.stderr.contains("Stop the server"),
        "{}",
        in_use.stderr
    );
    assert_eq!(server.stop().0, 0);
    assert_eq!(program.print(&["call", "list_metrics"]), now);

    let replaced = program.json(&["restore", text(&file), "--replace", "--json"]);
    assert_ne!(program.print(&["call", "list_metrics"]), now);
    let aside = replaced["put_aside"].as_str().unwrap();
    let aside = format!("sqlite:{aside}");
    assert_eq!(
        program.print(&["call", "list_metrics", "--database", &aside]),
        now
    );
}

#[test]
fn only_a_backup_is_replaced_by_a_backup() {
    let (program, _file) = backed_up();
    let mine = program.file("mine.txt", b"mine");
    let refused = program.run(&["backup", &mine]);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    assert_eq!(fs::read(&mine).unwrap(), b"mine");
    let nowhere = program.run(&["backup", "/nowhere/a.backup"]);
    assert_eq!(nowhere.code, 1, "{}", nowhere.stderr);
    let empty = Program::on_file();
    let none = empty.run(&["backup", text(&beside(&empty, "a.backup"))]);
    assert_eq!(none.code, 2, "{}", none.stderr);
    assert!(none.stderr.contains("no database"), "{}", none.stderr);
}

#[test]
fn what_was_stored_is_nowhere_in_the_file() {
    let (_program, file) = backed_up();
    let bytes = fs::read(&file).unwrap();
    for word in ["Scale", "weight", "America/Los_Angeles", "SQLite format 3"] {
        let found = bytes
            .windows(word.len())
            .any(|window| window == word.as_bytes());
        assert!(!found, "{word}");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o077, 0);
    }
}
