//! What the front layer says back, before a door gives it its form.

use axum::body::Body;
use bytes::Bytes;
use http::StatusCode;
use serde_json::{Value, json};

use crate::revision::Revision;

/// The JSON could not be read.
pub(crate) const PARSE_ERROR: i64 = -32_700;
/// It was read and is no JSON-RPC request.
pub(crate) const INVALID_REQUEST: i64 = -32_600;
/// The method does not exist, or belongs to a capability that is not offered.
pub(crate) const METHOD_NOT_FOUND: i64 = -32_601;
/// The method exists and its parameters do not fit.
pub(crate) const INVALID_PARAMS: i64 = -32_602;
/// A fault of this server.
pub(crate) const INTERNAL_ERROR: i64 = -32_603;
/// Whoever asks has asked too much of late. Outside the codes that JSON-RPC keeps for itself, and so an
/// application's own.
pub(crate) const TOO_MANY: i64 = -31_429;
/// A header says something else than the body.
pub(crate) const HEADER_MISMATCH: i64 = -32_020;
/// The request names a revision that it cannot have.
pub(crate) const UNSUPPORTED_VERSION: i64 = -32_022;

/// A message that is answered with a JSON-RPC error and goes no further.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// The HTTP status; stdio has no use for it.
    pub(crate) status: StatusCode,
    /// The request's id, if it could be read.
    pub(crate) id: Option<Box<Value>>,
    /// The JSON-RPC error code.
    pub(crate) code: i64,
    /// What is wrong, in words that repeat nothing from the request but names.
    pub(crate) message: &'static str,
    /// What the code's definition puts in `data`.
    pub(crate) data: Option<Box<Value>>,
}

impl Refusal {
    /// A refusal with status 400 and no id.
    pub(crate) fn new(code: i64, message: &'static str) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            id: None,
            code,
            message,
            data: None,
        }
    }

    /// With this HTTP status.
    pub(crate) fn status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// As the answer to the request of this id.
    pub(crate) fn to(mut self, id: &Value) -> Self {
        self.id = Some(Box::new(id.clone()));
        self
    }

    /// The error as JSON-RPC writes it. An id that could not be read is left out.
    pub(crate) fn body(&self) -> Bytes {
        let mut error = json!({"code": self.code, "message": self.message});
        if let Some(data) = &self.data {
            error["data"] = Value::clone(data);
        }
        let body = match &self.id {
            Some(id) => json!({"jsonrpc": "2.0", "id": id, "error": error}),
            None => json!({"jsonrpc": "2.0", "error": error}),
        };
        Bytes::from(body.to_string())
    }

    /// The reply that carries it.
    pub(crate) fn reply(&self, revision: Revision) -> Reply {
        Reply {
            status: self.status,
            revision,
            content: Content::Json(self.body()),
        }
    }
}

/// An answer: one JSON-RPC message, a stream of them, or nothing.
#[derive(Debug)]
pub(crate) struct Reply {
    /// The HTTP status.
    pub(crate) status: StatusCode,
    /// The revision that answered.
    pub(crate) revision: Revision,
    /// The answer itself.
    pub(crate) content: Content,
}

/// What a reply carries.
#[derive(Debug)]
pub(crate) enum Content {
    /// Nothing: the message wanted no answer.
    Empty,
    /// One JSON-RPC message.
    Json(Bytes),
    /// Server-sent events, the last of which is the answer.
    Events(Body),
}
