//! A push against the stored rows of the same keys.

use jiff::Timestamp;
use vitalog_core::Marks;

use super::row::Row;

/// What writing the pushed rows comes to.
#[derive(Debug)]
pub(super) struct Compared<R> {
    /// Rows to write: new ones, changed ones, and ones that lose their marks.
    pub(super) put: Vec<R>,
    pub(super) unchanged: usize,
    /// Of those to write, how many were marked.
    pub(super) restored: usize,
}

/// Compares rows, both lists in key order. A row that says the same as the stored one, which has
/// no mark, is not written.
pub(super) fn compare<R: Row>(stored: &[R], pushed: &mut [R], now: Timestamp) -> Compared<R> {
    let mut compared = Compared {
        put: Vec::new(),
        unchanged: 0,
        restored: 0,
    };
    for row in pushed {
        let key = row.key();
        let found = stored.binary_search_by_key(&key, Row::key);
        if let Some(old) = found.ok().and_then(|place| stored.get(place)) {
            if old.marks().any() {
                compared.restored += 1;
            } else {
                // Everything counts but when it was stored.
                row.set_ingested_at(old.ingested_at());
                let same = row == old;
                row.set_ingested_at(now);
                if same {
                    compared.unchanged += 1;
                    continue;
                }
            }
        }
        row.set_marks(Marks::default());
        compared.put.push(row.clone());
    }
    compared
}
