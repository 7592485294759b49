//! Storage in one encrypted SQLite file.
