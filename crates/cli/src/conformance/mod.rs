//! Whether `vitalog serve` can show the fixtures of the conformance suite. Only a build with the
//! feature `conformance` can, and it shows them only where it is told to.

#[cfg(not(feature = "conformance"))]
mod disabled;
#[cfg(feature = "conformance")]
mod enabled;

#[cfg(not(feature = "conformance"))]
pub(crate) use disabled::Fixtures;
#[cfg(feature = "conformance")]
pub(crate) use enabled::Fixtures;
