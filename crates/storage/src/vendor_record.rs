//! Vendor records: what a vendor sent, word for word, so that a later program may read more in it.

use async_trait::async_trait;
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use vitalog_core::AccountId;

use crate::StorageError;

/// A document as a vendor sent it. Its key within an account is (`vendor`, `kind`, `id`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VendorRecord {
    /// Who sent it.
    pub vendor: String,
    /// What sort of document, in the vendor's words.
    pub kind: String,
    /// Its name within its vendor and kind.
    pub id: String,
    /// The instant it is about, in whole milliseconds, where it tells one.
    pub at: Option<Timestamp>,
    /// The document, of any length up to a push's.
    pub body: String,
}

impl VendorRecord {
    /// Its key within an account.
    #[must_use]
    pub fn key(&self) -> VendorRecordKey {
        (self.vendor.clone(), self.kind.clone(), self.id.clone())
    }
}

/// Vendor, kind and id.
pub type VendorRecordKey = (String, String, String);

/// Tells whether a body is still the one stored, without reading it: the first 64 bits of its
/// SHA-256. It is only ever compared with that of another body of the same key, and of so few
/// comparisons none goes wrong by chance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BodyDigest(i64);

impl BodyDigest {
    /// The digest of a body.
    #[must_use]
    pub fn of(body: &str) -> Self {
        let hash: [u8; 32] = Sha256::digest(body).into();
        let first = hash.first_chunk().copied().unwrap_or_default();
        Self(i64::from_be_bytes(first))
    }

    /// One number for storage.
    #[must_use]
    pub fn to_i64(self) -> i64 {
        self.0
    }

    /// Reads [`BodyDigest::to_i64`] back.
    #[must_use]
    pub fn from_i64(stored: i64) -> Self {
        Self(stored)
    }
}

/// Reads vendor records with their bodies. They are written with the rows that were read from
/// them, by [`RecordStore::write_record`](crate::RecordStore::write_record).
#[async_trait]
pub trait VendorRecordStore: Send + Sync {
    /// Reads one record.
    async fn get_vendor_record(
        &self,
        account: &AccountId,
        vendor: &str,
        kind: &str,
        id: &str,
    ) -> Result<Option<VendorRecord>, StorageError>;

    /// The first `limit` records of a kind, ordered by id (by its UTF-8 bytes), whose ids come
    /// after `after`. The last id of a page that is full is where the next one starts.
    async fn list_vendor_records(
        &self,
        account: &AccountId,
        vendor: &str,
        kind: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<VendorRecord>, StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_is_the_start_of_the_sha_256() {
        // The hash values of FIPS 180-2 for the empty text and for "abc".
        let cases = [
            ("", 0xe3b0_c442_98fc_1c14_u64),
            ("abc", 0xba78_16bf_8f01_cfea),
        ];
        for (body, expected) in cases {
            let digest = BodyDigest::of(body);
            assert_eq!(digest.to_i64().cast_unsigned(), expected);
            assert_eq!(BodyDigest::from_i64(digest.to_i64()), digest);
        }
    }
}
