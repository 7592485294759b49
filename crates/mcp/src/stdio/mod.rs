//! The stdio door: messages as lines, answered through the same front layer as HTTP.
//!
//! The SDK's own stdio service ends the process at an early notification (gap G9), forgets a
//! handshake that follows a modern opening (gap G10), wants `initialize` before anything else,
//! and drops a line that is too long without a word. Here each line is a request of its own whose
//! headers are made from its body, so both eras may mix in one process, any method may come cold,
//! and all the doors have one behaviour.

mod line;

use std::{collections::HashMap, io, pin::pin, sync::Arc};

use bytes::Bytes;
use futures::{
    StreamExt,
    future::{AbortHandle, Abortable},
    stream::FuturesUnordered,
};
use http::HeaderMap;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};

use self::line::{Line, Lines};
use crate::{
    Principal,
    front::{
        Front, headers,
        message::{self, Message, Request},
        reply::{Content, INVALID_REQUEST, Refusal, Reply},
    },
    revision::Revision,
};

/// A request is a few kilobytes; this leaves room and still bounds memory.
const LINE_LIMIT: usize = 1024 * 1024;
/// Requests worked on at a time; input waits while there are as many.
const AT_ONCE: usize = 32;

/// Answers lines until the input ends and all that was accepted is answered.
pub(crate) async fn serve<R: AsyncRead, W: AsyncWrite>(
    front: &Front,
    principal: Arc<Principal>,
    input: R,
    output: W,
) -> io::Result<()> {
    let input = pin!(input);
    let mut lines = Lines::new(BufReader::new(input), LINE_LIMIT);
    let mut output = pin!(output);
    let mut open = true;
    let mut running = FuturesUnordered::new();
    let mut abort: HashMap<String, AbortHandle> = HashMap::new();
    let mut session = Session {
        front,
        principal,
        agreed: Revision::NEWEST_WITH_HANDSHAKE,
    };
    while open || !running.is_empty() {
        let reply = tokio::select! {
            line = lines.next(), if open && running.len() < AT_ONCE => match line? {
                Line::End => {
                    open = false;
                    None
                }
                Line::TooLong => Some(too_long()),
                Line::Whole(line) => match session.take(&line).await {
                    Taken::Answered(reply) => reply,
                    Taken::Cancelled(id) => {
                        if let Some(handle) = abort.remove(&id) {
                            handle.abort();
                        }
                        None
                    }
                    Taken::Begun(begun) => {
                        let (request, headers) = *begun;
                        let id = request.id.to_string();
                        let (handle, registration) = AbortHandle::new_pair();
                        abort.insert(id.clone(), handle);
                        let answer = session.answer(headers, Message::Request(request));
                        let answer = Abortable::new(answer, registration);
                        running.push(async move { (id, answer.await) });
                        None
                    }
                },
            },
            Some((id, answer)) = running.next(), if !running.is_empty() => {
                abort.remove(&id);
                // An aborted request gets no reply.
                answer.ok().flatten()
            }
        };
        if let Some(reply) = reply {
            output.write_all(&reply).await?;
            output.write_all(b"\n").await?;
            output.flush().await?;
        }
    }
    Ok(())
}

/// What became of a line.
enum Taken {
    /// It is done with; this is its reply, if it wanted one.
    Answered(Option<Bytes>),
    /// It asks to stop the request of this id.
    Cancelled(String),
    /// It is a request to work on.
    Begun(Box<(Request, HeaderMap)>),
}

/// One process's conversation: all that lasts from line to line is the revision that `initialize`
/// agreed to, which requests without modern `_meta` follow.
struct Session<'a> {
    front: &'a Front,
    principal: Arc<Principal>,
    agreed: Revision,
}

impl Session<'_> {
    async fn take(&mut self, line: &[u8]) -> Taken {
        if line.iter().all(u8::is_ascii_whitespace) {
            return Taken::Answered(None);
        }
        let request = match message::read(line) {
            Ok(Message::Request(request)) => request,
            Ok(Message::Notification(note)) => {
                return match note.params.get("requestId") {
                    Some(id) if note.method == "notifications/cancelled" => {
                        Taken::Cancelled(id.to_string())
                    }
                    _ => Taken::Answered(None),
                };
            }
            Ok(Message::Response) => return Taken::Answered(None),
            Err(refusal) => return Taken::Answered(Some(refusal.body())),
        };
        let named = version_named(&request);
        let headers = headers::of(&request, Some(named.unwrap_or(self.agreed.as_str())));
        if request.method != "initialize" || named.is_some() {
            return Taken::Begun(Box::new((request, headers)));
        }
        // Answered before the next line is read, since what follows it follows what it agreed to.
        let front = self.front;
        let reply = front
            .answer_message(&self.principal, &headers, Message::Request(request))
            .await;
        if let (200, Content::Json(body)) = (reply.status.as_u16(), &reply.content)
            && serde_json::from_slice::<Value>(body).is_ok_and(|body| body.get("result").is_some())
        {
            self.agreed = reply.revision;
        }
        Taken::Answered(line_of(reply))
    }

    /// The answer to a request; it outlives the borrow, so that the next line may be read.
    fn answer(
        &self,
        headers: HeaderMap,
        message: Message,
    ) -> impl Future<Output = Option<Bytes>> + use<> {
        let front = self.front.clone();
        let principal = Arc::clone(&self.principal);
        async move { line_of(front.answer_message(&principal, &headers, message).await) }
    }
}

/// The version that the request's own `_meta` names.
fn version_named(request: &Request) -> Option<&str> {
    request
        .params
        .get("_meta")?
        .get("io.modelcontextprotocol/protocolVersion")?
        .as_str()
}

/// A reply as one line.
fn line_of(reply: Reply) -> Option<Bytes> {
    match reply.content {
        Content::Empty => None,
        Content::Json(json) => Some(json),
        // Nothing this server does sends a message before its answer.
        Content::Events(events) => {
            drop(events);
            None
        }
    }
}

fn too_long() -> Bytes {
    Refusal::new(INVALID_REQUEST, "the message is longer than 1 MiB").body()
}
