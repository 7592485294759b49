//! A push against the stored rows of the same keys.

use super::row::{Key, Row};

/// What writing the pushed rows comes to.
#[derive(Debug, Default)]
pub(super) struct Compared {
    pub(super) unchanged: usize,
    /// Of those to write, how many were marked.
    pub(super) restored: usize,
}

/// Leaves of the pushed rows those to write: new ones, changed ones, and ones that lose their
/// marks. A row that says the same as the stored one, which `find` tells and which has no mark, is
/// not written.
pub(super) fn compare<'a, R: Row + 'a>(
    pushed: &mut Vec<R>,
    mut find: impl FnMut(&R) -> Option<&'a R>,
) -> Compared {
    let mut compared = Compared::default();
    pushed.retain_mut(|row| {
        let Some(old) = find(row) else {
            return true;
        };
        row.take_over(old);
        if old.marks().any() {
            compared.restored += 1;
            return true;
        }
        let same = says_the_same(row, old);
        compared.unchanged += usize::from(same);
        !same
    });
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

/// Stored rows in key order, looked for in that order.
pub(super) struct Stored<'a, R> {
    ahead: &'a [R],
}

impl<'a, R: Row> Stored<'a, R> {
    pub(super) fn new(rows: &'a [R]) -> Self {
        Self { ahead: rows }
    }

    /// The row of a key that is not before the last one looked for.
    pub(super) fn find(&mut self, key: Key) -> Option<&'a R> {
        while let Some((first, rest)) = self.ahead.split_first() {
            if first.key() >= key {
                return (first.key() == key).then_some(first);
            }
            self.ahead = rest;
        }
        None
    }
}
