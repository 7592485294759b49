//! What a message says.

use serde_json::{Value, json};

/// Wakes a worker for a job.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct WakeUp {
    /// The queue of the job.
    pub queue: String,
    /// The job.
    pub id: String,
}

impl WakeUp {
    /// Reads the body of a message. `None` if nobody here wrote it.
    #[must_use]
    pub fn parse(body: &str) -> Option<Self> {
        let message: Value = serde_json::from_str(body).ok()?;
        let text = |name: &str| Some(message.get(name)?.as_str()?.to_owned());
        Some(Self {
            queue: text("queue")?,
            id: text("id")?,
        })
    }

    /// The body of a message, in ASCII: of other characters SQS refuses some.
    pub(super) fn body(&self) -> String {
        let Self { queue, id } = self;
        let body = json!({ "queue": queue, "id": id }).to_string();
        body.chars().map(in_ascii).collect()
    }
}

/// A character of a JSON text.
fn in_ascii(character: char) -> String {
    if character.is_ascii() && character != '\u{7f}' {
        return character.into();
    }
    let mut units = [0; 2];
    let units = character.encode_utf16(&mut units).iter();
    units
        .flat_map(|unit| ["\\u".to_owned(), hex::encode(unit.to_be_bytes())])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_says_any_name_in_ascii() {
        for (queue, id) in [
            ("", ""),
            ("nightly", "me/2026-10-01"),
            ("体重 😀", "\u{0}\n\"\\\u{7f}\u{ffff}"),
        ] {
            let wake_up = WakeUp {
                queue: queue.to_owned(),
                id: id.to_owned(),
            };
            let body = wake_up.body();
            assert!(body.bytes().all(|byte| (0x20..0x7f).contains(&byte)));
            assert_eq!(WakeUp::parse(&body), Some(wake_up));
        }
    }

    #[test]
    fn what_somebody_else_wrote_is_no_wake_up() {
        for body in [
            "",
            "hello",
            "[]",
            "{}",
            r#"{"queue":"a"}"#,
            r#"{"queue":"a","id":1}"#,
        ] {
            assert_eq!(WakeUp::parse(body), None, "{body}");
        }
        // A later program may say more.
        assert!(WakeUp::parse(r#"{"queue":"a","id":"b","more":1}"#).is_some());
    }
}
