//! Documents of vendors.

use vitalog_storage::VendorRecord;

use super::{Cell, Column, ExportRow, reading::columns};

impl ExportRow for VendorRecord {
    const COLUMNS: &'static [Column<Self>] = COLUMNS;
}

pub(super) const COLUMNS: &[Column<VendorRecord>] = columns! { row:
    "vendor", "Who sent it.",
        Cell::text(row.vendor.as_str());
    "kind", "What sort of document, in the vendor's words.",
        Cell::text(row.kind.as_str());
    "id", "Its name within its vendor and kind.",
        Cell::text(row.id.as_str());
    "at", "The instant it is about, in UTC, where it tells one.",
        Cell::word(row.at);
    "body", "The document as it was sent, letter by letter, as one text; mostly that is JSON.",
        Cell::text(row.body.as_str());
};
