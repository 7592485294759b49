//! The address of whoever asks.

use std::net::IpAddr;

use http::{HeaderMap, HeaderName};
use ipnet::IpNet;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The address at the other end of a request's connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// The address of whoever asks: the other end of the connection or, if that is a trusted proxy, the last
/// address in `X-Forwarded-For` that is none. What stands before that anybody may have written.
pub(crate) fn asker(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: &IpAddr| trusted.iter().any(|net| net.contains(address));
    let mut asker = peer.to_canonical();
    let values = headers.get_all(FORWARDED_FOR).iter();
    let lists: Vec<&str> = values.filter_map(|value| value.to_str().ok()).collect();
    for named in lists.iter().rev().flat_map(|list| list.rsplit(',')) {
        if !is_trusted(&asker) {
            break;
        }
        let Ok(before) = named.trim().parse::<IpAddr>() else {
            break;
        };
        asker = before.to_canonical();
    }
    asker
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn only_what_trusted_proxies_say_is_believed() {
        let trusted: Vec<IpNet> = ["127.0.0.1/32", "10.0.0.0/8"]
            .map(|net| net.parse().unwrap())
            .to_vec();
        for (peer, forwarded, expected) in [
            ("192.0.2.1", &[][..], "192.0.2.1"),
            ("192.0.2.1", &["198.51.100.7"], "192.0.2.1"),
            ("127.0.0.1", &[], "127.0.0.1"),
            ("127.0.0.1", &["198.51.100.7"], "198.51.100.7"),
            ("::ffff:127.0.0.1", &["198.51.100.7"], "198.51.100.7"),
            // The client wrote the first itself.
            ("127.0.0.1", &["203.0.113.9, 198.51.100.7"], "198.51.100.7"),
            (
                "127.0.0.1",
                &["203.0.113.9", "198.51.100.7"],
                "198.51.100.7",
            ),
            ("127.0.0.1", &["198.51.100.7, 10.1.2.3"], "198.51.100.7"),
            ("127.0.0.1", &["10.9.9.9, 10.1.2.3"], "10.9.9.9"),
            ("127.0.0.1", &["198.51.100.7, nonsense"], "127.0.0.1"),
            ("127.0.0.1", &["2001:db8::1"], "2001:db8::1"),
        ] {
            let mut headers = HeaderMap::new();
            for list in forwarded {
                headers.append(FORWARDED_FOR, HeaderValue::from_str(list).unwrap());
            }
            let asker = asker(peer.parse().unwrap(), &headers, &trusted);
            assert_eq!(asker.to_string(), expected, "{peer} {forwarded:?}");
        }
    }
}
