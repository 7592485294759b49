//! Whether the `Host` of a request is a name of this server.

use http::{HeaderMap, Uri, header};
use url::Host;

use vitalog_config::sections::server::PublicUrl;

use crate::app::Rules;

/// The host and port that a request names: that of its target, else its one `Host` header.
pub(crate) fn named(uri: &Uri, headers: &HeaderMap) -> Option<String> {
    if let Some(authority) = uri.authority() {
        return Some(authority.as_str().to_ascii_lowercase());
    }
    let mut hosts = headers.get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().ok().map(str::to_ascii_lowercase),
        _ => None,
    }
}

/// Whether it is loopback, a plain address (which no name server can bend), the public URL's
/// host, or one that the settings name. Ports do not count.
pub(crate) fn is_ours(rules: &Rules, host: &str) -> bool {
    let Some(name) = without_port(host) else {
        return false;
    };
    let public = rules.server.public_url.as_ref().map(PublicUrl::host);
    match Host::parse(name) {
        Ok(Host::Ipv4(_) | Host::Ipv6(_)) => true,
        Ok(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            is_loopback_name(name)
                || public == Some(name)
                || rules.server.allowed_hosts.iter().any(|host| host == name)
        }
        Err(_) => false,
    }
}

/// Whether a host and port name this machine's own loopback.
pub(crate) fn is_loopback(host: &str) -> bool {
    match without_port(host).map(Host::parse) {
        Some(Ok(Host::Ipv4(address))) => address.is_loopback(),
        Some(Ok(Host::Ipv6(address))) => address.is_loopback(),
        Some(Ok(Host::Domain(name))) => is_loopback_name(&name),
        Some(Err(_)) | None => false,
    }
}

fn is_loopback_name(name: &str) -> bool {
    name == "localhost" || name.ends_with(".localhost")
}

fn without_port(host: &str) -> Option<&str> {
    let (name, port) = match host.rfind(':') {
        Some(colon) if !host.ends_with(']') => (&host[..colon], &host[colon + 1..]),
        _ => (host, ""),
    };
    (!name.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit())).then_some(name)
}
