//! Settings: every variable, documented once.
