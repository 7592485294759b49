//! Apple Health's own export: a zip file, its folder, or its XML. See `README.md` beside this file.

mod error;
pub mod item;

pub use error::ExportError;
pub use item::{Found, Item, Line, SentFile, Skip};
