//! `vitalog erase`: nothing of an account is left, in the record, in its file, for the server, and
//! nothing of anybody else's is touched.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use crate::program::{Program, fixtures, post, weight};

/// A word that nothing but what is to be erased would hold.
const MARKER: &str = "zanzibar-marker";
const MOST_KILLS: u64 = 40;

/// Rows of every sort with the marker, for an account.
fn fill(program: &Program, account: &str) {
    let flags = ["--account", account];
    for (_, push) in fixtures() {
        let file = program.file("push.json", &push);
        // Some of them are not to be taken, which is said and changes nothing.
        program.run(&[&["ingest", &file], &flags[..]].concat());
    }
    let readings: Vec<Value> = (0..1440)
        .map(|minute| {
            json!({
                "date": format!("2026-10-02 {:02}:{:02}:00 -0700", minute / 60, minute % 60),
                "qty": 70 + minute % 100,
                "source": format!("{MARKER} sensor"),
            })
        })
        .collect();
    let push = json!({"data": {"metrics": [
        {"name": "blood_glucose", "units": "mg/dL", "data": readings},
    ]}});
    let file = program.file("push.json", push.to_string().as_bytes());
    program.print(&[&["ingest", &file], &flags[..]].concat());
    for day in 1..9 {
        let entry = json!({
            "name": "zanzibar_marker", "value": day, "note": format!("note {MARKER}"),
            "unit": "zz", "date": format!("2026-10-0{day}"),
        });
        program.print(&[&["call", "log_entry", &entry.to_string()], &flags[..]].concat());
    }
}

fn me_and_anna() -> Program {
    let program = Program::new();
    let file = program.file("push.json", &weight("2026-10-05 07:00:00 -0700", 184.25));
    program.print(&["ingest", &file]);
    program.print(&["account", "add", "anna"]);
    fill(&program, "anna");
    program
}

/// Everything that `me` is answered.
fn of_me(program: &Program) -> Vec<String> {
    let questions = [
        &["export", "--output", "-", "--format", "jsonl"][..],
        &["ingest-url", "--json"],
        &["url"],
    ];
    questions.map(|question| program.print(question)).to_vec()
}

fn rows(receipt: &Value, part: &str) -> u64 {
    let erased = receipt["erased"].as_array().unwrap();
    let line = erased.iter().find(|line| line["part"] == part);
    line.unwrap_or_else(|| panic!("no {part}: {receipt}"))["rows"]
        .as_u64()
        .unwrap()
}

#[test]
fn everything_of_an_account_is_gone_and_nothing_of_another() {
    let program = me_and_anna();
    program.print(&["token", "create", "--label", "x", "--account", "anna"]);
    let before = of_me(&program);
    let receipt = program.json(&["erase", "--account", "anna", "--yes", "--json"]);
    assert_eq!(receipt["account"], "anna");
    assert_eq!(receipt["left"], 0);
    assert!(rows(&receipt, "glucose") >= 1440);
    assert_eq!(rows(&receipt, "custom"), 8);
    for part in ["workouts", "vendor records", "daily values", "documents"] {
        assert!(rows(&receipt, part) > 0, "{part}");
    }
    // The account, two doors and a token.
    assert_eq!(rows(&receipt, "addresses and links"), 4);
    assert_eq!(of_me(&program), before);
    let accounts = program.json(&["account", "list", "--json"]);
    assert!(!accounts.to_string().contains("anna"), "{accounts}");
    let again = program.run(&["erase", "--account", "anna", "--yes"]);
    assert_eq!(again.code, 2, "{}", again.stderr);

    // A new account of that name has nothing of the old one.
    program.print(&["account", "add", "anna"]);
    let left = program.print(&[
        "export",
        "--account",
        "anna",
        "--output",
        "-",
        "--format",
        "jsonl",
    ]);
    assert_eq!(left, "");
    fill(&program, "anna");
    let receipt_of_the_same = program.json(&["erase", "--account", "anna", "--yes", "--json"]);
    assert_eq!(
        rows(&receipt_of_the_same, "glucose"),
        rows(&receipt, "glucose")
    );
    assert_eq!(of_me(&program), before);
}

#[test]
fn nothing_is_erased_until_the_name_is_typed() {
    let program = me_and_anna();
    for typed in ["", "\n", "yes\n", "me\n", "Anna\n"] {
        let refused = program.run_with_input(&["erase", "--account", "anna"], typed.as_bytes());
        assert_eq!(refused.code, 2, "{typed:?}: {}", refused.stderr);
        assert!(
            refused.stderr.contains("nothing was erased"),
            "{}",
            refused.stderr
        );
        assert!(refused.stderr.contains("glucose"), "{}", refused.stderr);
    }
    let erased = program.run_with_input(&["erase", "--account", "anna"], b" anna \n");
    assert_eq!(erased.code, 0, "{}", erased.stderr);
    assert!(
        erased.stdout.contains("Nothing of it is left"),
        "{}",
        erased.stdout
    );
    let nobody = program.run(&["erase", "--account", "nobody", "--yes"]);
    assert_eq!(nobody.code, 2, "{}", nobody.stderr);
    let empty = Program::on_file();
    let nothing = empty.run(&["erase", "--yes"]);
    assert_eq!(nothing.code, 2, "{}", nothing.stderr);
    assert!(!empty.data().join("vitalog.db").exists());
}

#[test]
fn first_account_can_be_erased_and_begins_anew() {
    let program = Program::new();
    fill(&program, "me");
    let url = program.print(&["url"]);
    let receipt = program.json(&["erase", "--yes", "--json"]);
    assert!(rows(&receipt, "glucose") >= 1440);
    assert_ne!(
        program.print(&["url"]),
        url,
        "a new account with new secrets"
    );
    let left = program.print(&["export", "--output", "-", "--format", "jsonl"]);
    assert_eq!(left, "");
}

#[test]
fn running_server_lets_nobody_in_any_more_and_goes_on_for_others() {
    let program = me_and_anna();
    let server = program.serve();
    let ingest = program.json(&["ingest-url", "--json", "--account", "anna"]);
    let url = ingest["url"].as_str().unwrap();
    let key = ingest["headers"]["X-Ingest-Key"].as_str().unwrap();
    let headers = [("x-ingest-key", key), ("content-type", "application/json")];
    let push = || post(url, &headers, &weight("2026-10-05 07:00:00 -0700", 150.0)).unwrap();
    assert_eq!(push().0, 200);
    program.print(&["erase", "--account", "anna", "--yes"]);
    assert_eq!(push().0, 404);
    let (status, reply) = server.push(&weight("2026-10-06 07:00:00 -0700", 183.0));
    assert_eq!(status, 200, "{reply}");
    program.print(&["account", "add", "anna"]);
    assert_eq!(push().0, 404, "the old address stays dead");
}

/// Bytes of a page of SQLCipher's, of those that are encrypted, of the salt before the first, and
/// of a block of AES.
const PAGE: usize = 4096;
const ENCRYPTED: usize = PAGE - 80;
const SALT: usize = 16;
const BLOCK: usize = 16;

/// Every page of a database file without its encryption, whether any table points to it or not. It is
/// decrypted by other means than the program's: block by block, each then taken together with the
/// encrypted block before it.
fn decrypted(data: &Path) -> Vec<u8> {
    let file = fs::read(data.join("vitalog.db")).unwrap();
    assert!(!file.is_empty() && file.len().is_multiple_of(PAGE));
    let (mut blocks, mut before) = (Vec::new(), Vec::new());
    for (number, page) in file.chunks(PAGE).enumerate() {
        let encrypted = &page[if number == 0 { SALT } else { 0 }..ENCRYPTED];
        let first = &page[ENCRYPTED..ENCRYPTED + BLOCK];
        before.extend_from_slice(first);
        before.extend_from_slice(&encrypted[..encrypted.len() - BLOCK]);
        blocks.extend_from_slice(encrypted);
    }
    let key = fs::read_to_string(data.join("vitalog.key")).unwrap();
    let mut openssl = Command::new("openssl")
        .args(["enc", "-d", "-aes-256-ecb", "-nopad", "-K", key.trim()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = openssl.stdin.take().unwrap();
    let writing = thread::spawn(move || input.write_all(&blocks));
    let output = openssl.wait_with_output().unwrap();
    writing.join().unwrap().unwrap();
    assert!(output.status.success());
    let pairs = output.stdout.iter().zip(before);
    pairs.map(|(byte, before)| byte ^ before).collect()
}

fn holds(bytes: &[u8], word: &str) -> bool {
    bytes
        .windows(word.len())
        .any(|window| window == word.as_bytes())
}

#[test]
fn marked_values_are_nowhere_in_the_pages_of_the_file_or_in_its_log() {
    let program = Program::on_file();
    program.print(&["url"]);
    program.print(&["account", "add", "anna"]);
    fill(&program, "anna");
    let before = decrypted(&program.data());
    let words = [MARKER, "zanzibar_marker", "anna", "Robin", "zz"];
    for word in words {
        assert!(holds(&before, word), "{word}");
    }
    program.print(&["erase", "--account", "anna", "--yes"]);
    for beside in ["vitalog.db-wal", "vitalog.db-journal"] {
        let left = fs::metadata(program.data().join(beside));
        assert!(left.is_err() || left.unwrap().len() == 0, "{beside}");
    }
    let after = decrypted(&program.data());
    for word in words.iter().filter(|word| **word != "zz") {
        assert!(!holds(&after, word), "{word}");
    }
}

#[test]
fn erasure_killed_at_any_moment_is_finished_by_the_next() {
    let program = me_and_anna();
    let before = of_me(&program);
    let erase = ["erase", "--account", "anna", "--yes", "--json"];
    let mut kills = 0;
    let receipt: Option<Value> = loop {
        let mut child = program
            .command(&erase)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A little longer each time, until one gets to its end.
        thread::sleep(Duration::from_millis(30 + 120 * kills));
        if child.try_wait().unwrap().is_some() || kills == MOST_KILLS {
            let ended = child.wait_with_output().unwrap();
            let said = String::from_utf8(ended.stderr).unwrap();
            // Killed at the very end, it was done, and there is nobody to erase any more.
            let is_done = ended.status.code() == Some(2) && said.contains("no account");
            assert!(ended.status.success() || is_done, "{said}");
            break (!is_done).then(|| serde_json::from_slice(&ended.stdout).unwrap());
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        assert_eq!(of_me(&program), before, "after {kills} kills");
    };
    assert!(kills > 0);
    if let Some(receipt) = receipt {
        assert!(
            rows(&receipt, "glucose") >= 1440,
            "as it was at the beginning"
        );
    }
    let gone = program.run(&["url", "--account", "anna"]);
    assert_eq!(gone.code, 2, "{}", gone.stderr);
    assert_eq!(of_me(&program), before);
}

#[test]
fn erasure_of_the_first_account_that_was_begun_has_to_be_finished() {
    let program = Program::on_file();
    fill(&program, "me");
    let mut child = program
        .command(&["erase", "--yes"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The doors are closed, and what is left is waited for.
    let mut unfinished = false;
    for _ in 0..200 {
        thread::sleep(Duration::from_millis(20));
        let used = program.run(&["account", "list"]);
        if used.code == 3 {
            assert!(used.stderr.contains("vitalog erase"), "{}", used.stderr);
            unfinished = true;
            break;
        }
        if child.try_wait().unwrap().is_some() {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(unfinished, "it was over too soon");
    program.print(&["erase", "--yes"]);
    let left = program.print(&["export", "--output", "-", "--format", "jsonl"]);
    assert_eq!(left, "");
}
