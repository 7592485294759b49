//! A program that is killed at any moment leaves every acknowledged change whole, and no half.

use std::{
    env,
    io::{BufRead, BufReader, Write, stdout},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    thread,
    time::Duration,
};

use vitalog_storage::{RecordQuery, RecordStore, Revision, Written};
use vitalog_storage_sqlite::SqliteStorage;

use crate::fixture::{generation, me, open, stored_generation};

/// Tells the test binary, run as a child, where to write.
const FOLDER_VARIABLE: &str = "VITALOG_TEST_KILLED_WRITER_FOLDER";
/// Stands before the number of each acknowledged change.
const ACKNOWLEDGED: &str = "acknowledged ";
const KILLS: u64 = 20;

/// The child's part: writes one generation after the other until it is killed. As a test of its
/// own it shows that such a writer works.
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the parent test hands its folder over"
)]
fn writer_writes_generations_until_it_is_killed() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let Some(folder) = env::var_os(FOLDER_VARIABLE) else {
        let folder = tempfile::tempdir().unwrap();
        runtime.block_on(write_generations(folder.path(), 5));
        return;
    };
    runtime.block_on(write_generations(Path::new(&folder), u64::MAX));
}

async fn write_generations(folder: &Path, how_many: u64) {
    let storage = open(folder);
    let mut number = revision(&storage).await + 1;
    let mut left = how_many;
    while left > 0 {
        let read_at = Revision(number - 1);
        match storage
            .write_record(&me(), read_at, generation(number))
            .await
            .unwrap()
        {
            // Straight to the pipe: the test harness may hold back what is printed.
            Written::Done(_) => {
                print(format!("{ACKNOWLEDGED}{number}\n").as_bytes());
                left -= 1;
                number += 1;
            }
            // Another program was faster.
            Written::Stale => number = revision(&storage).await + 1,
        }
    }
}

async fn revision(storage: &SqliteStorage) -> u64 {
    storage
        .read_record(&me(), &RecordQuery::default())
        .await
        .unwrap()
        .revision
        .0
}

pub(crate) fn print(line: &[u8]) {
    let mut output = stdout().lock();
    output.write_all(line).unwrap();
    output.flush().unwrap();
}

fn start_writer(folder: &Path) -> (Child, BufReader<ChildStdout>) {
    let mut child = Command::new(env::current_exe().unwrap())
        .args([
            "--exact",
            "kill::writer_writes_generations_until_it_is_killed",
            "--nocapture",
        ])
        .env(FOLDER_VARIABLE, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    (child, output)
}

/// The last change that the writer was told is stored, in what it has printed from here on.
fn last_acknowledged(output: &mut impl BufRead) -> Option<u64> {
    let lines = output.lines().map_while(Result::ok);
    lines
        .filter_map(|line| {
            line.strip_prefix(ACKNOWLEDGED)
                .and_then(|number| number.parse().ok())
        })
        .last()
}

fn stored(folder: &Path) -> u64 {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(stored_generation(&open(folder)))
}

/// Milliseconds that differ from one kill to the next, the same in every run.
pub(crate) fn delay(number: u64, most: u64) -> Duration {
    Duration::from_millis(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) % most)
}

/// Waits for the first change of a writer.
fn wait_for_first(output: &mut impl BufRead) {
    let mut line = String::new();
    while !line.starts_with(ACKNOWLEDGED) {
        line.clear();
        assert!(
            output.read_line(&mut line).unwrap() > 0,
            "the writer ended by itself"
        );
    }
}

pub(crate) fn kill(child: &mut Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn acknowledged_changes_survive_the_writer_being_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut before = 0;
    for number in 1..=KILLS {
        let (mut child, mut output) = start_writer(folder.path());
        wait_for_first(&mut output);
        thread::sleep(delay(number, 40));
        kill(&mut child);

        let acknowledged = last_acknowledged(&mut output).unwrap_or(before + 1);
        let now = stored(folder.path());
        assert!(
            now == acknowledged || now == acknowledged + 1,
            "kill {number}: {acknowledged} acknowledged, {now} stored"
        );
        before = now;
    }
}

#[test]
fn file_of_a_program_killed_while_it_opens_can_be_opened() {
    for number in 1..=KILLS {
        let folder = tempfile::tempdir().unwrap();
        let (mut child, mut output) = start_writer(folder.path());
        thread::sleep(delay(number, 60));
        kill(&mut child);

        let acknowledged = last_acknowledged(&mut output).unwrap_or(0);
        let now = stored(folder.path());
        assert!(
            now == acknowledged || now == acknowledged + 1,
            "kill {number}"
        );
    }
}

#[test]
fn programs_that_make_the_file_at_once_all_write_to_it() {
    const PROGRAMS: usize = 4;
    for number in 1..=5 {
        let folder = tempfile::tempdir().unwrap();
        let mut writers: Vec<_> = (0..PROGRAMS).map(|_| start_writer(folder.path())).collect();
        for (_, output) in &mut writers {
            wait_for_first(output);
        }
        thread::sleep(delay(number, 20));
        for (child, _) in &mut writers {
            kill(child);
        }
        let acknowledged = writers
            .iter_mut()
            .filter_map(|(_, output)| last_acknowledged(output))
            .max();
        assert!(stored(folder.path()) >= acknowledged.unwrap_or(PROGRAMS as u64));
    }
}
