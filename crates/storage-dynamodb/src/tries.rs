//! Trying again what others interfered with.

use crate::{error::Failure, table::Table};

/// How often. Whoever interferes got something done, so in the end everybody does.
const MOST: u32 = 60;
/// Tries after which the waits no longer grow: others take milliseconds, not seconds.
const GROWING: u32 = 4;

/// Counts tries, with waits between them.
pub(crate) struct Tries<'a> {
    table: &'a Table,
    failed: u32,
}

impl<'a> Tries<'a> {
    pub(crate) fn new(table: &'a Table) -> Self {
        Self { table, failed: 0 }
    }

    /// Waits before another try; fails if there were enough.
    pub(crate) async fn failed(&mut self) -> Result<(), Failure> {
        self.failed += 1;
        if self.failed == MOST {
            return Err(Failure::Moved);
        }
        self.table.wait(self.failed.min(GROWING)).await;
        Ok(())
    }
}
