//! Why a copy was not made.

use crate::{StorageError, copy::Place};

/// A part of which source and target hold different rows.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// Whose and which.
    pub place: Place,
    /// How many rows the source has.
    pub rows_in_source: u64,
    /// How many rows the target has.
    pub rows_in_target: u64,
}

/// A copy was not made, or not finished.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// The source is itself a copy that was not finished.
    #[error("the source holds an unfinished copy")]
    SourceUnfinished,
    /// The target holds something that no copy put there.
    #[error("the target is not empty")]
    TargetNotEmpty,
    /// The target holds an unfinished copy of another store, or of this one before it changed.
    #[error("the target holds an unfinished copy of something else")]
    AnotherCopy,
    /// Somebody wrote to the source meanwhile.
    #[error("the source was changed while it was copied")]
    SourceChanged,
    /// Somebody wrote to the target meanwhile.
    #[error("the target was changed by someone else")]
    TargetChanged,
    /// What was written and read back is not what was read.
    #[error("the target does not hold what the source holds")]
    Differs(Vec<Difference>),
    /// The source failed.
    #[error("the source failed")]
    From(#[source] StorageError),
    /// The target failed.
    #[error("the target failed")]
    To(#[source] StorageError),
}
