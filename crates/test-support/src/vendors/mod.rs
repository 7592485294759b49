//! Vendors for tests: real servers on loopback that behave as the vendors' descriptions, and the
//! reports of those who use them, say. They know nothing of the code that asks them.

mod ask;
mod call_back;
mod faults;
mod numbers;
mod order;
pub mod oura;
mod server;
pub mod weather;
pub mod whoop;

pub use faults::Fault;
pub use order::Order;
