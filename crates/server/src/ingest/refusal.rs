//! Why a push is not taken, and what its sender is told.

use axum::response::Response;
use http::StatusCode;
use vitalog_service::{ServiceError, code};

use crate::{body::BodyError, reply};

/// Why a push is not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    NoSuchPath,
    WrongKey,
    WrongMethod,
    TooLarge,
    TooMany(usize),
    BadGzip,
    UnknownEncoding,
    NotSentAsJson,
    TooSlow,
    BrokenOff,
    NotJson,
    WrongShape(String),
    Later,
    Fault,
}

impl Refusal {
    /// A name for the log.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::NoSuchPath => "no such path",
            Self::WrongKey => "wrong key",
            Self::WrongMethod => "wrong method",
            Self::TooLarge => "too large",
            Self::TooMany(_) => "too many samples",
            Self::BadGzip => "bad gzip",
            Self::UnknownEncoding => "unknown encoding",
            Self::NotSentAsJson => "not sent as JSON",
            Self::TooSlow => "too slow",
            Self::BrokenOff => "broken off",
            Self::NotJson => "not JSON",
            Self::WrongShape(_) => "wrong shape",
            Self::Later => "storage out of reach",
            Self::Fault => "fault",
        }
    }

    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::NoSuchPath => StatusCode::NOT_FOUND,
            Self::WrongKey => StatusCode::UNAUTHORIZED,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge | Self::TooMany(_) | Self::BadGzip => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnknownEncoding | Self::NotSentAsJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::BrokenOff | Self::NotJson | Self::WrongShape(_) => StatusCode::BAD_REQUEST,
            Self::Later => StatusCode::SERVICE_UNAVAILABLE,
            Self::Fault => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The reply. `limit` is the number of bytes that would be taken.
    pub(crate) fn into_response(self, limit: usize) -> Response {
        let sentence = match &self {
            Self::NoSuchPath => return reply::not_found(),
            Self::WrongMethod => return reply::wrong_method("POST"),
            Self::Later => return reply::try_later(),
            Self::Fault => return reply::fault(),
            Self::WrongKey => "The X-Ingest-Key header is missing or wrong. `vitalog ingest-url` \
                               prints the header to set in the automation."
                .to_owned(),
            Self::TooLarge => format!(
                "The push has more than {limit} bytes. Send fewer metrics, leave workout routes out, \
                 or raise the limit with VITALOG_INGEST__MAX_BYTES; docs/guides/payload-size.md \
                 says more."
            ),
            Self::TooMany(most) => format!(
                "The push holds more than {most} samples, more than the app writes into so many \
                 bytes; nothing was stored. Send it in parts: a shorter period, or fewer metrics."
            ),
            Self::BadGzip => "The body says it is gzip, but it cannot be unpacked; nothing was \
                              stored. Send it without Content-Encoding, or once more if it broke \
                              off on the way."
                .to_owned(),
            Self::UnknownEncoding => {
                "Bodies are taken as they are or packed with gzip, in no other Content-Encoding."
                    .to_owned()
            }
            Self::NotSentAsJson => {
                "This address takes JSON: set Export Format to JSON in the automation.".to_owned()
            }
            Self::TooSlow => {
                "The body came too slowly; nothing was stored. Send it again.".to_owned()
            }
            Self::BrokenOff => "The body broke off; nothing was stored. Send it again.".to_owned(),
            Self::NotJson => "The body is not JSON; nothing was stored. Set Export Format to JSON \
                              in the automation."
                .to_owned(),
            Self::WrongShape(what) => {
                format!("This is not a Health Auto Export push: {what}. Nothing was stored.")
            }
        };
        reply::refusal(self.status(), &sentence)
    }
}

impl From<BodyError> for Refusal {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::TooLarge => Self::TooLarge,
            BodyError::TooSlow => Self::TooSlow,
            BodyError::Broken => Self::BrokenOff,
        }
    }
}

impl From<ServiceError> for Refusal {
    fn from(error: ServiceError) -> Self {
        tracing::error!(
            error.code = error.code,
            "cannot check an ingest secret: {error}"
        );
        if error.code == code::STORAGE_UNAVAILABLE {
            Self::Later
        } else {
            Self::Fault
        }
    }
}
