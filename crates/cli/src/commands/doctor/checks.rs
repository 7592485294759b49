//! The checks, in the order in which they are shown.

use std::{io::ErrorKind, path::Path};

use jiff::{Timestamp, civil::date};
use vitalog_config::Settings;
use vitalog_core::{
    Account, Clock,
    zone::{self, is_utc},
};

use super::{Finding, State, listen, sources};
use crate::{
    commands::serve, data_folder::open_to_others, deployment::Deployment, key_file, storage,
    system::SystemClock,
};

/// Runs every check.
pub(super) async fn all(settings: Settings) -> Vec<Finding> {
    let mut findings = vec![clock(SystemClock.now())];
    findings.extend(
        settings
            .warnings
            .iter()
            .map(|text| Finding::new(State::Warn, "settings", text)),
    );
    findings.push(folder(&settings.data));
    if !matches!(storage::file(&settings), Ok(None)) {
        findings.push(key(&settings));
    }
    findings.push(public_url(&settings));
    findings.push(listen::check(&settings.data, settings.server.listen));
    findings.push(toolsets(&settings));
    findings.extend(sources::settings(&settings));
    findings.extend(record(settings).await);
    findings
}

/// This version was made after this day; a clock before it is wrong.
fn clock(now: Timestamp) -> Finding {
    let year = vitalog_core::day::day_of(now, &jiff::tz::TimeZone::UTC);
    if (date(2026, 11, 1)..date(2100, 1, 1)).contains(&year) {
        return Finding::new(State::Ok, "clock", "plausible");
    }
    Finding::new(
        State::Fail,
        "clock",
        format!("the machine says it is {year}"),
    )
    .advise("Set the machine's clock: days and reconciliation go by it.")
}

fn folder(data: &Path) -> Finding {
    let shown = data.display();
    match open_to_others(data) {
        Ok(None | Some(0)) => Finding::new(State::Ok, "data folder", shown.to_string()),
        Ok(Some(_)) => Finding::new(
            State::Warn,
            "data folder",
            format!("{shown} is open to other users"),
        )
        .advise(format!("Close it: chmod 700 '{shown}'")),
        Err(error) if error.kind() == ErrorKind::NotFound => Finding::new(
            State::Warn,
            "data folder",
            format!("{shown} is not there yet"),
        )
        .advise("`vitalog serve` makes it."),
        Err(error) => Finding::new(
            State::Fail,
            "data folder",
            format!("{shown} cannot be read: {error}"),
        )
        .advise("It must belong to the user that runs vitalog."),
    }
}

fn key(settings: &Settings) -> Finding {
    if settings.storage.key.is_some() {
        let origin = settings.origin("storage.key");
        return Finding::new(State::Ok, "key", format!("given by {origin}"));
    }
    let path = key_file::path(&settings.data);
    let shown = path.display();
    match (key_file::read(&path), open_to_others(&path)) {
        (Ok(Some(_)), Ok(None | Some(0))) => Finding::new(State::Ok, "key", shown.to_string()),
        (Ok(Some(_)), _) => Finding::new(
            State::Warn,
            "key",
            format!("{shown} is open to other users"),
        )
        .advise(format!("Close it: chmod 600 '{shown}'")),
        (Ok(None), _) if is_there(settings) => Finding::new(
            State::Fail,
            "key",
            format!("{shown} is missing, and there is a database"),
        )
        .advise("Put back the key file that belongs to it; nothing else opens it."),
        (Ok(None), _) => {
            Finding::new(State::Warn, "key", "not made yet").advise("`vitalog serve` makes it.")
        }
        (Err(failure), _) => Finding::failed("key", failure),
    }
}

/// Whether there is a file that holds the record.
fn is_there(settings: &Settings) -> bool {
    let file = storage::file(settings).ok().flatten();
    file.is_some_and(|file| file.exists())
}

/// Whether the record opens, and what it holds.
async fn record(settings: Settings) -> Vec<Finding> {
    match storage::is_made(&settings).await {
        Ok(true) => {}
        Ok(false) => {
            let place = match storage::file(&settings) {
                Ok(Some(file)) => file.display().to_string(),
                Ok(None) | Err(_) => format!("the record in {}", settings.storage.url.shown()),
            };
            let text = format!("{place} is not there yet");
            return vec![
                Finding::new(State::Warn, "record", text).advise("`vitalog serve` makes it."),
            ];
        }
        Err(failure) => return vec![Finding::failed("record", failure)],
    }
    let shown = settings.storage.url.shown();
    let deployment = match Deployment::open(settings).await {
        Ok(deployment) => deployment,
        Err(failure) => return vec![Finding::failed("record", failure)],
    };
    let accounts = match deployment.service.list_accounts().await {
        Ok(accounts) => accounts,
        Err(error) => return vec![Finding::failed("record", error.into())],
    };
    let mut findings = vec![Finding::new(State::Ok, "record", format!("{shown} opens"))];
    findings.extend(accounts.iter().map(zone));
    for account in &accounts {
        findings.extend(sources::copies(&deployment, account).await);
    }
    findings
}

fn zone(account: &Account) -> Finding {
    let name = zone::name_of(&account.zone);
    let id = &account.id;
    if account.zone_is_set {
        return Finding::new(State::Ok, "time zone", format!("account `{id}`: {name}"));
    }
    let text = format!("account `{id}`: {name}, the machine's own when the account was made");
    // A machine in UTC is mostly one whose zone nobody chose.
    if !is_utc(&account.zone) {
        return Finding::new(State::Ok, "time zone", text);
    }
    Finding::new(State::Warn, "time zone", text).advise(format!(
        "If its days begin elsewhere: vitalog account set{} --timezone ZONE",
        id.as_flag()
    ))
}

fn toolsets(settings: &Settings) -> Finding {
    match serve::toolsets(settings) {
        Ok(chosen) => Finding::new(State::Ok, "toolsets", chosen.to_string()),
        Err(failure) => Finding::failed("toolsets", failure),
    }
}

fn public_url(settings: &Settings) -> Finding {
    const SET: &str = "Set VITALOG_SERVER__PUBLIC_URL (guide docs/guides/public-address.md).";
    match &settings.server.public_url {
        Some(url) if url.is_secure() => Finding::new(State::Ok, "public URL", url.as_str()),
        Some(url) => Finding::new(
            State::Warn,
            "public URL",
            format!("{} is not HTTPS", url.as_str()),
        )
        .advise("Chat apps in a data centre take HTTPS only."),
        None => Finding::new(State::Warn, "public URL", "not set").advise(SET),
    }
}
