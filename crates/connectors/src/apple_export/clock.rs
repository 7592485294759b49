//! Times of day as a phone shows them.

/// A time of day in the one form `03:05:01.20`, from `3:05:01.20 AM`, `3:05:01,20` and the like;
/// `None` for what is no time. Phones write the times of heart beats as they show them, so
/// that a changed setting would make other text of the same beats.
pub(super) fn time_of_day(text: &str) -> Option<String> {
    let mut digits: String = text
        .chars()
        .filter(|char| char.is_ascii_digit() || ":.,".contains(*char))
        .collect();
    // `a. m.` ends in points of its own.
    digits.truncate(digits.trim_end_matches(['.', ',']).len());
    let letters = text.chars().filter(|char| char.is_alphabetic());
    let letters: String = letters.flat_map(char::to_lowercase).collect();
    let mut parts = digits.split(':');
    let (hour, minute, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    let (second, fraction) = seconds.split_once(['.', ',']).unwrap_or((seconds, ""));
    let number = |text: &str| text.parse::<u8>().ok();
    let hour = match (number(hour)?, letters.as_str()) {
        (hour, "") => hour,
        (hour @ 1..=12, "am") => hour % 12,
        (hour @ 1..=12, "pm") => hour % 12 + 12,
        _ => return None,
    };
    let is_time = parts.next().is_none()
        && hour < 24
        && fraction.len() <= 9
        && fraction.bytes().all(|byte| byte.is_ascii_digit());
    let (minute, second) = (number(minute)?, number(second)?);
    if !is_time || minute > 59 || second > 60 {
        return None;
    }
    let mut written = format!("{hour:02}:{minute:02}:{second:02}");
    if !fraction.is_empty() {
        written.push('.');
        written.push_str(fraction);
    }
    Some(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_of_day_has_one_form() {
        for (text, expected) in [
            ("3:05:01.20 AM", Some("03:05:01.20")),
            ("7:57:02,42 AM", Some("07:57:02.42")),
            ("12:00:00.00\u{202f}AM", Some("00:00:00.00")),
            ("12:30:00 p. m.", Some("12:30:00")),
            ("23:59:59,9", Some("23:59:59.9")),
            ("25:00:00", None),
            ("3:05", None),
            ("3:05:01 vorm.", None),
            ("", None),
        ] {
            assert_eq!(time_of_day(text).as_deref(), expected, "{text}");
        }
    }
}
