//! The front layer: one message in, one reply out, the same for HTTP and stdio.
//!
//! It reads a message once, decides its era, refuses what the protocol refuses (each time with a
//! JSON-RPC body, which the SDK does not do), and hands the rest to the SDK as a request that the
//! SDK has nothing to object to.

mod accept;
mod client;
mod direct;
mod era;
pub(crate) mod headers;
pub(crate) mod http;
pub(crate) mod message;
pub(crate) mod method;
pub(crate) mod offer;
mod params;
pub(crate) mod reply;

use std::{convert::Infallible, sync::Arc};

use ::http::{HeaderMap, HeaderValue, Request, Response, StatusCode, header};
use axum::body::Body;
use bytes::Bytes;
use futures::{FutureExt, future::BoxFuture};
use http_body_util::{BodyExt, Full, combinators::BoxBody};
use rmcp::{
    ServerHandler,
    transport::{
        StreamableHttpServerConfig, StreamableHttpService,
        streamable_http_server::session::never::NeverSessionManager,
    },
};
use serde_json::{Map, Value, json};

use self::{
    era::Admitted,
    message::Message,
    offer::Offer,
    reply::{Content, INTERNAL_ERROR, INVALID_REQUEST, Refusal, Reply},
};
use crate::{Principal, calls::Tools};

/// The SDK over some handler.
type Sdk = dyn Fn(Request<Full<Bytes>>) -> BoxFuture<'static, Response<BoxBody<Bytes, Infallible>>>
    + Send
    + Sync;

/// The front layer with the SDK behind it.
#[derive(Clone)]
pub(crate) struct Front {
    sdk: Arc<Sdk>,
    offer: Offer,
    tools: Option<Arc<Tools>>,
}

impl Front {
    /// Puts the front layer before a handler that has this to offer.
    pub(crate) fn new<H: ServerHandler + Clone>(handler: H, offer: Offer) -> Self {
        // Host and Origin are checked by the server, which knows its public name; the body's size
        // by the door.
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .disable_allowed_hosts()
            .disable_allowed_origins();
        let sdk = Arc::new(StreamableHttpService::new(
            // Called for each request: a handler is one shared pointer (gap G19) and making it
            // cannot fail (gap G15).
            move || Ok(handler.clone()),
            Arc::new(NeverSessionManager::default()),
            config,
        ));
        Self {
            sdk: Arc::new(move |request| {
                let sdk = Arc::clone(&sdk);
                async move { sdk.handle(request).await }.boxed()
            }),
            offer,
            tools: None,
        }
    }

    /// Calls these tools without the SDK between; the handler must have the same and no others.
    pub(crate) fn calling(self, tools: Arc<Tools>) -> Self {
        Self {
            tools: Some(tools),
            ..self
        }
    }

    /// Answers one message.
    ///
    /// Dropping the future cancels the request.
    pub(crate) async fn answer(
        &self,
        principal: &Arc<Principal>,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Reply {
        match message::read(body) {
            Ok(message) => self.answer_message(principal, headers, message).await,
            Err(refusal) => refusal.reply(era::revision_of(headers)),
        }
    }

    /// Answers one message that has been read.
    pub(crate) async fn answer_message(
        &self,
        principal: &Arc<Principal>,
        headers: &HeaderMap,
        message: Message,
    ) -> Reply {
        let revision = era::revision_of(headers);
        match message {
            Message::Request(request) => match era::judge(headers, request, self.offer) {
                Ok(admitted) => self.serve(principal, headers, admitted).await,
                Err((revision, refusal)) => refusal.reply(revision),
            },
            Message::Response if revision.is_modern() => Refusal::new(
                INVALID_REQUEST,
                "this server asks nothing, so nothing answers it",
            )
            .reply(revision),
            // Nothing here depends on what a client notifies of; over HTTP a cancellation is the
            // connection's end, and on stdio it has been seen to already.
            Message::Notification(_) | Message::Response => Reply {
                status: StatusCode::ACCEPTED,
                revision,
                content: Content::Empty,
            },
        }
    }

    async fn serve(
        &self,
        principal: &Arc<Principal>,
        headers: &HeaderMap,
        admitted: Admitted,
    ) -> Reply {
        let (revision, id) = (admitted.revision, admitted.request.id.clone());
        let broken = || {
            Refusal::new(INTERNAL_ERROR, "the server could not answer")
                .status(StatusCode::INTERNAL_SERVER_ERROR)
                .to(&id)
                .reply(revision)
        };
        if let Some(tools) = &self.tools
            && admitted.request.method == direct::METHOD
        {
            let reply = direct::call(tools, principal, admitted).await;
            return reply.unwrap_or_else(broken);
        }
        let Admitted {
            header, request, ..
        } = admitted;
        // The SDK's ids are strings and 64-bit integers with a sign.
        let own_id = id.is_string() || id.is_i64();
        let mut inner = Request::new(Full::new(Bytes::from(
            json!({
                "jsonrpc": "2.0",
                "id": if own_id { id.clone() } else { json!(0) },
                "method": request.method,
                "params": Value::Object(request.params.clone()),
            })
            .to_string(),
        )));
        *inner.method_mut() = ::http::Method::POST;
        *inner.headers_mut() = headers::of(&request, header.map(crate::Revision::as_str));
        headers::copy_parameters(headers, inner.headers_mut());
        for (name, value) in [
            (header::HOST, "localhost"),
            (header::CONTENT_TYPE, "application/json"),
            (header::ACCEPT, "application/json, text/event-stream"),
        ] {
            inner
                .headers_mut()
                .insert(name, HeaderValue::from_static(value));
        }
        inner.extensions_mut().insert(Arc::clone(principal));

        let response = (self.sdk)(inner).await;
        let (parts, body) = response.into_parts();
        let kind = parts
            .headers
            .get(header::CONTENT_TYPE)
            .map(HeaderValue::as_bytes);
        let content = match kind {
            Some(b"application/json") => match body.collect().await {
                Ok(collected) if own_id => Content::Json(collected.to_bytes()),
                Ok(collected) => match with_id(&collected.to_bytes(), &id) {
                    Some(json) => Content::Json(json),
                    None => return broken(),
                },
                Err(never) => match never {},
            },
            Some(b"text/event-stream") if own_id => Content::Events(Body::new(body)),
            // The SDK speaks plain text only where it fails, and says more than a stranger should
            // read (gap G15).
            _ => return broken(),
        };
        Reply {
            status: parts.status,
            revision,
            content,
        }
    }
}

/// The same answer to a request of another id.
fn with_id(answer: &[u8], id: &Value) -> Option<Bytes> {
    let mut answer: Map<String, Value> = serde_json::from_slice(answer).ok()?;
    answer.insert("id".to_owned(), id.clone());
    Some(Bytes::from(Value::Object(answer).to_string()))
}
