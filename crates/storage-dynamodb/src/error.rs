//! What can go wrong, told without a stored value.

use std::{error::Error, io};

use aws_sdk_dynamodb::{
    error::{ProvideErrorMetadata, SdkError},
    operation::RequestId,
};
use vitalog_storage::{Retry, StorageError};

/// The table could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// There is no such table in that account and region.
    #[error("there is no DynamoDB table {table}")]
    NoTable {
        /// The name of the table.
        table: String,
    },
    /// The table has other keys.
    #[error("the DynamoDB table {table} has other keys than `metric` and `ts`, both strings")]
    OtherKeys {
        /// The name of the table.
        table: String,
    },
    /// The table could not be read.
    #[error("the DynamoDB table could not be read")]
    Unreadable(#[source] Box<dyn Error + Send + Sync>),
}

/// Why an operation failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The service answered with an error. Its message may repeat what was sent, so only its code
    /// is kept.
    #[error("AWS refused {action}: {code} (request {request})")]
    Refused {
        action: &'static str,
        code: String,
        request: String,
        retry: Retry,
    },
    /// No answer came.
    #[error("no answer of AWS to {action}: {cause}")]
    NoAnswer { action: &'static str, cause: String },
    #[error("DynamoDB took only a part of what was written, again and again")]
    Unprocessed,
    /// The record was changed each time between its head and its rows.
    #[error("the record kept changing while it was read")]
    Moved,
    /// The answer was lost, and so many others wrote since that the item no longer tells.
    #[error("nobody can tell any more whether it was stored")]
    Unsure,
    /// The item was written by a program that knows more than this one, or is damaged.
    #[error("the attribute {0} holds what this program does not understand")]
    NotUnderstood(&'static str),
    #[error("a request could not be built")]
    Unbuildable,
    #[error("a number is too large to be stored")]
    TooLarge,
    #[error("a name or a body is too long to be stored")]
    TooLong,
    #[error("a number is not finite")]
    NotFinite,
    #[error("the operation was broken off by a bug, or because the program is ending")]
    BrokenOff,
    #[error("an item could not be compressed")]
    Compression(#[source] io::Error),
}

/// Codes of answers that say that the same request may be taken later.
const PASSING: [&str; 9] = [
    "ProvisionedThroughputExceededException",
    "ThrottlingException",
    "Throttling",
    "RequestLimitExceeded",
    "InternalServerError",
    "ServiceUnavailable",
    "TransactionConflictException",
    "LimitExceededException",
    // Those of a role are renewed.
    "ExpiredTokenException",
];

pub(crate) const NO_TABLE: &str = "ResourceNotFoundException";
pub(crate) const VALIDATION: &str = "ValidationException";

impl Failure {
    pub(crate) fn of<E>(action: &'static str, error: &SdkError<E>) -> Self
    where
        E: ProvideErrorMetadata + RequestId + Error + 'static,
    {
        let Some(answer) = error.as_service_error() else {
            let cause = match error {
                // What is wrong with it may be told in its own words.
                SdkError::ResponseError(_) => "it cannot be read".to_owned(),
                SdkError::ConstructionFailure(_)
                | SdkError::TimeoutError(_)
                | SdkError::DispatchFailure(_)
                | SdkError::ServiceError(_)
                | _ => chain(error),
            };
            return Self::NoAnswer { action, cause };
        };
        let code = answer.code().unwrap_or("unknown").to_owned();
        let is_servers = error
            .raw_response()
            .is_some_and(|response| response.status().is_server_error());
        let passes = is_servers || PASSING.contains(&code.as_str());
        Self::Refused {
            action,
            request: answer.request_id().unwrap_or("unknown").to_owned(),
            retry: if passes { Retry::Later } else { Retry::Never },
            code,
        }
    }

    pub(crate) fn into_storage_error(self, operation: &'static str) -> StorageError {
        let retry = match &self {
            Self::Refused { retry, .. } => *retry,
            Self::NoAnswer { .. } | Self::Unprocessed | Self::Moved | Self::Unsure => Retry::Later,
            Self::NotUnderstood(_)
            | Self::Unbuildable
            | Self::TooLarge
            | Self::TooLong
            | Self::NotFinite
            | Self::BrokenOff
            | Self::Compression(_) => Retry::Never,
        };
        StorageError {
            operation,
            retry,
            source: Box::new(self),
        }
    }
}

/// An error of the connection and its causes. No request was read, so no value is in it.
fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
