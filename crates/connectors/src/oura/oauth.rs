//! Where grants come from. There are two portals for apps, and each issues its own.

use secrecy::{ExposeSecret, SecretString};
use url::Url;

use crate::{Auth, Collection, VendorRequest, request::address};

/// The addresses of one portal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Endpoints {
    /// Where a person is sent.
    pub authorize: &'static str,
    /// Where codes and refresh tokens are traded. A grant remembers this address, and is renewed
    /// there and nowhere else: a refused exchange uses up the code or the token all the same.
    pub token: &'static str,
}

/// Of apps made on developer.ouraring.com; it takes most older apps, too.
pub const CURRENT: Endpoints = Endpoints {
    authorize: "https://moi.ouraring.com/oauth/v2/ext/oauth-authorize",
    token: "https://moi.ouraring.com/oauth/v2/ext/oauth-token",
};

/// Of apps made on cloud.ouraring.com, for those that the other does not take.
pub const LEGACY: Endpoints = Endpoints {
    authorize: "https://cloud.ouraring.com/oauth/authorize",
    token: "https://api.ouraring.com/oauth/token",
};

/// What stands before the paths of documents.
pub const API: &str = "https://api.ouraring.com";

/// The request that ends a grant, given the address of the endpoint that issued it. Only the
/// older portal describes one; its name stands in place of the token endpoint's. `None` for others.
#[must_use]
pub fn revoke(issued_by: &Url, access_token: &SecretString) -> Option<VendorRequest> {
    let before: Vec<&str> = issued_by.path_segments()?.collect();
    let (last, before) = before.split_last()?;
    if *last != "token" {
        return None;
    }
    let mut root = issued_by.clone();
    root.set_path("");
    let mut url = address(&root, before.iter().copied().chain(["revoke"]));
    url.query_pairs_mut()
        .append_pair("access_token", access_token.expose_secret());
    Some(VendorRequest {
        auth: Auth::None,
        ..VendorRequest::get(url)
    })
}

/// Whether scopes allow to read a collection. The newer portal writes a prefix before each, and
/// the older one has another word for blood oxygen.
pub(super) fn is_granted(collection: &Collection, granted: &str) -> bool {
    let mut words = granted
        .split([' ', ',', '+'])
        .filter(|word| !word.is_empty())
        .peekable();
    let Some(scope) = collection.scope else {
        return true;
    };
    if words.peek().is_none() {
        return true;
    }
    words.any(|word| match word.strip_prefix("extapi:").unwrap_or(word) {
        "spo2Daily" => scope == "spo2",
        word => word == scope,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Connector, oura::Oura};

    #[test]
    fn collection_is_granted_by_any_spelling_of_its_scope() {
        let check = |kind: &str, granted: &str, expected: bool| {
            let collection = Oura.collection(kind).unwrap();
            assert_eq!(
                Oura.is_granted(collection, granted),
                expected,
                "{kind}: {granted}"
            );
        };
        check("sleep", "personal daily", true);
        check("sleep", "extapi:daily extapi:spo2", true);
        check("sleep", "personal heartrate", false);
        check("sleep", "dailyish", false);
        check("sleep", "", true);
        check("daily_spo2", "daily spo2Daily", true);
        check("daily_spo2", "daily spo2", true);
        check("daily_spo2", "daily", false);
        check("workout", "daily,workout", true);
    }

    #[test]
    fn only_a_grant_of_the_older_portal_can_be_revoked_by_request() {
        let revoke_at = |issued_by: &str| {
            let request = revoke(&Url::parse(issued_by).unwrap(), &"t k".into())?;
            assert!(!format!("{request:?}").contains("t+k"));
            Some(request.url.to_string())
        };
        assert_eq!(
            revoke_at(LEGACY.token).as_deref(),
            Some("https://api.ouraring.com/oauth/revoke?access_token=t+k")
        );
        assert_eq!(revoke_at(CURRENT.token), None);
        assert_eq!(
            revoke_at("http://127.0.0.1:9/x/oauth/token").as_deref(),
            Some("http://127.0.0.1:9/x/oauth/revoke?access_token=t+k")
        );
    }
}
