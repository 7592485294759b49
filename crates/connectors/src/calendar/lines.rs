//! Content lines: unfolded, and taken apart into name, parameters and value.

/// One property of a component, as written.
#[derive(Clone)]
pub(super) struct Line {
    /// In upper case.
    pub(super) name: String,
    /// Names in upper case; values without their quotes.
    params: Vec<(String, String)>,
    /// As written: what its commas and escapes mean depends on the property.
    pub(super) value: String,
}

impl Line {
    pub(super) fn param(&self, name: &str) -> Option<&str> {
        let found = self.params.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// The lines of a file. A line that goes on begins with a space or a tab on the next one, and may
/// be broken within a character: so bytes are joined first and decoded then.
pub(super) fn content_lines(body: &[u8]) -> impl Iterator<Item = Line> {
    let mut rest = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            if let Some(line) = read_line(&next_unfolded(&mut rest)) {
                return Some(line);
            }
        }
        None
    })
}

fn next_unfolded(rest: &mut &[u8]) -> String {
    let mut whole = Vec::new();
    loop {
        let end = rest.iter().position(|&byte| byte == b'\n');
        let (line, after) = match end {
            Some(end) => (&rest[..end], &rest[end + 1..]),
            None => (*rest, &[][..]),
        };
        whole.extend_from_slice(line.strip_suffix(b"\r").unwrap_or(line));
        if let [b' ' | b'\t', more @ ..] = after {
            *rest = more;
        } else {
            *rest = after;
            return String::from_utf8_lossy(&whole).into_owned();
        }
    }
}

/// `NAME;KEY=value;KEY="quoted: value":value`; `None` if it is no such line.
fn read_line(text: &str) -> Option<Line> {
    let mut quoted = false;
    let colon = text.char_indices().find_map(|(at, c)| {
        quoted ^= c == '"';
        (c == ':' && !quoted).then_some(at)
    })?;
    let mut parts = split_unquoted(&text[..colon], ';').into_iter();
    let name = parts.next()?.trim().to_ascii_uppercase();
    let params = parts
        .filter_map(|part| part.split_once('='))
        .map(|(key, value)| {
            let value = value.trim().trim_matches('"').to_owned();
            (key.trim().to_ascii_uppercase(), value)
        })
        .collect();
    let value = text[colon + 1..].trim().to_owned();
    (!name.is_empty()).then_some(Line {
        name,
        params,
        value,
    })
}

fn split_unquoted(text: &str, separator: char) -> Vec<&str> {
    let mut quoted = false;
    text.split(|c| {
        quoted ^= c == '"';
        c == separator && !quoted
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(body: &[u8]) -> Vec<String> {
        content_lines(body)
            .map(|line| format!("{} {:?} {}", line.name, line.params, line.value))
            .collect()
    }

    #[test]
    fn lines_are_unfolded_and_taken_apart() {
        for (body, expected) in [
            (
                "DTSTART:20261102T090000Z\r\n",
                "DTSTART [] 20261102T090000Z",
            ),
            ("dtstart;tzid=X:1", r#"DTSTART [("TZID", "X")] 1"#),
            (
                "ATTENDEE;CN=\"A; B: C\";PARTSTAT=ACCEPTED:mailto:a@example.com\n",
                r#"ATTENDEE [("CN", "A; B: C"), ("PARTSTAT", "ACCEPTED")] mailto:a@example.com"#,
            ),
            (
                "RRULE:FREQ=\r\n DAILY\r\n\t;COUNT=2",
                "RRULE [] FREQ=DAILY;COUNT=2",
            ),
            ("\u{feff}BEGIN:VCALENDAR", "BEGIN [] VCALENDAR"),
            ("no colon\n\n:no name\nUID:7", "UID [] 7"),
        ] {
            assert_eq!(shown(body.as_bytes()), [expected], "{body:?}");
        }
    }

    #[test]
    fn a_character_broken_by_folding_is_whole_again() {
        let text = "UID:caf\u{e9}";
        let (before, after) = text.as_bytes().split_at(text.len() - 1);
        let body = [before, b"\r\n ", after].concat();
        assert_eq!(shown(&body), ["UID [] caf\u{e9}"]);
    }
}
