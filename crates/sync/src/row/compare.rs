//! Rows against the stored rows of the same keys.

use vitalog_core::Marks;

use super::{Key, Row};

/// What writing rows comes to.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    pub(crate) unchanged: usize,
    /// Of those to write, how many were marked.
    pub(crate) restored: usize,
}

/// What a row is beside the stored one of its key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// There is none.
    New,
    /// It was marked, and is no longer.
    Restored,
    /// It said something else.
    Changed,
    /// It says the same, or is not to be touched: nothing is to be written.
    Unchanged,
}

/// Leaves of the pushed rows those to write: new ones, changed ones, and ones that lose their
/// marks. A row that says the same as the stored one, which `find` tells and which has no mark, is
/// not written.
pub(crate) fn compare<'a, R: Row + 'a>(
    pushed: &mut Vec<R>,
    mut find: impl FnMut(&R) -> Option<&'a R>,
) -> Compared {
    let mut compared = Compared::default();
    pushed.retain_mut(|row| {
        let old = find(row);
        let outcome = outcome(row, old, |_| true);
        match outcome {
            Outcome::New | Outcome::Changed => {}
            Outcome::Restored => compared.restored += 1,
            Outcome::Unchanged => compared.unchanged += 1,
        }
        outcome != Outcome::Unchanged
    });
    compared
}

/// Makes of a row what is to be stored, and says what it is beside the stored one. Marks that it does
/// not lift stay, and so does all of the row that has them.
pub(crate) fn outcome<R: Row>(
    row: &mut R,
    old: Option<&R>,
    lifts: impl Fn(Marks) -> bool,
) -> Outcome {
    let Some(old) = old else {
        return Outcome::New;
    };
    row.take_over(old);
    if old.marks().any() {
        return if lifts(old.marks()) {
            Outcome::Restored
        } else {
            Outcome::Unchanged
        };
    }
    if says_the_same(row, old) {
        Outcome::Unchanged
    } else {
        Outcome::Changed
    }
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
pub(crate) struct Stored<'a, R> {
    ahead: &'a [R],
}

impl<'a, R: Row> Stored<'a, R> {
    pub(crate) fn new(rows: &'a [R]) -> Self {
        Self { ahead: rows }
    }

    /// The row of a key that is not before the last one looked for.
    pub(crate) fn find(&mut self, key: Key) -> Option<&'a R> {
        while let Some((first, rest)) = self.ahead.split_first() {
            if first.key() >= key {
                return (first.key() == key).then_some(first);
            }
            self.ahead = rest;
        }
        None
    }
}
