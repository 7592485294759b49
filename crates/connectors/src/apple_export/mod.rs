//! Apple Health's own export: a zip file, its folder, or its XML. See `README.md` beside this file.
//!
//! [`Export::open`] finds it, and a [`Reader`] tells it item by item, in a single pass and little
//! memory, however large it is.

mod archive;
mod clock;
mod date;
mod error;
mod export;
mod files;
pub mod item;
mod lines;
mod other;
mod reader;
mod reading;
mod record;
mod workout;
mod xml;

pub use error::ExportError;
pub use export::{Export, Input};
pub use item::{Found, Item, Line, SentFile, Skip};
pub use reader::Reader;
