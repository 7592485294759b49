//! The attributes and the metadata of a record.

use jiff::Timestamp;

use super::super::{
    Skip,
    date::{When, read_when},
    lines::{WRITTEN_AT, metadata_entry},
    xml::{Node, is_named},
};

/// The attributes of a record, undecoded.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fields<'b> {
    pub(super) type_name: &'b [u8],
    pub(super) source: &'b [u8],
    pub(super) version: &'b [u8],
    pub(super) device: &'b [u8],
    pub(super) unit: Option<&'b [u8]>,
    pub(super) value: Option<&'b [u8]>,
    start: Option<&'b [u8]>,
    end: Option<&'b [u8]>,
    /// Whether it has attributes that no known record has.
    pub(super) has_others: bool,
}

impl<'b> Fields<'b> {
    pub(super) fn of(node: Node<'b>) -> Self {
        let mut fields = Self::default();
        for (name, value) in node.attributes() {
            match name {
                b"type" => fields.type_name = value,
                b"sourceName" => fields.source = value,
                b"sourceVersion" => fields.version = value,
                b"device" => fields.device = value,
                b"unit" => fields.unit = Some(value),
                b"value" => fields.value = Some(value),
                b"startDate" => fields.start = Some(value),
                b"endDate" => fields.end = Some(value),
                WRITTEN_AT => {}
                odd => fields.set_odd(odd, value),
            }
        }
        fields
    }

    /// Names with a space in them, of exports of 2015.
    fn set_odd(&mut self, name: &[u8], value: &'b [u8]) {
        if is_named(name, b"sourceName") {
            self.source = value;
        } else if is_named(name, b"sourceVersion") {
            self.version = value;
        } else if is_named(name, b"startDate") {
            self.start = Some(value);
        } else if is_named(name, b"endDate") {
            self.end = Some(value);
        } else if !is_named(name, WRITTEN_AT) {
            self.has_others = true;
        }
    }

    /// The date at which it begins, as written.
    pub(super) fn start_text(&self) -> &'b [u8] {
        self.start.or(self.end).unwrap_or_default()
    }

    /// When it begins, which is when it ends if only that is said.
    pub(super) fn start(&self) -> Result<When, Skip> {
        read_when(self.start_text())
    }

    /// When it ends, where that can be read.
    pub(super) fn end(&self) -> Option<Timestamp> {
        Some(read_when(self.end?).ok()?.at)
    }
}

/// The metadata that says something of a row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Said<'b> {
    pub(super) zone: Option<&'b [u8]>,
    pub(super) meal: Option<&'b [u8]>,
    pub(super) insulin: Option<&'b [u8]>,
    pub(super) protection: Option<&'b [u8]>,
    /// Whether there is more than rows and the lines of sources tell.
    pub(super) is_more: bool,
}

impl<'b> Said<'b> {
    pub(super) fn of(node: Node<'b>) -> Self {
        let mut said = Self::default();
        for child in node.children() {
            let Some((key, value)) = metadata_entry(child) else {
                said.is_more = true;
                continue;
            };
            match key {
                b"HKTimeZone" if said.zone.is_none() => said.zone = Some(value),
                b"HKBloodGlucoseMealTime" if value == b"2" => said.meal = Some(value),
                b"HKInsulinDeliveryReason" if matches!(value, b"1" | b"2") => {
                    said.insulin = Some(value);
                }
                b"HKSexualActivityProtectionUsed" => said.protection = Some(value),
                // Not set, as of most heart rates.
                b"HKMetadataKeyHeartRateMotionContext" if value == b"0" => {}
                _ => said.is_more = true,
            }
        }
        said
    }
}
