//! Electrocardiograms: lines of `label,value`, and then one voltage a line.

use serde_json::{Map, Value};

use super::{
    super::{SentFile, date::read_when},
    document,
};

/// The kind under which electrocardiograms are kept, which is that of pushes.
const KIND: &str = "ecg";
/// What the lines before the voltages tell, in the order in which every phone writes them; labels
/// are in the phone's language. The first two, who and when born, are not kept.
const MEMBERS: &[Option<&str>] = &[
    None,
    None,
    Some("recordedAt"),
    Some("classification"),
    Some("symptoms"),
    Some("softwareVersion"),
    Some("device"),
    Some("sampleRate"),
    Some("lead"),
    Some("unit"),
];

/// An electrocardiogram as JSON, without the name of the person.
pub(super) fn read(text: &str) -> Option<SentFile> {
    let mut members = Map::new();
    let mut voltages = Vec::new();
    let mut at = None;
    let mut labelled = 0;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(voltage) = voltage(line) {
            voltages.push(Value::from(voltage));
            continue;
        }
        let (_, value) = line.split_once([',', ';'])?;
        let value = unquoted(value);
        let name = MEMBERS.get(labelled).copied().flatten();
        labelled += 1;
        if let Ok(when) = read_when(value.as_bytes()) {
            if at.is_none() && name == Some("recordedAt") {
                at = Some(when.at);
                members.insert("recordedAt".to_owned(), when.at.to_string().into());
            }
        } else if let Some(name) = name.filter(|_| !value.is_empty()) {
            members.insert(name.to_owned(), value.into());
        }
    }
    at?;
    if let Some(rate) = members
        .get("sampleRate")
        .and_then(Value::as_str)
        .and_then(leading)
    {
        members.insert("sampleRate".to_owned(), rate.into());
    }
    members.insert("voltages".to_owned(), Value::Array(voltages));
    Some(document(KIND, at, Value::Object(members).to_string()))
}

/// A line that is a number, with a comma for the point where phones write one.
fn voltage(line: &str) -> Option<f64> {
    let line = unquoted(line);
    let is_number = |char: char| char.is_ascii_digit() || "+-.,eE".contains(char);
    if !line.chars().all(is_number) {
        return None;
    }
    number(line)
}

/// The number that a text begins with: `512 hertz`, `511,898 Hz`.
fn leading(text: &str) -> Option<f64> {
    number(text.split_whitespace().next()?)
}

fn number(text: &str) -> Option<f64> {
    let number: f64 = text.replace(',', ".").parse().ok()?;
    number.is_finite().then_some(number)
}

fn unquoted(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_comma_and_other_labels_are_read() {
        let text = "Name,Test Person\nGeburtsdatum,\"1. Jan. 1985\"\n\
            Aufzeichnungsdatum,2026-09-13 21:15:00 +0200\nKlassifizierung,Sinusrhythmus\nSymptome,\n\
            Softwareversion,2.0\nGerät,\"Watch7,1\"\nMessrate,\"511,898 Hertz\"\n\n\
            Ableitung,Ableitung I\nEinheit,µV\n\n20.5\n\"-12,345\"\n-7\n";
        let file = read(text).unwrap();
        let body: Value = serde_json::from_str(&file.body).unwrap();
        let expected = serde_json::json!({
            "recordedAt": "2026-09-13T19:15:00Z",
            "classification": "Sinusrhythmus",
            "softwareVersion": "2.0",
            "device": "Watch7,1",
            "sampleRate": 511.898,
            "lead": "Ableitung I",
            "unit": "µV",
            "voltages": [20.5, -12.345, -7.0],
        });
        assert_eq!(body, expected);
        assert!(!file.body.contains("Test Person") && !file.body.contains("1985"));
    }

    #[test]
    fn other_tables_are_no_electrocardiograms() {
        for text in ["", "a,b\n1,2\n", "1\n2\n3\n", "no table at all"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
