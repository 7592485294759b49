//! The server that doors hold.

use std::{fmt, io, sync::Arc, time::Duration};

use ::http::{HeaderMap, Request, Response};
use axum::body::Body;
use serde_json::{Map, Value};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;
use vitalog_core::Clock;
use vitalog_service::Service;

use crate::{
    Principal, ToolReply, ToolsetError,
    asking::Asking,
    calls::{Caller, NoReply, Tools},
    descriptor,
    envelope::ToolReply as Reply,
    error::ToolError,
    front::{Front, http, offer::Offer},
    guard::{self, Guard},
    handler::Handler,
    revision::Revision,
    stdio,
};

/// What the server needs besides the use cases.
#[derive(Clone)]
pub struct McpOptions {
    /// The time, from which "the last 7 days" are counted.
    pub clock: Arc<dyn Clock>,
    /// How long one call may take.
    pub deadline: Duration,
}

impl McpOptions {
    /// The usual options.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            deadline: guard::DEADLINE,
        }
    }
}

impl fmt::Debug for McpOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpOptions")
            .field("deadline", &self.deadline)
            .finish_non_exhaustive()
    }
}

/// The protocol edge over a [`Service`]. Cheap to clone.
#[derive(Clone)]
pub struct Mcp {
    tools: Arc<Tools>,
    front: Front,
}

impl Mcp {
    /// The protocol edge over these use cases.
    #[must_use]
    pub fn new(service: Service, options: McpOptions) -> Self {
        Self::assemble(service, options, |handler| {
            let tools = Arc::clone(&handler.0);
            Front::new(handler, Offer::TOOLS_AND_PROMPTS).calling(tools)
        })
    }

    /// The protocol edge with the front layer that `front` makes.
    pub(crate) fn assemble(
        service: Service,
        options: McpOptions,
        front: impl FnOnce(Handler) -> Front,
    ) -> Self {
        let guard = Guard::new(options.deadline);
        let tools = Arc::new(Tools::new(service, options.clock, guard));
        let front = front(Handler(Arc::clone(&tools)));
        Self { tools, front }
    }

    /// Answers an HTTP request that has passed a door. The caller has checked `Host`, `Origin` and
    /// the credential; everything else is checked here. Dropping the future, as a server does when
    /// the client goes away, cancels the request; a write that has begun is still finished.
    pub async fn handle_http(
        &self,
        principal: Principal,
        request: Request<Body>,
    ) -> Response<Body> {
        self.front.handle_http(principal, request).await
    }

    /// Refuses an HTTP request whose URL names no toolsets, as the protocol refuses what is wrong
    /// with a message. The body is not read.
    #[must_use]
    pub fn refuse_toolsets(headers: &HeaderMap, error: ToolsetError) -> Response<Body> {
        http::refuse_toolsets(headers, error)
    }

    /// Refuses an HTTP request of whoever has asked too much of late; the caller says in the headers when
    /// to go on. The body is not read.
    #[must_use]
    pub fn refuse_too_many(headers: &HeaderMap) -> Response<Body> {
        http::refuse_too_many(headers)
    }

    /// Answers messages from `input`, one a line, on `output`, until the input ends and all that
    /// was accepted is answered.
    ///
    /// # Errors
    ///
    /// If reading or writing fails.
    pub async fn serve_stdio<R, W>(
        &self,
        principal: Principal,
        input: R,
        output: W,
    ) -> io::Result<()>
    where
        R: AsyncRead,
        W: AsyncWrite,
    {
        let served = stdio::serve(&self.front, Arc::new(principal), input, output).await;
        self.finish_writes().await;
        served
    }

    /// The tools that `principal` sees, as `tools/list` of the newest revision shows them
    /// to someone who has named nothing: no store is read.
    #[must_use]
    pub fn catalog(&self, principal: &Principal) -> Vec<Value> {
        let stamp = descriptor::stamp(&principal.account, &[]);
        self.tools
            .list(principal)
            .map(|tool| descriptor::describe(tool, &stamp, Revision::July2026))
            .filter_map(|tool| serde_json::to_value(tool).ok())
            .collect()
    }

    /// Calls a tool as a client would; `None` if `principal` sees no such tool. Arguments that are
    /// `null` are none.
    pub async fn call(
        &self,
        principal: &Principal,
        tool: &str,
        arguments: Value,
    ) -> Option<ToolReply> {
        let given = match arguments {
            Value::Null => Map::new(),
            Value::Object(given) => given,
            Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                return Some(Reply::error(&ToolError::arguments(
                    "The arguments must be an object.",
                    "Give names and values, as {\"start_date\": \"2026-10-01\"}.",
                )));
            }
        };
        let caller = Caller {
            cancel: &CancellationToken::new(),
            client: None,
            asking: Asking::default(),
        };
        match self
            .tools
            .call(&Arc::new(principal.clone()), tool, given, caller)
            .await
        {
            Ok(reply) => Some(reply),
            Err(NoReply::UnknownTool) => None,
            // Who was not said to be able to answer is not asked, and has no state.
            Err(NoReply::Panicked | NoReply::Cancelled | NoReply::Asks(_) | NoReply::BadState) => {
                Some(Reply::error(&ToolError::new(
                    "server_fault",
                    "The server could not answer.",
                    "Trying again may not help; see the log.",
                )))
            }
        }
    }

    /// Waits until every write that has begun is done; call it when the server stops.
    pub async fn finish_writes(&self) {
        self.tools.guard.finish_writes().await;
    }
}

impl fmt::Debug for Mcp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mcp").finish_non_exhaustive()
    }
}
