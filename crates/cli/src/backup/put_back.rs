//! Restoring a backup.

use std::{
    io::BufRead,
    path::{Path, PathBuf},
};

use secrecy::SecretString;
use vitalog_config::Settings;
use vitalog_core::Clock;
use vitalog_storage::copy::{CopyError, Progress, Total, copy, is_empty, is_unfinished};

use super::{archive::Archive, key_path, named_key, scratch::Scratch};
use crate::{data_folder, failure::Failure, key_file, storage, system::SystemClock};

/// A backup that was restored.
pub(crate) struct PutBack {
    /// What is in the record now.
    pub(crate) totals: Vec<Total>,
    /// When the backup was made.
    pub(crate) made_at: String,
    /// Where what was there before is now, if it was put aside.
    pub(crate) aside: Option<PathBuf>,
}

/// Restores a backup into the place that the settings name.
pub(crate) async fn put_back(
    settings: &Settings,
    place: &Path,
    key: Option<&Path>,
    replace: bool,
    progress: Progress<'_>,
) -> Result<PutBack, Failure> {
    let shown = place.display().to_string();
    let archive = Archive::open(place)?;
    let made_at = archive.made_at().to_owned();
    let key = key_of(&archive, settings, key, &shown)?;
    data_folder::ensure(&settings.data)?;
    let scratch = Scratch::beside(&settings.data.join("restore"))?;
    let unpacked = scratch.path("unpacked.db");
    archive.unpack(&unpacked)?;
    let from = storage::archive(&unpacked, &key).await?;

    let target = settings.storage.url.shown();
    let mut aside = None;
    let mut to = storage::open(settings).await?;
    // A restoration that was broken off is continued.
    let goes_on = !replace && is_unfinished(&*to).await?;
    if !goes_on && !is_empty(&*to).await? {
        if !replace {
            return Err(Failure::usage(format!("something is stored in {target}")).advise(
                "To put the backup in its place, say --replace; to look at it first, restore it \
                 into another folder with --data.",
            ));
        }
        drop(to);
        aside = storage::clear(settings, SystemClock.now()).await?;
        to = storage::open(settings).await?;
    }
    let totals = copy(&*from, &*to, SystemClock.now(), progress)
        .await
        .map_err(|error| explain(error, &target))?;
    Ok(PutBack {
        totals,
        made_at,
        aside,
    })
}

/// The key that opens a backup: the one of a file, or the one that a person enters.
fn key_of(
    archive: &Archive,
    settings: &Settings,
    named: Option<&Path>,
    shown: &str,
) -> Result<SecretString, Failure> {
    let here = match named {
        Some(path) => Some(named_key(path)?),
        None => key_file::read(&key_path(settings))?,
    };
    if let Some(key) = here {
        return if archive.is_opened_by(&key) {
            Ok(key)
        } else {
            Err(does_not_fit(shown))
        };
    }
    crate::output::note("The key of the backup (64 hexadecimal digits):");
    let mut line = String::new();
    std::io::stdin()
        .lock()
        .read_line(&mut line)
        .map_err(|error| Failure::failed(format!("cannot read standard input: {error}")))?;
    let digits: String = line.split_whitespace().collect();
    let key = SecretString::from(digits.to_ascii_lowercase());
    if archive.is_opened_by(&key) {
        Ok(key)
    } else {
        Err(does_not_fit(shown))
    }
}

fn does_not_fit(shown: &str) -> Failure {
    Failure::needs_person(format!("that is not the key of {shown}")).advise(
        "Name the file that holds it with --key. It is the copy that you kept of \
         vitalog-backup.key; without it nobody can read the backup.",
    )
}

/// Why a copy was not made, in words.
pub(super) fn explain(error: CopyError, target: &str) -> Failure {
    match error {
        CopyError::From(error) | CopyError::To(error) => error.into(),
        CopyError::TargetNotEmpty | CopyError::AnotherCopy => {
            Failure::usage(format!("something else is stored in {target}"))
                .advise("To put the backup in its place, say --replace.")
        }
        CopyError::TargetChanged | CopyError::Differs(_) => Failure::failed(format!(
            "somebody else wrote to {target} while the backup was restored"
        ))
        .advise("Stop the server and close apps that use it, then restore again with --replace."),
        error @ (CopyError::SourceUnfinished | CopyError::SourceChanged) => {
            Failure::failed(format!("the backup cannot be read: {error}"))
        }
    }
}
