//! The note of an answer whose days may be cut wrongly.
