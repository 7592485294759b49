//! The record in a DynamoDB table. Only a build with the feature `dynamodb` holds that engine: the
//! AWS SDK takes minutes to compile.

#[cfg(not(feature = "dynamodb"))]
mod disabled;
#[cfg(feature = "dynamodb")]
mod enabled;
#[cfg(feature = "dynamodb")]
mod place;

#[cfg(not(feature = "dynamodb"))]
pub(super) use disabled::open;
#[cfg(feature = "dynamodb")]
pub(super) use enabled::open;
