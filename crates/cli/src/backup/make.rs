//! Making a backup, and proving that it can be restored.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

use hex::ToHex;
use secrecy::SecretString;
use vitalog_config::Settings;
use vitalog_core::{Clock, Entropy};
use vitalog_storage::{
    Storage,
    copy::{CopyError, Progress, Total, copy, is_unfinished},
};

use super::{
    archive::{self, Archive},
    key_to_make, put_back,
    scratch::Scratch,
};
use crate::{
    data_folder,
    failure::Failure,
    storage,
    system::{SystemClock, SystemEntropy},
};

/// How often a record that cannot be held still is copied anew when somebody wrote to it.
const ATTEMPTS: usize = 5;
/// Bytes of a key.
const KEY_BYTES: usize = 32;

/// A backup that was made.
pub(crate) struct Made {
    /// What is in it.
    pub(crate) totals: Vec<Total>,
    /// Whether its key was made for it.
    pub(crate) new_key: bool,
}

/// Makes a backup of everything, and proves it.
pub(crate) async fn make(
    settings: &Settings,
    place: &Path,
    key: Option<&Path>,
    progress: Progress<'_>,
) -> Result<Made, Failure> {
    let shown = place.display();
    let cannot = |error: io::Error| Failure::failed(format!("cannot write {shown}: {error}"));
    match archive::is_one(place) {
        Ok(true) => {}
        Ok(false) => {
            return Err(Failure::usage(format!("{shown} is there and no backup"))
                .advise("Choose another name; only a backup is replaced by a newer one."));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(cannot(error)),
    }
    let record = storage::open_existing(settings).await?;
    if is_unfinished(&*record).await? {
        return Err(
            Failure::needs_person("the record is itself a copy that was not finished")
                .advise("Finish it first, by the command that began it."),
        );
    }
    let (key, new_key) = key_to_make(settings, key)?;
    let scratch = Scratch::beside(place)?;
    let totals = fill(&*record, &scratch, &key, progress).await?;
    let (database, draft) = (scratch.path("backup.db"), scratch.path("backup"));
    archive::write(&database, &draft, &key, SystemClock.now()).map_err(cannot)?;
    fs::remove_file(&database).map_err(cannot)?;

    prove(&draft, &scratch, &key, &totals).await?;
    fs::rename(&draft, place).map_err(cannot)?;
    sync_folder(place).map_err(cannot)?;
    Ok(Made { totals, new_key })
}

/// Copies the record as of one moment into the database of a backup.
async fn fill(
    record: &dyn Storage,
    scratch: &Scratch,
    key: &SecretString,
    progress: Progress<'_>,
) -> Result<Vec<Total>, Failure> {
    let database = scratch.path("backup.db");
    let moment = scratch.path("moment");
    data_folder::make(&moment)
        .map_err(|error| Failure::failed(format!("cannot make {}: {error}", moment.display())))?;
    let now = SystemClock.now();
    let snapshot = record.snapshot(&moment).await?;
    for _ in 0..ATTEMPTS {
        let to = storage::archive(&database, key).await?;
        let from = snapshot.as_deref().unwrap_or(record);
        let copied = copy(from, &*to, now, progress).await;
        drop(to);
        match copied {
            Ok(totals) => {
                drop(snapshot);
                // It may be as large as the record.
                let _ = fs::remove_dir_all(&moment);
                return Ok(totals);
            }
            Err(CopyError::SourceChanged | CopyError::Differs(_)) if snapshot.is_none() => {
                for name in ["backup.db", "backup.db-wal", "backup.db-shm"] {
                    // Of these only the first must be there.
                    let _ = fs::remove_file(scratch.path(name));
                }
            }
            Err(CopyError::From(error) | CopyError::To(error)) => return Err(error.into()),
            Err(error) => return Err(Failure::failed(format!("no backup was made: {error}"))),
        }
    }
    Err(
        Failure::failed("no backup was made: the record kept changing while it was copied")
            .advise("Stop the servers that use it for the time of the backup, then try again."),
    )
}

/// Restores a backup as if the machine were lost, with nothing but the file and its key, into a store
/// that is thrown away, and compares what is there with what was there.
async fn prove(
    draft: &Path,
    scratch: &Scratch,
    key: &SecretString,
    totals: &[Total],
) -> Result<(), Failure> {
    let unpacked = scratch.path("unpacked.db");
    Archive::open(draft)?.unpack(&unpacked)?;
    let mut other = [0; KEY_BYTES];
    SystemEntropy.fill(&mut other);
    let other: SecretString = other.encode_hex::<String>().into();
    let to = storage::archive(&scratch.path("restored.db"), &other).await?;
    let from = storage::archive(&unpacked, key).await?;
    let restored = copy(&*from, &*to, SystemClock.now(), &|_, _| ())
        .await
        .map_err(|error| put_back::explain(error, &draft.display().to_string()))?;
    if !is_same(&restored, totals) {
        return Err(Failure::failed(
            "the backup was restored to try it, and does not hold what the record holds",
        )
        .advise("It was thrown away. Please report this."));
    }
    Ok(())
}

/// Whether two stores hold as many rows, with the same sums. Documents may have expired since.
fn is_same(restored: &[Total], totals: &[Total]) -> bool {
    use vitalog_storage::copy::Part;

    let lasting = |totals: &[Total]| -> Vec<Total> {
        let lasting = totals.iter();
        let lasting = lasting.filter(|total| total.place.part != Part::Documents);
        lasting.cloned().collect()
    };
    lasting(restored) == lasting(totals)
}

/// The file must outlive a power cut under its name.
fn sync_folder(place: &Path) -> io::Result<()> {
    let folder = place
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if cfg!(unix) {
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    } else {
        Ok(())
    }
}
