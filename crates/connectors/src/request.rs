//! Requests to a vendor as values, and what comes back. Nothing here sends anything.

use std::fmt;

use http::{HeaderMap, HeaderName, Method};
use secrecy::SecretString;
use url::Url;

/// A request to a vendor.
#[derive(Clone)]
pub struct VendorRequest {
    /// The method.
    pub method: Method,
    /// The whole address. Its query may hold a secret and is never printed.
    pub url: Url,
    /// Headers beside those that come with the body or with the token.
    pub headers: Vec<(HeaderName, SecretString)>,
    /// What is sent.
    pub body: RequestBody,
    /// Whether the sender adds the account's access token.
    pub auth: Auth,
}

/// The body of a request.
#[derive(Clone, Default)]
pub enum RequestBody {
    /// None.
    #[default]
    None,
    /// A form, as token endpoints take it.
    Form(Vec<(&'static str, SecretString)>),
    /// JSON text.
    Json(SecretString),
}

/// How a request is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Auth {
    /// By nothing that the sender adds.
    None,
    /// By the access token of the account's grant: `Authorization: Bearer …`.
    Bearer,
}

impl VendorRequest {
    /// A request to read, allowed by the account's access token.
    #[must_use]
    pub fn get(url: Url) -> Self {
        Self {
            method: Method::GET,
            url,
            headers: Vec::new(),
            body: RequestBody::None,
            auth: Auth::Bearer,
        }
    }

    /// A request with a form, allowed by what the form holds.
    #[must_use]
    pub fn form(url: Url, fields: Vec<(&'static str, SecretString)>) -> Self {
        Self {
            method: Method::POST,
            url,
            headers: Vec::new(),
            body: RequestBody::Form(fields),
            auth: Auth::None,
        }
    }
}

impl fmt::Debug for VendorRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VendorRequest")
            .field("method", &self.method)
            .field("host", &self.url.host_str())
            .field("path", &self.url.path())
            .field("auth", &self.auth)
            .finish_non_exhaustive()
    }
}

/// A vendor's answer.
#[derive(Clone)]
pub struct VendorReply {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Vec<u8>,
}

impl fmt::Debug for VendorReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VendorReply")
            .field("status", &self.status)
            .field("bytes", &self.body.len())
            .finish_non_exhaustive()
    }
}

/// `api` with `segments` after its own path, each escaped as one segment.
#[must_use]
pub fn address<'s>(api: &Url, segments: impl IntoIterator<Item = &'s str>) -> Url {
    let mut url = api.clone();
    url.set_query(None);
    // An address that cannot have a path (`mailto:`) is no one's API, and is left as it is.
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend(segments);
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_follow_the_path_of_the_api_and_are_escaped() {
        let check = |api: &str, expected: &str| {
            let api = Url::parse(api).unwrap();
            assert_eq!(address(&api, ["v2", "a/b c"]).as_str(), expected);
        };
        check("https://api.example", "https://api.example/v2/a%2Fb%20c");
        check(
            "https://api.example/x/",
            "https://api.example/x/v2/a%2Fb%20c",
        );
        check(
            "https://api.example/x?y=1",
            "https://api.example/x/v2/a%2Fb%20c",
        );
    }

    #[test]
    fn neither_query_nor_body_is_printed() {
        let url = Url::parse("https://api.example/revoke?access_token=hush").unwrap();
        let mut request = VendorRequest::form(url, vec![("client_secret", "hush".into())]);
        request.headers = vec![(HeaderName::from_static("x-client-secret"), "hush".into())];
        assert!(!format!("{request:?}").contains("hush"));
        let reply = VendorReply {
            status: 200,
            headers: HeaderMap::new(),
            body: b"hush".to_vec(),
        };
        assert!(!format!("{reply:?}").contains("hush"));
    }
}
