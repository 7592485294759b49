//! An import that is killed at any moment, again and again, ends in the same record as one that
//! nobody disturbs.
//!
//! `VITALOG_TEST_KILLED_IMPORTS=100 cargo test -p vitalog-sync --test it import::killed` kills more,
//! and `VITALOG_TEST_SEED` repeats what a seed that was printed did.

use std::{
    env,
    path::Path,
    process::{Child, Command, Stdio},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use vitalog_core::{Account, clock::ManualClock};
use vitalog_storage_sqlite::SqliteStorage;
use vitalog_sync::import::{AppleImport, ImportSizes};
use vitalog_synthetic::apple_export::Units;

use super::life::{self, Contents, export_in};
use crate::world;

const FOLDER_VARIABLE: &str = "VITALOG_TEST_IMPORT_FOLDER";
/// Imports that are killed where nobody says otherwise.
const IMPORTS: u64 = 5;
/// How often each is killed at most; then it is left alone.
const KILLS: u64 = 3;

fn variable(name: &str) -> Option<u64> {
    #[expect(clippy::disallowed_methods, reason = "a person says how much to try")]
    env::var(name).ok()?.parse().ok()
}

fn account() -> Account {
    world::account("Europe/Berlin", true)
}

fn open(folder: &Path) -> Arc<SqliteStorage> {
    let key = "11".repeat(32).into();
    Arc::new(SqliteStorage::open(&folder.join("vitalog.db"), &key).unwrap())
}

/// Imports the export of a folder, with buffers so small that there are many.
fn import(folder: &Path) {
    let clock = Arc::new(ManualClock::new("2026-07-01T13:00:00Z".parse().unwrap()));
    let import = AppleImport::new(open(folder), clock).holding(ImportSizes {
        samples: 300,
        rows: 100,
        text: 20_000,
    });
    let report = runtime().block_on(import.import_file(&account(), &export_in(folder), |_| {}));
    assert!(!report.unwrap().is_partial);
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
}

fn contents(folder: &Path) -> Contents {
    runtime().block_on(Contents::of(open(folder).as_ref(), &account()))
}

/// The child's part. Without a parent there is nothing to do.
#[test]
fn import_runs_until_it_is_killed() {
    #[expect(
        clippy::disallowed_methods,
        reason = "the parent test hands its folder over"
    )]
    if let Some(folder) = env::var_os(FOLDER_VARIABLE) {
        import(Path::new(&folder));
    }
}

fn start(folder: &Path) -> Child {
    let name = "import::killed::import_runs_until_it_is_killed";
    Command::new(env::current_exe().unwrap())
        .args(["--exact", name, "--test-threads=1"])
        .env(FOLDER_VARIABLE, folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// Numbers that look drawn, the same for a seed.
struct Draw(u64);

impl Draw {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most.max(1)
    }
}

#[test]
fn killed_import_ends_in_the_record_of_an_undisturbed_one() {
    let whole = tempfile::tempdir().unwrap();
    let days = life::days(3, 2);
    life::write(
        &days,
        Units::Metric,
        "Europe/Berlin",
        export_in(whole.path()),
    );
    let began = Instant::now();
    assert!(start(whole.path()).wait().unwrap().success());
    let took = u64::try_from(began.elapsed().as_micros()).unwrap();
    let expected = contents(whole.path());
    assert!(expected.readings().len() > 1_000);

    let seed = variable("VITALOG_TEST_SEED").unwrap_or(20_261_130);
    for number in 0..variable("VITALOG_TEST_KILLED_IMPORTS").unwrap_or(IMPORTS) {
        let seed = seed + number;
        let mut draw = Draw(seed);
        let folder = tempfile::tempdir().unwrap();
        std::fs::copy(export_in(whole.path()), export_in(folder.path())).unwrap();
        let mut killed = 0;
        for _ in 0..KILLS {
            let mut child = start(folder.path());
            thread::sleep(Duration::from_micros(draw.below(took)));
            killed += u64::from(child.try_wait().unwrap().is_none());
            child.kill().unwrap();
            child.wait().unwrap();
        }
        assert!(
            start(folder.path()).wait().unwrap().success(),
            "seed {seed}"
        );
        let difference = contents(folder.path()).difference(&expected);
        assert_eq!(difference, None, "seed {seed}, killed {killed} times");
    }
}
