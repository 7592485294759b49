//! The rate budget: how many requests a vendor still takes, shared by all who ask.
//!
//! A vendor counts the requests of an app, whoever of its users they are for and whichever process
//! sends them. So there is one budget per vendor, in one document of the deployment, and a request
//! is sent only after it was entered there. What the vendor says of its own count is entered too.

mod ledger;
mod limit;
mod shared;
mod window;

pub use ledger::{Acquired, Lane, Ledger, Told};
pub use limit::Limit;
pub use shared::{Budget, Left};
