//! A time as sent, in few bytes.
//!
//! Most times are written as Health Auto Export writes them, `2026-10-01 05:00:00 -0700`. Beside
//! the second that a row has anyway such a text is known by its offset, so that a number is stored
//! for it. Any other text is stored as it is.

use jiff::{Timestamp, tz::Offset};

use crate::precision::floor_second;

/// The length of `2026-10-01 05:00:00 -0700`.
const LENGTH: usize = 25;

/// A time as sent, as it is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SentText<'a> {
    /// The usual form, at an offset of so many minutes.
    Usual(i64),
    /// Another form.
    Other(&'a str),
}

impl<'a> SentText<'a> {
    /// Shortens `text`, which stands beside the instant `at`.
    #[must_use]
    pub fn new(text: &'a str, at: Timestamp) -> Self {
        let minutes = offset_minutes(text).filter(|minutes| {
            let usual = usual(floor_second(at), *minutes);
            usual.is_some_and(|usual| usual.as_slice() == text.as_bytes())
        });
        minutes.map_or(Self::Other(text), Self::Usual)
    }

    /// The text again, beside the same instant; `None` for an offset that no text has.
    #[must_use]
    pub fn text(self, at: Timestamp) -> Option<String> {
        match self {
            Self::Usual(minutes) => {
                let text = usual(floor_second(at), minutes)?;
                String::from_utf8(text.to_vec()).ok()
            }
            Self::Other(text) => Some(text.to_owned()),
        }
    }
}

/// The offset that ends a text of the usual length.
fn offset_minutes(text: &str) -> Option<i64> {
    let (_, offset) = text.as_bytes().split_last_chunk::<5>()?;
    let number = |digits: &[u8]| -> Option<i64> { std::str::from_utf8(digits).ok()?.parse().ok() };
    let [sign, hours @ .., _, _] = offset;
    let minutes = number(hours)? * 60 + number(&offset[3..])?;
    (text.len() == LENGTH).then_some(if *sign == b'-' { -minutes } else { minutes })
}

/// The usual form of a second at an offset, if there is one.
fn usual(second: i64, minutes: i64) -> Option<[u8; LENGTH]> {
    let offset = Offset::from_seconds(i32::try_from(minutes.checked_mul(60)?).ok()?).ok()?;
    let wall = offset.to_datetime(Timestamp::from_second(second).ok()?);
    let year = u16::try_from(wall.year()).ok()?;
    let mut text = *b"0000-00-00 00:00:00 +0000";
    let mut put = |place: usize, number: u16| {
        text[place] = ascii(number / 10);
        text[place + 1] = ascii(number);
    };
    put(0, year / 100);
    put(2, year % 100);
    let parts = [
        (5, wall.month()),
        (8, wall.day()),
        (11, wall.hour()),
        (14, wall.minute()),
        (17, wall.second()),
    ];
    for (place, part) in parts {
        put(place, part.unsigned_abs().into());
    }
    let off = u16::try_from(minutes.unsigned_abs()).ok()?;
    put(21, off / 60);
    put(23, off % 60);
    if minutes < 0 {
        text[20] = b'-';
    }
    Some(text)
}

/// The last decimal digit of a number.
fn ascii(number: u16) -> u8 {
    b'0' + (number % 10).to_le_bytes()[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn text_is_shortened_only_where_it_can_be_told_exactly() {
        // 2026-10-01 05:00:00 at UTC-7.
        let five = 1_790_856_000;
        let cases = [
            ("2026-10-01 05:00:00 -0700", five, Some(-420)),
            ("2026-10-01 12:00:00 +0000", five, Some(0)),
            ("2026-10-01 17:45:00 +0545", five, Some(345)),
            ("1969-12-31 23:59:59 +0000", -1, Some(0)),
            ("0000-01-01 00:00:00 +0000", -62_167_219_200, Some(0)),
            // Another second, another form, an offset that is written in another way.
            ("2026-10-01 05:00:01 -0700", five, None),
            ("2026-10-01T05:00:00 -0700", five, None),
            ("2026-10-01 12:00:00 -0000", five, None),
            ("2026-10-01 05:00:00 -06:60", five, None),
            ("2026-10-01 05:00:00 -0660", five, None),
            ("2026-10-01 05:00:00 --700", five, None),
            ("2026-10-01 05:00:00 -+700", five, None),
            ("2026-10-01 5:00:00 am -700", five, None),
            ("2026-10-01 05:00:00 -9959", five, None),
            ("-0001-01-01 00:00:00 +0000", -62_198_755_200, None),
            ("2026-10-01 05:00:00 −07", five, None),
            ("2026-10-01 05:00:00", five, None),
            ("-0700", five, None),
            ("", five, None),
            ("1790856000", five, None),
        ];
        for (text, second, minutes) in cases {
            let stored = SentText::new(text, at(second));
            assert_eq!(
                stored,
                minutes.map_or(SentText::Other(text), SentText::Usual)
            );
            assert_eq!(stored.text(at(second)).as_deref(), Some(text));
        }
    }

    #[test]
    fn offset_that_no_text_has_is_none() {
        for minutes in [1_000_000, i64::MAX, i64::MIN] {
            assert_eq!(SentText::Usual(minutes).text(at(0)), None, "{minutes}");
        }
    }
}
