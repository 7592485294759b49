//! Which era a request belongs to, and whether it may go on.
//!
//! The era follows how the request describes itself, never its method alone: `_meta` with the
//! reserved keys is modern, anything else is a follower of the handshake. Two rulings go beyond
//! the protocol's own table: a modern version header with a matching `Mcp-Method` and no `_meta`
//! at all is served with empty capabilities (except `server/discover`, whose strictness probing
//! clients rely on), and `ping` is answered wherever no modern `_meta` stands.

use http::{HeaderMap, StatusCode};
use serde_json::{Map, Value, json};

use super::{
    client,
    headers::{self, Field},
    message::Request,
    method::Method,
    offer::Offer,
    params,
    reply::{
        HEADER_MISMATCH, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, Refusal,
        UNSUPPORTED_VERSION,
    },
};
use crate::revision::Revision;

const PREFIX: &str = "io.modelcontextprotocol/";
/// A reserved key that the handshake era has too.
const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";
/// The request's revision.
pub(super) const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// What the client can do.
pub(super) const META_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// What the client calls itself.
pub(super) const META_CLIENT: &str = "io.modelcontextprotocol/clientInfo";
/// From which level on the client wants to be told what is going on.
pub(super) const META_LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";

/// A request that is served.
#[derive(Debug)]
pub(crate) struct Admitted {
    /// The revision that answers; for `initialize`, the one it agrees to.
    pub(crate) revision: Revision,
    /// The version header the SDK is to see.
    pub(crate) header: Option<Revision>,
    /// The request, with nothing in its parameters but what its method reads.
    pub(crate) request: Request,
}

/// A request that is not, with the revision in whose name that is said.
pub(crate) type Refused = (Revision, Refusal);

/// Judges a request by its headers, its body and what is offered.
pub(crate) fn judge(
    headers: &HeaderMap,
    request: Request,
    offer: Offer,
) -> Result<Admitted, Refused> {
    let id = request.id.clone();
    let version = headers::field(headers, &headers::VERSION);
    let judged = match meta_of(&request.params) {
        Meta::Modern {
            version: named,
            client,
        } => judge_modern(headers, version, &request, &named, client),
        Meta::Malformed(what) => Err((Revision::July2026, incomplete(what))),
        Meta::Absent => judge_bare(headers, version, &request),
    };
    let (revision, header) = judged.map_err(|(revision, refusal)| (revision, refusal.to(&id)))?;
    let Some(method) = offer.method(&request.method, revision.is_modern()) else {
        return Err((revision, unknown_method(revision).to(&id)));
    };
    let refuse = |what| {
        let refusal = Refusal::new(INVALID_PARAMS, what).status(StatusCode::OK);
        (revision, refusal.to(&id))
    };
    let params =
        params::canonical(method, request.params, revision, offer.dialogue).map_err(refuse)?;
    let revision = if method == Method::Initialize {
        // The parameters were just found to name a version.
        let asked = params.get("protocolVersion").and_then(Value::as_str);
        Revision::negotiate(asked.unwrap_or_default())
    } else {
        revision
    };
    let request = Request { params, ..request };
    Ok(Admitted {
        revision,
        header,
        request,
    })
}

/// The revision a message without readable body would have been answered in.
pub(crate) fn revision_of(headers: &HeaderMap) -> Revision {
    match headers::field(headers, &headers::VERSION) {
        Field::Absent => Revision::March2025,
        Field::Value(name) => Revision::parse(name).unwrap_or(Revision::July2026),
        Field::Malformed => Revision::July2026,
    }
}

/// What the body's `_meta` says of the era.
enum Meta {
    /// Nothing.
    Absent,
    /// It names a revision; `client` says whether it describes the client as it must.
    Modern {
        version: String,
        client: Result<(), &'static str>,
    },
    /// It has reserved keys but not those it needs.
    Malformed(&'static str),
}

fn meta_of(params: &Map<String, Value>) -> Meta {
    let meta = match params.get("_meta") {
        None | Some(Value::Null) => return Meta::Absent,
        Some(Value::Object(meta)) => meta,
        Some(_) => return Meta::Malformed("`_meta` must be an object"),
    };
    match meta.get(META_VERSION) {
        Some(Value::String(version)) => Meta::Modern {
            version: version.clone(),
            client: check_client(meta),
        },
        Some(_) => Meta::Malformed("`_meta` must name protocolVersion as a string"),
        None if meta
            .keys()
            .any(|key| key.starts_with(PREFIX) && key != RELATED_TASK) =>
        {
            Meta::Malformed("`_meta` lacks io.modelcontextprotocol/protocolVersion")
        }
        None => Meta::Absent,
    }
}

fn check_client(meta: &Map<String, Value>) -> Result<(), &'static str> {
    match meta.get(META_CAPABILITIES) {
        Some(given) if client::are_capabilities(given) => {}
        Some(Value::Object(_)) => {
            return Err("a member of io.modelcontextprotocol/clientCapabilities has a wrong form");
        }
        _ => {
            return Err("`_meta` lacks io.modelcontextprotocol/clientCapabilities as an object");
        }
    }
    match meta.get(META_CLIENT) {
        Some(given) if !client::is_info(given) => Err(
            "io.modelcontextprotocol/clientInfo must be an object with name and version as strings",
        ),
        _ => Ok(()),
    }
}

type Judged = Result<(Revision, Option<Revision>), Refused>;

fn judge_modern(
    headers: &HeaderMap,
    version: Field<'_>,
    request: &Request,
    named: &str,
    client: Result<(), &'static str>,
) -> Judged {
    let modern = Revision::July2026;
    let refuse = |refusal| Err((modern, refusal));
    match version {
        Field::Value(header) if header == named => {}
        Field::Absent => return refuse(mismatch("the MCP-Protocol-Version header is missing")),
        Field::Value(_) | Field::Malformed => {
            return refuse(mismatch(
                "the MCP-Protocol-Version header differs from `_meta` or is malformed",
            ));
        }
    }
    match Revision::parse(named) {
        Some(revision) if revision.is_modern() => {}
        known => return refuse(unsupported(named, known.is_some())),
    }
    if let Err(what) = client {
        return refuse(incomplete(what));
    }
    match headers::check(headers, request) {
        Ok(()) => Ok((modern, Some(modern))),
        Err(what) => refuse(mismatch(what)),
    }
}

fn judge_bare(headers: &HeaderMap, version: Field<'_>, request: &Request) -> Judged {
    let header = match version {
        Field::Absent => Ok(None),
        Field::Value(name) => Revision::parse(name).map(Some).ok_or(()),
        Field::Malformed => Err(()),
    };
    let modern_header = header == Ok(Some(Revision::July2026));
    match request.method.as_str() {
        // Headers mean nothing before the handshake, and some hosts send a modern one with it.
        "initialize" => return Ok((Revision::NEWEST_WITH_HANDSHAKE, None)),
        "ping" => {
            let revision = header
                .ok()
                .map(|header| header.unwrap_or(Revision::March2025))
                .filter(|revision| !revision.is_modern())
                .unwrap_or(Revision::NEWEST_WITH_HANDSHAKE);
            return Ok((revision, Some(revision)));
        }
        "server/discover" => return Err((Revision::July2026, incomplete(MISSING_META))),
        "subscriptions/listen" if !modern_header => {
            return Err((Revision::July2026, incomplete(MISSING_META)));
        }
        _ => {}
    }
    match header {
        Ok(Some(Revision::July2026)) => judge_minimal(headers, request),
        Ok(Some(legacy)) => Ok((legacy, Some(legacy))),
        Ok(None) => Ok((Revision::March2025, None)),
        // Not a modern code: it would tell a client of the handshake era to leave it.
        Err(()) => Err((
            Revision::NEWEST_WITH_HANDSHAKE,
            Refusal::new(
                INVALID_REQUEST,
                "the MCP-Protocol-Version header names no known version",
            ),
        )),
    }
}

const MISSING_META: &str = "the request lacks `_meta` with protocolVersion and clientCapabilities";

/// A modern header without `_meta`: the minimal call, if its headers are right.
fn judge_minimal(headers: &HeaderMap, request: &Request) -> Judged {
    let modern = Revision::July2026;
    if headers::field(headers, &headers::METHOD) == Field::Absent {
        return Err((modern, incomplete(MISSING_META)));
    }
    match headers::check(headers, request) {
        Ok(()) => Ok((modern, Some(modern))),
        Err(what) => Err((modern, mismatch(what))),
    }
}

fn incomplete(what: &'static str) -> Refusal {
    Refusal::new(INVALID_PARAMS, what)
}

fn mismatch(what: &'static str) -> Refusal {
    Refusal::new(HEADER_MISMATCH, what)
}

fn unknown_method(revision: Revision) -> Refusal {
    // To a client of the handshake era, 404 says that its session is gone.
    let status = if revision.is_modern() {
        StatusCode::NOT_FOUND
    } else {
        StatusCode::OK
    };
    Refusal::new(METHOD_NOT_FOUND, "no such method").status(status)
}

/// `known` versions are those that only `initialize` opens: listing them would make the client ask
/// again with one of them.
fn unsupported(requested: &str, known: bool) -> Refusal {
    let supported: Vec<&str> = Revision::ALL
        .into_iter()
        .filter(|revision| !known || revision.is_modern())
        .map(Revision::as_str)
        .collect();
    Refusal {
        data: Some(Box::new(
            json!({"supported": supported, "requested": requested}),
        )),
        ..Refusal::new(
            UNSUPPORTED_VERSION,
            "the protocol version is not supported for requests of this form",
        )
    }
}
