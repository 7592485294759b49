//! One connection and what it remembers.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::{error::Failure, name::Names};

const COUNT_CHANGE: &str = "UPDATE change_count SET changes = changes + 1";

pub(crate) struct Db {
    connection: Connection,
    names: Names,
}

impl Db {
    pub(crate) fn new(connection: Connection) -> Self {
        Self {
            connection,
            names: Names::default(),
        }
    }

    /// Reads in one transaction: all of it sees the file as of one moment.
    pub(crate) fn read<T>(
        &mut self,
        work: impl FnOnce(&Transaction, &mut Names) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Deferred)?;
        self.names.keep_up(&transaction)?;
        work(&transaction, &mut self.names)
    }

    /// Writes in one transaction, which starts with the file's write lock: nobody else writes
    /// between what `work` reads and what it writes. An error takes everything back. It is counted as
    /// a change.
    pub(crate) fn write<T>(
        &mut self,
        work: impl FnOnce(&Transaction, &mut Names) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.write_uncounted(|transaction, names| {
            let done = work(transaction, names)?;
            transaction.prepare_cached(COUNT_CHANGE)?.execute([])?;
            Ok(done)
        })
    }

    /// The same for what no answer is made of.
    pub(crate) fn write_uncounted<T>(
        &mut self,
        work: impl FnOnce(&Transaction, &mut Names) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        // A panic in the last piece of work may have left names that were then rolled back.
        let mut names = std::mem::take(&mut self.names);
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        names.keep_up(&transaction)?;
        let done = work(&transaction, &mut names)?;
        transaction.commit()?;
        self.names = names;
        Ok(done)
    }

    /// The connection, for what cannot be done in a transaction.
    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }
}
