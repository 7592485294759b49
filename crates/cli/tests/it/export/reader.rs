//! A reader of comma-separated values, as RFC 4180 describes them, that shares nothing with what
//! writes them.

use std::collections::BTreeMap;

/// A row by the names of its columns; what is empty is left out.
pub(super) type Row = BTreeMap<String, String>;

/// The lines of a file, each a list of fields.
fn lines(text: &str) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    let (mut line, mut field) = (Vec::new(), String::new());
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (quoted, character) {
            (true, '"') if characters.peek() == Some(&'"') => {
                characters.next();
                field.push('"');
            }
            (true, '"') => quoted = false,
            (false, '"') => {
                assert!(field.is_empty(), "a quote in the midst of a field");
                quoted = true;
            }
            (false, ',') => line.push(std::mem::take(&mut field)),
            (false, '\r') => {
                assert_eq!(characters.next(), Some('\n'), "lines end in CRLF");
                line.push(std::mem::take(&mut field));
                lines.push(std::mem::take(&mut line));
            }
            (false, '\n') => panic!("a line that ends in LF alone"),
            (_, other) => field.push(other),
        }
    }
    assert!(!quoted && field.is_empty() && line.is_empty(), "cut off");
    lines
}

/// The rows of a file. The apostrophe in front of text is taken away.
pub(super) fn rows(text: &str) -> Vec<Row> {
    let mut lines = lines(text).into_iter();
    let head = lines.next().unwrap();
    lines
        .map(|line| {
            assert_eq!(line.len(), head.len());
            let named = head.iter().cloned().zip(line);
            let named = named.filter(|(_, field)| !field.is_empty());
            let plain = |field: String| match field.strip_prefix('\'') {
                Some(text) => text.to_owned(),
                None => field,
            };
            named.map(|(name, field)| (name, plain(field))).collect()
        })
        .collect()
}

#[test]
fn what_the_standard_shows_is_read_as_it_says() {
    let text = "a,b\r\n\"x,\"\"y\"\"\",\"one\r\ntwo\"\r\n,'=1\r\n";
    let row = |pairs: &[(&str, &str)]| -> Row {
        let pairs = pairs.iter();
        pairs
            .map(|(name, field)| ((*name).to_owned(), (*field).to_owned()))
            .collect()
    };
    let expected = [
        row(&[("a", "x,\"y\""), ("b", "one\r\ntwo")]),
        row(&[("b", "=1")]),
    ];
    assert_eq!(rows(text), expected);
}
