//! The write path: keys, reconciliation, one atomic write per push.
