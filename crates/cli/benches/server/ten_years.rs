//! A database of ten years, made once and kept under the target folder.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::{ToSpan, civil::Date, tz::TimeZone};
use secrecy::SecretString;
use sha2::{Digest, Sha256};
use vitalog_core::{Account, AccountId, DayRange, SourcePriority, UnitSystem, clock::ManualClock};
use vitalog_storage_sqlite::SqliteStorage;
use vitalog_sync::{Ingest, PushHeaders};
use vitalog_synthetic::{Person, hae};

use crate::program;

/// Whose life it is.
const SEED: u64 = 20_261_130;
/// Ten years.
const DAYS: u16 = 3_652;
/// The crates that decide what lies in the file; a change in one makes a new one.
const MAKERS: [&str; 6] = [
    "core",
    "connectors",
    "storage",
    "storage-sqlite",
    "sync",
    "synthetic",
];

/// The last day of the record.
pub(crate) fn last_day() -> Date {
    jiff::civil::date(2026, 10, 31)
}

/// Where the days are cut.
pub(crate) fn zone() -> TimeZone {
    TimeZone::get(program::ZONE).unwrap()
}

/// The account of the record.
pub(crate) fn account() -> Account {
    Account {
        id: AccountId::first(),
        zone: zone(),
        zone_is_set: true,
        units: UnitSystem::Us,
        sources: SourcePriority::default(),
        switchover: None,
        place: None,
    }
}

/// The data folder with ten years in it, made now if no run before has made it.
pub(crate) fn folder() -> PathBuf {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ten-years");
    let folder = kept.join(digest());
    if folder.join("done").is_file() {
        return folder;
    }
    // Those of earlier versions; nothing else lies there.
    if kept.exists() {
        fs::remove_dir_all(&kept).unwrap();
    }
    fs::create_dir_all(&kept).unwrap();
    eprintln!("making ten years of pushes; they are kept for the next run");
    fill(&folder);
    fs::write(folder.join("done"), "").unwrap();
    folder
}

/// Opens the record of a data folder.
pub(crate) fn open(folder: &Path) -> SqliteStorage {
    let key = fs::read_to_string(folder.join("vitalog.key")).unwrap();
    let key = SecretString::from(key.trim());
    SqliteStorage::open(&folder.join("vitalog.db"), &key).unwrap()
}

/// Pushes every week of the life, as the phone would have on the day after it.
fn fill(folder: &Path) {
    // Makes key, database, account and secrets.
    program::print(folder, &["url"]);
    let storage = Arc::new(open(folder));
    let person = Person::new(SEED, zone(), last_day(), DAYS);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let account = account();
    let mut start = person.days().start;
    while start <= last_day() {
        let end = (start + 6.days()).min(last_day());
        let days: Vec<_> = person.record(DayRange { start, end }).collect();
        let options = hae::Options {
            kinds: hae::Kind::ALL.to_vec(),
            ..hae::Options::default()
        };
        let noon = zone()
            .to_timestamp((end + 1.day()).at(12, 0, 0, 0))
            .unwrap();
        let ingest = Ingest::new(Arc::clone(&storage) as _, Arc::new(ManualClock::new(noon)));
        for push in hae::push(&days, &options) {
            let headers = PushHeaders {
                automation_name: Some("Vitalog".to_owned()),
                ..PushHeaders::default()
            };
            let pushed = ingest.ingest(&account, &headers, push.body.as_bytes());
            runtime.block_on(pushed).unwrap();
        }
        start += 7.days();
    }
}

/// Of all that decides what the file holds.
fn digest() -> String {
    let mut sum = Sha256::new();
    sum.update(include_bytes!("ten_years.rs"));
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for name in MAKERS {
        add_folder(&mut sum, &crates.join(name).join("src"));
    }
    hex::encode(sum.finalize())[..16].to_owned()
}

fn add_folder(sum: &mut Sha256, folder: &Path) {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            add_folder(sum, &path);
        } else {
            sum.update(path.file_name().unwrap().as_encoded_bytes());
            sum.update(fs::read(&path).unwrap());
        }
    }
}
