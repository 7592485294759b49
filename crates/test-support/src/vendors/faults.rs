//! Things that go wrong, on demand.

use serde_json::json;

use super::ask::Answer;

/// What happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// This is answered, and nothing done.
    Status(u16),
    /// Too many requests; the wait is told in seconds, or not at all.
    TooMany(Option<u32>),
    /// All is done, and then the answer is lost: a token is used up, and nobody has the new one.
    AnswerLost,
    /// No answer ever comes.
    Hang,
    /// The answer is cut in the middle.
    NotJson,
    /// A page of a list that holds nothing and says each time that there is another.
    Circle,
}

/// What happens to which requests, by the beginning of their paths, and how often.
#[derive(Default)]
pub(super) struct Faults(Vec<(String, Fault, u32)>);

impl Faults {
    pub(super) fn add(&mut self, path: &str, fault: Fault, times: u32) {
        self.0.push((path.to_owned(), fault, times));
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// What happens to the next request to a path.
    pub(super) fn take(&mut self, path: &str) -> Option<Fault> {
        let (_, fault, left) = self
            .0
            .iter_mut()
            .find(|(start, _, left)| *left > 0 && path.starts_with(start.as_str()))?;
        *left -= 1;
        Some(fault.clone())
    }
}

impl Fault {
    /// The answer in place of the right one, if nothing is to be done.
    pub(super) fn instead(&self) -> Option<Answer> {
        match self {
            Self::Status(status) => Some(Answer::empty(*status)),
            Self::TooMany(None) => Some(Answer::empty(429)),
            Self::TooMany(Some(wait)) => Some(Answer::empty(429).with("retry-after", wait)),
            Self::Circle => Some(Answer::json(
                200,
                json!({
                    "data": [], "records": [], "next_token": "again",
                }),
            )),
            Self::AnswerLost | Self::Hang | Self::NotJson => None,
        }
    }
}
