//! The record in a PostgreSQL database, in builds with the feature `postgres`.

#[cfg(not(feature = "postgres"))]
mod disabled;
#[cfg(feature = "postgres")]
mod enabled;

#[cfg(not(feature = "postgres"))]
pub(super) use disabled::{is_made, open};
#[cfg(feature = "postgres")]
pub(super) use enabled::{is_made, open};
