//! One connection, borrowed from the pool for one operation.

use std::sync::atomic::{AtomicBool, Ordering};

use deadpool_postgres::Object;
use tokio_postgres::{CopyInSink, Row, Statement, types::ToSql};

use crate::error::Failure;

/// Everything that is read sees the database as of one moment.
pub(crate) const READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
/// A row that somebody else is changing is waited for, and then seen as changed.
pub(crate) const WRITE: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";

/// The parameters of a statement.
pub(crate) type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// A connection. Statements are sent in the order in which their futures are first polled, without
/// waiting for each other's results.
///
/// When an operation fails or its future is dropped within a transaction, the connection is closed
/// rather than given back; the server then takes the transaction back.
pub(crate) struct Session {
    /// There until the session is dropped.
    connection: Option<Object>,
    in_transaction: AtomicBool,
    /// Whether one transaction is kept open over all operations.
    is_held: bool,
}

/// Of a transaction that is kept open the server would otherwise think that it was forgotten, and
/// the first statement is what fixes the moment.
const HOLD: &str = "SET LOCAL idle_in_transaction_session_timeout = 0; SELECT 1";

impl Session {
    pub(crate) fn new(connection: Object) -> Self {
        Self {
            connection: Some(connection),
            in_transaction: AtomicBool::new(false),
            is_held: false,
        }
    }

    /// Opens a transaction that only reads, and keeps it until the session is dropped: what begins
    /// and ends within sees the moment of now.
    pub(crate) async fn hold(mut self) -> Result<Self, Failure> {
        self.begin(READ).await?;
        self.run(HOLD).await?;
        self.is_held = true;
        Ok(self)
    }

    fn connection(&self) -> Result<&Object, Failure> {
        self.connection.as_ref().ok_or(Failure::Closed)
    }

    /// The statement, prepared once per connection.
    pub(crate) async fn prepare(&self, sql: &str) -> Result<Statement, Failure> {
        Ok(self.connection()?.prepare_cached(sql).await?)
    }

    /// Starts a transaction with [`READ`] or [`WRITE`].
    pub(crate) async fn begin(&self, kind: &str) -> Result<(), Failure> {
        if self.is_held {
            return Ok(());
        }
        self.in_transaction.store(true, Ordering::Relaxed);
        Ok(self.connection()?.batch_execute(kind).await?)
    }

    /// Ends the transaction; what it wrote is durable when this returns.
    pub(crate) async fn commit(&self) -> Result<(), Failure> {
        self.end("COMMIT").await
    }

    /// Takes the transaction back.
    pub(crate) async fn roll_back(&self) -> Result<(), Failure> {
        self.end("ROLLBACK").await
    }

    async fn end(&self, how: &str) -> Result<(), Failure> {
        if self.is_held {
            return Ok(());
        }
        self.connection()?.batch_execute(how).await?;
        self.in_transaction.store(false, Ordering::Relaxed);
        Ok(())
    }

    pub(crate) async fn query(
        &self,
        statement: &Statement,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, Failure> {
        Ok(self.connection()?.query(statement, parameters).await?)
    }

    /// Runs a statement, and tells how many rows it changed.
    pub(crate) async fn execute(
        &self,
        statement: &Statement,
        parameters: Parameters<'_>,
    ) -> Result<u64, Failure> {
        Ok(self.connection()?.execute(statement, parameters).await?)
    }

    /// Runs statements without parameters.
    pub(crate) async fn run(&self, sql: &str) -> Result<(), Failure> {
        Ok(self.connection()?.batch_execute(sql).await?)
    }

    /// Prepares and queries in one, for statements of which one stands alone.
    pub(crate) async fn select(
        &self,
        sql: &str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, Failure> {
        let statement = self.prepare(sql).await?;
        self.query(&statement, parameters).await
    }

    /// Prepares and runs in one, for statements of which one stands alone.
    pub(crate) async fn change(
        &self,
        sql: &str,
        parameters: Parameters<'_>,
    ) -> Result<u64, Failure> {
        let statement = self.prepare(sql).await?;
        self.execute(&statement, parameters).await
    }

    /// Starts to send rows in bulk.
    pub(crate) async fn copy_in(
        &self,
        statement: &Statement,
    ) -> Result<CopyInSink<bytes::Bytes>, Failure> {
        Ok(self.connection()?.copy_in(statement).await?)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if self.in_transaction.load(Ordering::Relaxed)
            && let Some(connection) = self.connection.take()
        {
            drop(Object::take(connection));
        }
    }
}
