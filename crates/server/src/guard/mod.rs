//! What every request passes, whichever door it is for.

pub(crate) mod cors;
pub(crate) mod host;
pub(crate) mod origin;
mod panics;
mod security_headers;

use axum::response::Response;
use http::{HeaderMap, HeaderValue, StatusCode, Uri};
pub(crate) use panics::catch_panics;
pub(crate) use security_headers::add_security_headers;

use crate::{app::Rules, reply};

/// Why a request is not let in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Denied {
    /// It comes from a page that is not allowed.
    Origin,
    /// It is for a host that is not this server.
    Host,
}

impl Denied {
    pub(crate) fn into_response(self) -> Response {
        let sentence = match self {
            Self::Origin => {
                "This server takes no requests from that web page. Its owner can allow the page's \
                 origin with VITALOG_SERVER__ALLOWED_ORIGINS."
            }
            Self::Host => {
                "This server does not answer to that host name. Its owner can set \
                 VITALOG_SERVER__PUBLIC_URL to the address in use, or add the name to \
                 VITALOG_SERVER__ALLOWED_HOSTS."
            }
        };
        reply::refusal(StatusCode::FORBIDDEN, sentence)
    }
}

/// Lets a request in if its `Origin` and `Host` are ones this server answers to, and gives back
/// the origin of the page it comes from, if any. This keeps a web page that a person happens to
/// visit from talking to a server on their own machine.
pub(crate) fn admit(
    rules: &Rules,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<Option<HeaderValue>, Denied> {
    let host = host::named(uri, headers);
    let origin = origin::allowed(rules, host.as_deref(), headers)?;
    if host
        .as_deref()
        .is_some_and(|host| host::is_ours(rules, host))
    {
        return Ok(origin);
    }
    Err(Denied::Host)
}
