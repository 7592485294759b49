//! Changing a record that others may be changing too.
