//! The HTTP door: what must hold before a message is read, and the form of the reply.

use std::sync::Arc;

use ::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use axum::body::Body;
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};

use super::{
    Front,
    accept::{self, Form},
    era, headers,
    reply::{Content, INVALID_REQUEST, PARSE_ERROR, Refusal, Reply, TOO_MANY},
};
use crate::{Principal, ToolsetError};

/// Requests carry a name and a few arguments; the largest real one is a few kilobytes.
const BODY_LIMIT: usize = 256 * 1024;
const ALLOWED_METHODS: HeaderValue = HeaderValue::from_static("POST, OPTIONS");

impl Front {
    /// Answers an HTTP request that has passed the door of `principal`.
    pub(crate) async fn handle_http(
        &self,
        principal: Principal,
        request: Request<Body>,
    ) -> Response<Body> {
        let (parts, body) = request.into_parts();
        let method = &parts.method;
        if *method == Method::OPTIONS || *method != Method::POST {
            return bare(&parts.headers, *method == Method::OPTIONS);
        }
        let form = match check_types(&parts.headers) {
            Ok(form) => form,
            Err(refusal) => return refuse(&parts.headers, &refusal, Form::Json),
        };
        let body = match read_body(body).await {
            Ok(body) => body,
            Err(refusal) => return refuse(&parts.headers, &refusal, form),
        };
        render(
            self.answer(&Arc::new(principal), &parts.headers, &body)
                .await,
            form,
        )
    }
}

/// Refuses a request by its URL.
pub(crate) fn refuse_toolsets(headers: &HeaderMap, error: ToolsetError) -> Response<Body> {
    let form = accept::form(headers).unwrap_or(Form::Json);
    refuse(headers, &Refusal::new(INVALID_REQUEST, error.text()), form)
}

/// Refuses a request of whoever has asked too much of late. The body is not read.
pub(crate) fn refuse_too_many(headers: &HeaderMap) -> Response<Body> {
    let form = accept::form(headers).unwrap_or(Form::Json);
    let refusal = Refusal::new(
        TOO_MANY,
        "too many requests; Retry-After says when to go on",
    )
    .status(StatusCode::TOO_MANY_REQUESTS);
    refuse(headers, &refusal, form)
}

fn check_types(headers: &HeaderMap) -> Result<Form, Refusal> {
    let unsupported =
        |what| Refusal::new(INVALID_REQUEST, what).status(StatusCode::UNSUPPORTED_MEDIA_TYPE);
    if accept::is_packed(headers) {
        return Err(unsupported(
            "send the body as it is, without Content-Encoding",
        ));
    }
    if !accept::sends_json(headers) {
        return Err(unsupported("Content-Type must be application/json"));
    }
    accept::form(headers).ok_or_else(|| {
        Refusal::new(
            INVALID_REQUEST,
            "Accept must take application/json or text/event-stream",
        )
        .status(StatusCode::NOT_ACCEPTABLE)
    })
}

async fn read_body(body: Body) -> Result<Bytes, Refusal> {
    match Limited::new(body, BODY_LIMIT).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(Refusal::new(
            INVALID_REQUEST,
            "the request is larger than 256 KiB",
        )
        .status(StatusCode::PAYLOAD_TOO_LARGE)),
        Err(_) => Err(Refusal::new(PARSE_ERROR, "the body could not be read")),
    }
}

fn refuse(headers: &HeaderMap, refusal: &Refusal, form: Form) -> Response<Body> {
    render(refusal.reply(era::revision_of(headers)), form)
}

/// Other methods than POST: there is no stream to open and no session to end.
fn bare(headers: &HeaderMap, is_options: bool) -> Response<Body> {
    let status = if is_options {
        StatusCode::NO_CONTENT
    } else {
        StatusCode::METHOD_NOT_ALLOWED
    };
    let reply = Reply {
        status,
        revision: era::revision_of(headers),
        content: Content::Empty,
    };
    let mut response = render(reply, Form::Json);
    response
        .headers_mut()
        .insert(header::ALLOW, ALLOWED_METHODS);
    response
}

fn render(reply: Reply, form: Form) -> Response<Body> {
    const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");
    let (kind, body) = match (reply.content, form) {
        (Content::Empty, _) => (None, Body::empty()),
        (Content::Json(json), Form::Json) => (Some("application/json"), Body::from(json)),
        (Content::Json(json), Form::Events) => (Some("text/event-stream"), one_event(&json)),
        (Content::Events(events), _) => (Some("text/event-stream"), events),
    };
    let mut response = Response::new(body);
    *response.status_mut() = reply.status;
    let headers = response.headers_mut();
    if let Some(kind) = kind {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        if kind == "text/event-stream" {
            headers.insert(BUFFERING, HeaderValue::from_static("no"));
        }
    }
    headers.insert(
        headers::VERSION,
        HeaderValue::from_static(reply.revision.as_str()),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    response
}

/// A JSON document holds no raw line break, so it is one data line.
fn one_event(json: &[u8]) -> Body {
    let mut event = Vec::with_capacity(json.len() + 24);
    event.extend_from_slice(b"event: message\ndata: ");
    event.extend_from_slice(json);
    event.extend_from_slice(b"\n\n");
    Body::from(event)
}
