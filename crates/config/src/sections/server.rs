//! Where the server listens, and to whom it answers.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use ipnet::IpNet;
use url::{Host, Url};

use super::{list, yes_or_no};
use crate::{ConfigError, layers::Layers};

/// The settings under `server`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Server {
    /// Where the server listens.
    pub listen: SocketAddr,
    /// The address under which it is reached from outside, without a slash at its end.
    pub public_url: Option<PublicUrl>,
    /// Origins that may call it from a browser, in the form browsers send.
    pub allowed_origins: Vec<String>,
    /// Host names it answers to besides the public URL's, in lower case.
    pub allowed_hosts: Vec<String>,
    /// Whether it asks vendors by itself.
    pub worker: bool,
    /// Networks whose word on where a request comes from is believed.
    pub trusted_proxies: Vec<IpNet>,
}

/// The address under which the server is reached from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    text: String,
    host: String,
    secure: bool,
}

impl PublicUrl {
    /// Reads an http or https URL without user, query or fragment.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let plain = matches!(url.scheme(), "http" | "https")
            && url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none();
        let host = url.host_str().filter(|_| plain)?.to_ascii_lowercase();
        Some(Self {
            text: url.as_str().trim_end_matches('/').to_owned(),
            host,
            secure: url.scheme() == "https",
        })
    }

    /// The URL, without a slash at its end.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Its host, in lower case.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Whether it is an https URL.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.secure
    }
}

impl Server {
    pub(crate) fn read(layers: &Layers) -> Result<Self, ConfigError> {
        Ok(Self {
            listen: layers.require("server.listen", listen)?,
            public_url: layers.read("server.public_url", PublicUrl::parse)?,
            allowed_origins: layers
                .read("server.allowed_origins", |text| {
                    list(text).map(origin).collect()
                })?
                .unwrap_or_default(),
            allowed_hosts: layers
                .read("server.allowed_hosts", |text| {
                    list(text).map(host).collect()
                })?
                .unwrap_or_default(),
            worker: layers.require("server.worker", yes_or_no)?,
            trusted_proxies: layers
                .read("server.trusted_proxies", |text| {
                    list(text).map(network).collect()
                })?
                .unwrap_or_default(),
        })
    }
}

/// An address with a port; `localhost` is taken for the loopback address.
fn listen(text: &str) -> Option<SocketAddr> {
    let text = match text.strip_prefix("localhost:") {
        Some(port) => format!("{}:{port}", Ipv4Addr::LOCALHOST),
        None => text.to_owned(),
    };
    text.parse().ok()
}

/// An origin as a browser writes it: scheme, host, and the port unless it is the scheme's own.
fn origin(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    let bare = matches!(url.path(), "" | "/")
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty();
    let origin = url.origin();
    (bare && origin.is_tuple()).then(|| origin.ascii_serialization())
}

/// A network, or one address.
fn network(text: &str) -> Option<IpNet> {
    let address = || text.parse().ok().map(|address: IpAddr| address.into());
    text.parse().ok().or_else(address)
}

fn host(text: &str) -> Option<String> {
    let bracketed;
    let text = if text.contains(':') && !text.starts_with('[') {
        bracketed = format!("[{text}]");
        &bracketed
    } else {
        text
    };
    Host::parse(text)
        .ok()
        .map(|host| host.to_string().to_ascii_lowercase())
}
