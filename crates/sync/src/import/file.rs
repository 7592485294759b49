//! An export on the disk.

use std::path::Path;

use jiff::Timestamp;
use vitalog_connectors::apple_export::{Export, ExportError, Item, Reader};
use vitalog_core::Account;

use super::{AppleImport, ImportError, ImportProgress, ImportReport, Items, digest};
use crate::compute::compute;

/// The items of an export on the disk.
struct OnDisk {
    reader: Reader,
    made_at: Option<Timestamp>,
}

impl Items for OnDisk {
    fn next(&mut self) -> Result<Option<Item>, ExportError> {
        self.reader.next()
    }

    fn position(&self) -> u64 {
        self.reader.position()
    }

    fn made_at(&self) -> Option<Timestamp> {
        self.made_at
    }
}

impl AppleImport {
    /// Takes in the export at a path: the zip file, its folder or its XML. One whose files are byte
    /// for byte those of one that was taken in before is read once, to see that.
    ///
    /// # Errors
    ///
    /// As [`AppleImport::import`].
    pub async fn import_file(
        &self,
        account: &Account,
        path: &Path,
        mut on_progress: impl FnMut(ImportProgress) + Send,
    ) -> Result<ImportReport, ImportError> {
        let export = compute(|| Export::open(path))?;
        let mut total = 0;
        for file in export.on_disk() {
            total += std::fs::metadata(file)?.len();
        }
        let digest = compute(|| {
            digest(export.on_disk(), |done| {
                on_progress(ImportProgress::Hashing { done, total });
            })
        })?;
        let total = export.inputs().iter().map(|input| input.size).sum();
        let made_at = export.made_at();
        let open = move || {
            let reader = export.read(0)?;
            Ok(Box::new(OnDisk { reader, made_at }) as Box<dyn Items>)
        };
        let on_read = |done| on_progress(ImportProgress::Reading { done, total });
        self.import(account, &digest, open, on_read).await
    }
}
