//! The reference: storage in memory, written to be obviously right rather than fast.

/// Storage in memory.
#[derive(Debug, Default)]
pub struct MemoryStorage {}
