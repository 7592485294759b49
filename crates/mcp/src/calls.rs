//! Calling a tool: who may, with which arguments, within which bounds, and what is logged of it.

use std::sync::Arc;

use bytes::Bytes;
use serde_json::{Map, Value};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use vitalog_core::{Clock, day::day_of};
use vitalog_service::{Access, AccessOutcome, Service};

use crate::{
    Principal, ToolError, ToolReply,
    about::About,
    arguments,
    asking::{Asking, Bound, Question},
    descriptor::{self, Stamps},
    error::Instead,
    guard::{Guard, Stopped},
    recall::{Asked, Recall},
    registry::{Call, Definition, Effect, Stamp},
    revision::Revision,
    tools,
};

/// Every tool, and what they work with.
pub(crate) struct Tools {
    definitions: Vec<Definition>,
    service: Service,
    clock: Arc<dyn Clock>,
    pub(crate) guard: Guard,
    pub(crate) recall: Recall,
}

/// Why a call has no reply.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum NoReply {
    /// The person has to choose first.
    Asks(Box<Question>),
    /// The state that came with the call is not one that was given out for it.
    BadState,
    /// The principal sees no such tool.
    UnknownTool,
    /// The tool panicked.
    Panicked,
    /// Nobody waits for the reply.
    Cancelled,
}

/// How a call came about.
pub(crate) struct Caller<'a> {
    /// Cancelled when nobody waits for the reply any more.
    pub(crate) cancel: &'a CancellationToken,
    /// What the client calls itself, where the request says so.
    pub(crate) client: Option<&'a str>,
    /// What the request says about being asked back.
    pub(crate) asking: Asking,
}

impl Tools {
    /// The tools over these use cases.
    pub(crate) fn new(service: Service, clock: Arc<dyn Clock>, guard: Guard) -> Self {
        Self {
            definitions: tools::all(),
            service,
            clock,
            guard,
            recall: Recall::new(),
        }
    }

    /// The tools a principal sees, always in the same order.
    pub(crate) fn list<'a>(
        &'a self,
        principal: &'a Principal,
    ) -> impl Iterator<Item = &'a Definition> {
        self.definitions
            .iter()
            .filter(|tool| tool.is_chosen(principal) && tool.is_allowed(principal))
    }

    /// What is true of a principal's account, for the descriptions of the tools it sees. A catalog
    /// without the person's own names is better than none, so that a store that fails takes only
    /// them away.
    pub(crate) async fn stamps(&self, principal: &Principal, cancel: &CancellationToken) -> Stamps {
        let account = &principal.account;
        let mut listed = self.list(principal);
        let names = if listed.any(|tool| tool.stamps.contains(&Stamp::Names)) {
            let service = self.service.clone();
            let asked = account.clone();
            let work = async move { service.custom_metrics(&asked).await };
            let read = self.guard.read(cancel, work).await;
            read.ok().and_then(Result::ok).unwrap_or_default()
        } else {
            Vec::new()
        };
        descriptor::stamp(account, &names)
    }

    /// What a tool is given when `principal` calls it.
    pub(crate) fn context(&self, principal: &Arc<Principal>) -> Call {
        Call {
            service: self.service.clone(),
            clock: Arc::clone(&self.clock),
            principal: Arc::clone(principal),
            asking: Asking::default(),
            bound: Bound::default(),
        }
    }

    /// What the answer to a call depends on, before anything is read for it; `None` if it must be
    /// worked out each time.
    pub(crate) fn asked(
        &self,
        principal: &Principal,
        revision: Revision,
        name: &str,
        given: &Map<String, Value>,
    ) -> Option<Asked> {
        let tool = self.find(principal, name)?;
        if tool.effect != Effect::Reads || !tool.lasts {
            return None;
        }
        let version = match principal.version {
            Some(version) => version,
            None => self.service.version().ok()??,
        };
        let today = day_of(self.clock.now(), &principal.account.zone);
        Asked::new(version, principal, today, revision, name, given)
    }

    /// The answer to a call that was given before, as JSON.
    pub(crate) fn recall(
        &self,
        asked: &Asked,
        principal: &Principal,
        name: &str,
        client: Option<&str>,
    ) -> Option<Bytes> {
        let begun = Instant::now();
        let (answer, about) = self.recall.get(asked)?;
        let tool = self.find(principal, name)?;
        self.log(tool, principal, client, begun, "ok", &about);
        Some(answer)
    }

    fn find(&self, principal: &Principal, name: &str) -> Option<&Definition> {
        let chosen = |tool: &&Definition| tool.name == name && tool.is_chosen(principal);
        self.definitions.iter().find(chosen)
    }

    /// Calls a tool.
    pub(crate) async fn call(
        &self,
        principal: &Arc<Principal>,
        name: &str,
        given: Map<String, Value>,
        caller: Caller<'_>,
    ) -> Result<ToolReply, NoReply> {
        // An unknown name is the client's own text, and is not logged.
        let Some(tool) = self.find(principal, name) else {
            return Err(NoReply::UnknownTool);
        };
        let begun = Instant::now();
        let (client, asking) = (caller.client, caller.asking);
        let mut about = About::asked(&given);
        let work = self.attempt(tool, principal, given, asking, caller.cancel);
        let outcome = work.await;
        if let Ok(document) = &outcome {
            about = about.answered(document);
        }
        self.log(tool, principal, client, begun, word_for(&outcome), &about);
        match outcome {
            Ok(document) => Ok(ToolReply::document(document, tool.cap, tool.hint)),
            Err(Failure::Error(error)) => match error.instead.map(|instead| *instead) {
                Some(Instead::Asks(question)) => Err(NoReply::Asks(Box::new(question))),
                Some(Instead::BadState) => Err(NoReply::BadState),
                None => Ok(ToolReply::error(&ToolError {
                    instead: None,
                    ..error
                })),
            },
            Err(Failure::Stopped(Stopped::TimedOut)) => Ok(ToolReply::error(&late(tool))),
            Err(Failure::Stopped(Stopped::Panicked)) => Err(NoReply::Panicked),
            Err(Failure::Stopped(Stopped::Cancelled)) => Err(NoReply::Cancelled),
        }
    }

    async fn attempt(
        &self,
        tool: &Definition,
        principal: &Arc<Principal>,
        given: Map<String, Value>,
        asking: Asking,
        cancel: &CancellationToken,
    ) -> Result<Value, Failure> {
        if !tool.is_allowed(principal) {
            return Err(Failure::Error(ToolError::new(
                READ_ONLY,
                "This connection may read the record and not change it.",
                "Use a connection that may write, or make the change yourself where you recorded \
                 it.",
            )));
        }
        let mut context = self.context(principal);
        if tool.effect == Effect::Syncs {
            context.asking = asking;
            context.bound = Bound::new(tool.name, &given);
        }
        let arguments =
            arguments::check(&tool.input, given, context.today()).map_err(Failure::Error)?;
        let work = (tool.run)(context, arguments);
        let done = match tool.effect {
            Effect::Reads => self.guard.read(cancel, work).await,
            Effect::Syncs | Effect::Adds | Effect::Removes => self.guard.write(cancel, work).await,
        };
        done.map_err(Failure::Stopped)?.map_err(Failure::Error)
    }
}

impl Tools {
    /// One line and one entry of the access log a call, without arguments or results.
    fn log(
        &self,
        tool: &Definition,
        principal: &Principal,
        client: Option<&str>,
        begun: Instant,
        result: &'static str,
        about: &About,
    ) {
        let client: Option<String> =
            client.map(|name| name.chars().take(CLIENT_NAME_CHARS).collect());
        let elapsed = begun.elapsed().as_millis();
        tracing::info!(
            account.id = %principal.account.id,
            door = principal.door.as_str(),
            tool.name = tool.name,
            tool.outcome = result,
            tool.duration_ms = elapsed,
            client.name = client,
            "tool {}: {result}",
            tool.name,
        );
        self.service.note_access(Access {
            account: principal.account.id.clone(),
            door: principal.door.as_str(),
            client,
            token: principal.token.clone(),
            tool: tool.name,
            metrics: about.metrics.clone(),
            from: about.from,
            to: about.to,
            rows: about.rows,
            outcome: match result {
                "ok" => AccessOutcome::Ok,
                READ_ONLY => AccessOutcome::Refused,
                _ => AccessOutcome::Error,
            },
            ms: u64::try_from(elapsed).unwrap_or(u64::MAX),
        });
    }
}

/// Why an attempt gave no document.
enum Failure {
    Error(ToolError),
    Stopped(Stopped),
}

fn late(tool: &Definition) -> ToolError {
    match tool.effect {
        Effect::Reads => ToolError::new(
            "timed_out",
            "The answer took too long.",
            "Ask for fewer days.",
        ),
        Effect::Syncs => ToolError::new(
            "timed_out",
            "The sync is taking long; it goes on.",
            "Look at `get_sync_status` in a minute.",
        ),
        Effect::Adds | Effect::Removes => ToolError::new(
            "timed_out",
            "The change is taking too long; it may still be made.",
            "Look at the record before you try again.",
        ),
    }
}

/// How a call ended, in a word.
fn word_for(outcome: &Result<Value, Failure>) -> &'static str {
    match outcome {
        Ok(_) => "ok",
        Err(Failure::Error(error)) => error.code,
        Err(Failure::Stopped(Stopped::Panicked)) => "panicked",
        Err(Failure::Stopped(Stopped::TimedOut)) => "timed_out",
        Err(Failure::Stopped(Stopped::Cancelled)) => "cancelled",
    }
}

/// The error of a call that would write over a connection that may not.
const READ_ONLY: &str = "read_only_connection";
/// A client's own name is cut here; it is shown escaped.
const CLIENT_NAME_CHARS: usize = 60;
