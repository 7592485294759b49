//! Use cases: the only place where an answer is made.
