//! How a command ends when it does not succeed: one sentence, advice, an exit code.

use std::fmt;

use vitalog_config::ConfigError;
use vitalog_service::{ServiceError, code};
use vitalog_storage::StorageError;

/// The command did what it was asked.
pub(crate) const DONE: u8 = 0;
/// It could not.
pub(crate) const FAILED: u8 = 1;
/// It was asked wrongly.
pub(crate) const BAD_USAGE: u8 = 2;
/// It needs a person to do something first.
pub(crate) const NEEDS_PERSON: u8 = 3;

/// Why a command did not succeed, in words.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) code: u8,
    sentence: String,
    advice: Option<String>,
}

impl Failure {
    fn new(code: u8, sentence: impl Into<String>) -> Self {
        Self {
            code,
            sentence: sentence.into(),
            advice: None,
        }
    }

    /// The command could not do it.
    pub(crate) fn failed(sentence: impl Into<String>) -> Self {
        Self::new(FAILED, sentence)
    }

    /// The command was asked wrongly.
    pub(crate) fn usage(sentence: impl Into<String>) -> Self {
        Self::new(BAD_USAGE, sentence)
    }

    /// A person must do something first.
    pub(crate) fn needs_person(sentence: impl Into<String>) -> Self {
        Self::new(NEEDS_PERSON, sentence)
    }

    /// Says what to do.
    #[must_use]
    pub(crate) fn advise(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(advice.into());
        self
    }
}

impl Failure {
    /// The sentence, and the advice if there is any.
    pub(crate) fn into_words(self) -> (String, Option<String>) {
        (self.sentence, self.advice)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = self.sentence.trim_end_matches('.');
        write!(f, "vitalog: {sentence}.")?;
        match &self.advice {
            Some(advice) => write!(f, "\n{advice}"),
            None => Ok(()),
        }
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Self::usage(error.to_string()).advise("`vitalog config` shows which settings are in force.")
    }
}

impl From<ServiceError> for Failure {
    fn from(error: ServiceError) -> Self {
        let asked_wrongly = matches!(
            error.code,
            code::INVALID_ARGUMENT
                | code::INVALID_RANGE
                | code::RANGE_TOO_LONG
                | code::NOT_FOUND
                | code::CONFLICT
                | code::AMBIGUOUS
        );
        let mut failure = Self::new(
            if asked_wrongly { BAD_USAGE } else { FAILED },
            error.message,
        );
        failure.advice = error.advice;
        failure
    }
}

impl From<StorageError> for Failure {
    fn from(error: StorageError) -> Self {
        Self::from(ServiceError::from(error))
    }
}
