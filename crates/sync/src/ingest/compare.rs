//! A push against the stored rows of the same keys.

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
pub(super) fn compare<R: Row>(stored: &[R], pushed: Vec<R>) -> Compared<R> {
    let mut compared = Compared {
        put: Vec::new(),
        unchanged: 0,
        restored: 0,
    };
    if stored.is_empty() {
        compared.put = pushed;
        return compared;
    }
    let mut stored = stored.iter().peekable();
    for mut row in pushed {
        let key = row.key();
        while stored.next_if(|old| old.key() < key).is_some() {}
        if let Some(old) = stored.peek().filter(|old| old.key() == key) {
            if old.marks().any() {
                compared.restored += 1;
            } else if says_the_same(&mut row, old) {
                compared.unchanged += 1;
                continue;
            }
        }
        compared.put.push(row);
    }
    compared
}

/// Whether everything is the same but when it was stored.
fn says_the_same<R: Row>(row: &mut R, old: &R) -> bool {
    let now = row.ingested_at();
    row.set_ingested_at(old.ingested_at());
    let same = row == old;
    row.set_ingested_at(now);
    same
}
