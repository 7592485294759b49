//! Whether the page a request comes from may talk to this server.

use http::{HeaderMap, HeaderValue, header};
use url::Url;
use vitalog_config::sections::server::PublicUrl;

use super::{Denied, host};
use crate::app::Rules;

/// The origin of the page a request comes from, `None` if it comes from no page. The origin
/// `null` is that of no page in particular and never allowed.
pub(crate) fn allowed(
    rules: &Rules,
    host: Option<&str>,
    headers: &HeaderMap,
) -> Result<Option<HeaderValue>, Denied> {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let Some(origin) = origins.next() else {
        return Ok(None);
    };
    let text = origin.to_str().map_err(|_| Denied::Origin)?;
    let listed = rules
        .server
        .allowed_origins
        .iter()
        .any(|listed| listed == text);
    if origins.next().is_none() && (listed || is_own(rules, host, text)) {
        return Ok(Some(origin.clone()));
    }
    Err(Denied::Origin)
}

/// Whether the origin is this server itself: that of the public URL, or a loopback address that
/// is the very one the request is for. What a page there sends is same-origin, and could only
/// have been put there by this server or by the machine's own user.
fn is_own(rules: &Rules, host: Option<&str>, origin: &str) -> bool {
    let of_public_url = |public: &PublicUrl| {
        Url::parse(public.as_str()).is_ok_and(|url| url.origin().ascii_serialization() == origin)
    };
    let of_loopback =
        |host: &str| host::is_loopback(host) && origin.strip_prefix("http://") == Some(host);
    rules.server.public_url.as_ref().is_some_and(of_public_url) || host.is_some_and(of_loopback)
}
