//! The promises every storage backend keeps, as tests.
