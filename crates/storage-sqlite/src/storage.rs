//! The storage that the rest of the program holds.

use std::{collections::BTreeMap, path::Path};

use async_trait::async_trait;
use jiff::Timestamp;
use secrecy::SecretString;
use vitalog_core::{AccountId, Metric};
use vitalog_storage::{
    Document, DocumentStore, DocumentWrite, Owner, Put, Record, RecordChange, RecordQuery,
    RecordStore, Revision, StorageError, VendorRecord, VendorRecordStore, Written,
};

use crate::{OpenError, db::Db, document, key::Key, open, record, vendor_record, worker::Workers};

/// Threads that read at once. A read takes milliseconds, so a few serve many callers.
const READERS: usize = 3;

/// Storage in one encrypted SQLite file.
///
/// Dropping it waits for the work that was handed in and closes the file.
pub struct SqliteStorage {
    // The writer is dropped last: closing the last connection tidies the write-ahead log up.
    readers: Workers,
    writer: Workers,
}

impl SqliteStorage {
    /// Opens the file at `path`, encrypted with `key` (64 hexadecimal characters). Where there is
    /// no file it is created, readable by its owner alone; its folder must be there. Blocks for
    /// milliseconds, and for as long as other programs that open the file make it wait.
    ///
    /// # Errors
    ///
    /// When the key does not fit, the file is something else or of a newer program, or the
    /// system fails. Nothing is changed in a file that is refused.
    pub fn open(path: &Path, key: &SecretString) -> Result<Self, OpenError> {
        let key = Key::new(key)?;
        let writer = Db::new(open::open_to_write(path, &key)?);
        let readers = (0..READERS)
            .map(|_| open::open_to_read(path, &key).map(Db::new))
            .collect::<Result<Vec<Db>, OpenError>>()?;
        Ok(Self {
            readers: Workers::start("sqlite-read", readers).map_err(OpenError::Thread)?,
            writer: Workers::start("sqlite-write", vec![writer]).map_err(OpenError::Thread)?,
        })
    }
}

#[async_trait]
impl RecordStore for SqliteStorage {
    async fn read_record(
        &self,
        account: &AccountId,
        query: &RecordQuery,
    ) -> Result<Record, StorageError> {
        let (account, query) = (account.clone(), query.clone());
        self.readers
            .run("read_record", move |db| {
                db.read(|transaction, names| record::read(transaction, names, &account, &query))
            })
            .await
    }

    async fn write_record(
        &self,
        account: &AccountId,
        read_at: Revision,
        change: RecordChange,
    ) -> Result<Written, StorageError> {
        let account = account.clone();
        self.writer
            .run("write_record", move |db| {
                db.write(|transaction, names| {
                    record::write(transaction, names, &account, read_at, &change)
                })
            })
            .await
    }

    async fn bounds(
        &self,
        account: &AccountId,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, (Timestamp, Timestamp)>, StorageError> {
        let (account, metrics) = (account.clone(), metrics.to_vec());
        self.readers
            .run("bounds", move |db| {
                db.read(|transaction, names| record::bounds(transaction, names, &account, &metrics))
            })
            .await
    }
}

#[async_trait]
impl VendorRecordStore for SqliteStorage {
    async fn get_vendor_record(
        &self,
        account: &AccountId,
        vendor: &str,
        kind: &str,
        id: &str,
    ) -> Result<Option<VendorRecord>, StorageError> {
        let account = account.clone();
        let (vendor, kind, id) = (vendor.to_owned(), kind.to_owned(), id.to_owned());
        self.readers
            .run("get_vendor_record", move |db| {
                db.read(|transaction, names| {
                    vendor_record::get(transaction, names, &account, &vendor, &kind, &id)
                })
            })
            .await
    }

    async fn list_vendor_records(
        &self,
        account: &AccountId,
        vendor: &str,
        kind: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<VendorRecord>, StorageError> {
        let (account, after) = (account.clone(), after.map(str::to_owned));
        let (vendor, kind) = (vendor.to_owned(), kind.to_owned());
        self.readers
            .run("list_vendor_records", move |db| {
                db.read(|transaction, names| {
                    let (of_kind, after) = ((&*vendor, &*kind), after.as_deref());
                    vendor_record::list(transaction, names, &account, of_kind, after, limit)
                })
            })
            .await
    }
}

#[async_trait]
impl DocumentStore for SqliteStorage {
    async fn get_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError> {
        let (owner, kind, id) = (owner.clone(), kind.to_owned(), id.to_owned());
        self.readers
            .run("get_document", move |db| {
                db.read(|transaction, names| document::get(transaction, names, &owner, &kind, &id))
            })
            .await
    }

    async fn list_documents(
        &self,
        owner: &Owner,
        kind: &str,
    ) -> Result<Vec<Document>, StorageError> {
        let (owner, kind) = (owner.clone(), kind.to_owned());
        self.readers
            .run("list_documents", move |db| {
                db.read(|transaction, names| document::list(transaction, names, &owner, &kind))
            })
            .await
    }

    async fn put_document(
        &self,
        owner: &Owner,
        expected: Option<u64>,
        write: &DocumentWrite,
    ) -> Result<Put, StorageError> {
        let (owner, write) = (owner.clone(), write.clone());
        self.writer
            .run("put_document", move |db| {
                db.write(|transaction, names| {
                    document::put(transaction, names, &owner, expected, &write)
                })
            })
            .await
    }

    async fn delete_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<bool, StorageError> {
        let (owner, kind, id) = (owner.clone(), kind.to_owned(), id.to_owned());
        self.writer
            .run("delete_document", move |db| {
                db.write(|transaction, names| {
                    document::delete(transaction, names, &owner, &kind, &id)
                })
            })
            .await
    }
}
