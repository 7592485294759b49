//! What comes back is what was there.

use std::{
    fs,
    process::Stdio,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use super::{answers, beside, fill, glucose, ingest, other_machine, text, total};
use crate::program::{Program, post, weight};

const MOST_KILLS: u64 = 60;

#[test]
fn lost_machine_is_made_again_from_the_file_and_its_key() {
    let program = Program::new();
    fill(&program);
    let before = answers(&program);
    let file = beside(&program, "a.backup");
    let made = program.json(&["backup", text(&file), "--json"]);
    assert_eq!(total(&made, "weight").0, total_of_weights(&program));

    let (other, file, key) = other_machine(Program::new(), &program, &file);
    let restored = other.json(&["restore", &file, "--key", &key, "--json"]);
    assert_eq!(restored["totals"], made["totals"]);
    assert_eq!(answers(&other), before);
    assert_eq!(answers(&program), before, "it was left as it was");

    // Nothing lies about that the next one would trip over, and nothing is open to others.
    assert!(!beside(&program, "a.backup.unfinished").exists());
    assert!(!other.data().join("restore.unfinished").exists());
}

fn total_of_weights(program: &Program) -> u64 {
    let rows = program.print(&[
        "export", "--output", "-", "--tier", "raw", "--metric", "weight",
    ]);
    u64::try_from(rows.lines().count()).unwrap() - 1
}

#[test]
fn key_is_asked_for_where_it_is_not_at_hand() {
    let program = Program::on_file();
    ingest(&program, &weight("2026-10-05 07:00:00 -0700", 184.25));
    let file = beside(&program, "a.backup");
    let made = program.run(&["backup", text(&file)]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    assert!(
        made.stderr.contains("vitalog-backup.key"),
        "{}",
        made.stderr
    );
    let again = program.run(&["backup", text(&file)]);
    assert!(!again.stderr.contains("was made just now"));

    let key = fs::read_to_string(program.data().join("vitalog-backup.key")).unwrap();
    assert!(!made.stdout.contains(key.trim()) && !made.stderr.contains(key.trim()));
    let other = Program::on_file();
    let grouped = key.trim().as_bytes().chunks(4);
    let grouped: Vec<&str> = grouped
        .map(|four| std::str::from_utf8(four).unwrap())
        .collect();
    let typed = format!("{}\n", grouped.join(" ").to_uppercase());
    let restored = other.run_with_input(&["restore", text(&file)], typed.as_bytes());
    assert_eq!(restored.code, 0, "{}", restored.stderr);
    assert_eq!(
        other.print(&["call", "list_metrics"]),
        program.print(&["call", "list_metrics"])
    );
}

#[test]
fn backup_of_a_record_that_is_being_written_holds_one_moment() {
    const READINGS: u32 = 300;
    let program = Program::on_file();
    program.print(&["url"]);
    let server = program.serve();
    let ended = AtomicBool::new(false);
    let file = beside(&program, "a.backup");
    let (url, key) = (server.ingest_url.clone(), server.key.clone());
    let headers = [
        ("x-ingest-key", key.as_str()),
        ("content-type", "application/json"),
    ];
    let (pushes, totals) = thread::scope(|scope| {
        let pushing = scope.spawn(|| {
            let mut pushes = 0;
            while !ended.load(Ordering::Relaxed) && pushes < 28 {
                pushes += 1;
                let (status, reply) = post(&url, &headers, &glucose(pushes, READINGS)).unwrap();
                assert_eq!(status, 200, "{reply}");
            }
            pushes
        });
        thread::sleep(Duration::from_millis(300));
        let made = program.json(&["backup", text(&file), "--json"]);
        ended.store(true, Ordering::Relaxed);
        (pushing.join().unwrap(), made)
    });
    let (rows, sum) = total(&totals, "glucose");
    assert!(rows > 0 && rows <= u64::from(pushes * READINGS));
    assert_eq!(
        rows % u64::from(READINGS),
        0,
        "a push is there whole or not at all"
    );
    let each: u32 = (0..READINGS).map(|minute| 70 + minute % 100).sum();
    let of_each = f64::from(each) * f64::from(u32::try_from(rows).unwrap() / READINGS);
    assert!((sum - of_each).abs() < 1e-6);

    let (other, file, key) = other_machine(Program::new(), &program, &file);
    let restored = other.json(&["restore", &file, "--key", &key, "--json"]);
    assert_eq!(restored["totals"], totals["totals"]);
}

#[test]
fn backup_killed_at_any_moment_leaves_the_one_before_it_whole() {
    let program = Program::on_file();
    ingest(&program, &weight("2026-10-05 07:00:00 -0700", 184.25));
    let file = beside(&program, "a.backup");
    program.print(&["backup", text(&file)]);
    for day in 1..15 {
        ingest(&program, &glucose(day, 1440));
    }
    let before = fs::read(&file).unwrap();
    let mut kills = 0;
    loop {
        let mut child = program
            .command(&["backup", text(&file)])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A little longer each time, until one gets to its end.
        thread::sleep(Duration::from_millis(50 + 150 * kills));
        if child.try_wait().unwrap().is_some() || kills == MOST_KILLS {
            let ended = child.wait_with_output().unwrap();
            assert!(
                ended.status.success(),
                "{:?}",
                String::from_utf8(ended.stderr)
            );
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        if fs::read(&file).unwrap() != before {
            // Killed after it was done.
            break;
        }
    }
    assert!(kills > 0);
    let (other, file, key) = other_machine(Program::new(), &program, &file);
    let restored = other.json(&["restore", &file, "--key", &key, "--json"]);
    assert_eq!(total(&restored, "glucose").0, 14 * 1440);
}

/// Takes the file of a program away.
fn forget_record(program: &Program) {
    for entry in fs::read_dir(program.data()).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name();
        if name.to_string_lossy().starts_with("vitalog.db") {
            fs::remove_file(entry.path()).unwrap();
        }
    }
}

#[test]
fn restoration_killed_at_any_moment_is_continued_and_used_by_nobody_until_then() {
    let program = Program::on_file();
    for day in 1..15 {
        ingest(&program, &glucose(day, 1440));
    }
    let file = beside(&program, "a.backup");
    let made = program.json(&["backup", text(&file), "--json"]);
    let (other, file, key) = other_machine(Program::on_file(), &program, &file);
    let restore = ["restore", &file, "--key", &key, "--json"];
    let (mut kills, mut unfinished) = (0, 0);
    let (mut patience, mut step) = (50, 100);
    let restored: serde_json::Value = loop {
        let mut child = other
            .command(&restore)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(patience));
        if child.try_wait().unwrap().is_some() || kills == MOST_KILLS {
            let ended = child.wait_with_output().unwrap();
            assert!(
                ended.status.success(),
                "{:?}",
                String::from_utf8(ended.stderr)
            );
            if unfinished == 0 && kills < MOST_KILLS {
                // It was quicker than the steps between the kills: again, with smaller ones.
                patience = patience.saturating_sub(2 * step);
                step = (step / 4).max(5);
                forget_record(&other);
                continue;
            }
            break serde_json::from_slice(&ended.stdout).unwrap();
        }
        patience += step;
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        if !other.data().join("vitalog.db").exists() {
            continue;
        }
        let used = other.run(&["url"]);
        if used.code == 3 {
            unfinished += 1;
            assert!(used.stderr.contains("not finished"), "{}", used.stderr);
        } else {
            // It was killed before it set its mark, or after it was done. What was made there now is
            // a record of its own.
            assert_eq!(used.code, 0, "{}", used.stderr);
            forget_record(&other);
        }
    };
    assert!(
        kills > 0 && unfinished > 0,
        "{kills} kills, {unfinished} in the midst"
    );
    assert_eq!(restored["totals"], made["totals"]);
    assert_eq!(
        other.print(&["ingest-url", "--json"]),
        program.print(&["ingest-url", "--json"])
    );
}
