//! One tag after the other, as bytes.

use std::io::Write;

use jiff::{Timestamp, tz::TimeZone};

/// What is written, with the clock that its dates are written by.
pub(super) struct Tags<'a> {
    pub(super) bytes: Vec<u8>,
    zone: &'a TimeZone,
    /// The last date, since most stand beside one of the same second.
    last: Option<(Timestamp, [u8; 25])>,
}

impl<'a> Tags<'a> {
    pub(super) fn new(zone: &'a TimeZone) -> Self {
        Self {
            bytes: Vec::new(),
            zone,
            last: None,
        }
    }

    /// `<Record`, with so many spaces before it.
    pub(super) fn open(&mut self, spaces: usize, name: &str) {
        self.bytes.extend(std::iter::repeat_n(b' ', spaces));
        self.bytes.push(b'<');
        self.bytes.extend_from_slice(name.as_bytes());
    }

    pub(super) fn text(&mut self, name: &str, value: &str) {
        self.name(name);
        for byte in value.bytes() {
            match byte {
                b'&' => self.bytes.extend_from_slice(b"&amp;"),
                b'<' => self.bytes.extend_from_slice(b"&lt;"),
                b'>' => self.bytes.extend_from_slice(b"&gt;"),
                b'"' => self.bytes.extend_from_slice(b"&quot;"),
                _ => self.bytes.push(byte),
            }
        }
        self.bytes.push(b'"');
    }

    pub(super) fn number(&mut self, name: &str, value: f64) {
        self.name(name);
        // Writing to memory cannot fail.
        let _ = write!(self.bytes, "{value}");
        self.bytes.push(b'"');
    }

    pub(super) fn date(&mut self, name: &str, at: Timestamp) {
        self.name(name);
        let date = match self.last {
            Some((last, date)) if last == at => date,
            _ => {
                let date = written(at, self.zone);
                self.last = Some((at, date));
                date
            }
        };
        self.bytes.extend_from_slice(&date);
        self.bytes.push(b'"');
    }

    /// `/>`
    pub(super) fn end_empty(&mut self) {
        self.bytes.extend_from_slice(b"/>\n");
    }

    /// `>`
    pub(super) fn end_open(&mut self) {
        self.bytes.extend_from_slice(b">\n");
    }

    /// `</Record>`
    pub(super) fn close(&mut self, spaces: usize, name: &str) {
        self.bytes.extend(std::iter::repeat_n(b' ', spaces));
        self.bytes.extend_from_slice(b"</");
        self.bytes.extend_from_slice(name.as_bytes());
        self.bytes.extend_from_slice(b">\n");
    }

    /// `<MetadataEntry key="…" value="…"/>`
    pub(super) fn metadata(&mut self, spaces: usize, key: &str, value: &str) {
        self.open(spaces, "MetadataEntry");
        self.text("key", key);
        self.text("value", value);
        self.end_empty();
    }

    fn name(&mut self, name: &str) {
        self.bytes.push(b' ');
        self.bytes.extend_from_slice(name.as_bytes());
        self.bytes.extend_from_slice(b"=\"");
    }
}

/// `2026-09-13 08:00:00 +0200`
fn written(at: Timestamp, zone: &TimeZone) -> [u8; 25] {
    let offset = zone.to_offset(at);
    let shown = offset.to_datetime(at);
    let mut text = *b"0000-00-00 00:00:00 +0000";
    let mut two = |place: usize, number: i16| {
        let number = u8::try_from(number.rem_euclid(100)).unwrap_or_default();
        text[place] = b'0' + number / 10;
        text[place + 1] = b'0' + number % 10;
    };
    two(0, shown.year() / 100);
    two(2, shown.year());
    two(5, i16::from(shown.month()));
    two(8, i16::from(shown.day()));
    two(11, i16::from(shown.hour()));
    two(14, i16::from(shown.minute()));
    two(17, i16::from(shown.second()));
    let minutes = i16::try_from(offset.seconds() / 60).unwrap_or_default();
    two(21, minutes.abs() / 60);
    two(23, minutes.abs() % 60);
    if minutes < 0 {
        text[20] = b'-';
    }
    text
}
