//! Our import, in a process of its own.

use std::{
    path::Path,
    process::{Command, Stdio},
    sync::Arc,
    time::Instant,
};

use jiff::tz::TimeZone;
use secrecy::SecretString;
use vitalog_core::{Account, AccountId, SourcePriority, UnitSystem, clock::ManualClock};
use vitalog_storage_sqlite::SqliteStorage;
use vitalog_sync::import::AppleImport;

use crate::{CHILD, usage::Usage};

/// What an import takes, and one of the same file once more.
pub(crate) struct Ours {
    pub(crate) first: Usage,
    pub(crate) again: Usage,
}

/// Imports into a new file, and once more.
pub(crate) fn measure(export: &Path) -> Ours {
    let folder = tempfile::tempdir().unwrap();
    let once = || {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.arg(CHILD).arg(folder.path()).arg(export);
        let output = child.stderr(Stdio::inherit()).output().unwrap();
        assert!(output.status.success());
        serde_json::from_slice(&output.stdout).unwrap()
    };
    Ours {
        first: once(),
        again: once(),
    }
}

/// Imports, and prints what it took.
pub(crate) fn import(folder: &Path, export: &Path) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let started = Instant::now();
    let key = SecretString::from("a1".repeat(32));
    let storage = Arc::new(SqliteStorage::open(&folder.join("vitalog.db"), &key).unwrap());
    let clock = Arc::new(ManualClock::new("2026-12-01T12:00:00Z".parse().unwrap()));
    let account = Account {
        id: AccountId::first(),
        zone: TimeZone::get("Europe/Berlin").unwrap(),
        zone_is_set: true,
        units: UnitSystem::Us,
        sources: SourcePriority::default(),
        switchover: None,
        place: None,
    };
    let import = AppleImport::new(storage, clock);
    let report = runtime.block_on(import.import_file(&account, export, |_| {}));
    drop(import);
    let report = report.unwrap();
    assert!(!report.is_partial);
    let usage = Usage::of_this_process(started.elapsed().as_secs_f64());
    println!("{}", serde_json::to_string(&usage).unwrap());
}
