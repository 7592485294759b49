//! The URL of the database: where, as whom, and how far the server is trusted.

use std::{net::IpAddr, path::PathBuf, str::FromStr, time::Duration};

use secrecy::{ExposeSecret, SecretString};
use tokio_postgres::{
    Config,
    config::{Host, SslMode},
};

use crate::{
    OpenError,
    tls::{Connector, Trust},
};

/// How long the server may take to answer a new connection at one of its addresses.
const CONNECT: Duration = Duration::from_secs(5);
/// How long a connection may be silent until it is asked whether it still stands. Less than what
/// networks between take to forget a connection.
const SILENCE: Duration = Duration::from_secs(30);
/// Pause between two such questions, and how many go unanswered.
const ASK_AGAIN: (Duration, u32) = (Duration::from_secs(10), 3);
/// How long what was sent may stay unacknowledged.
const UNACKNOWLEDGED: Duration = Duration::from_mins(1);

/// Parameters of the URL that are read here; the others are the client's.
const MODE: &str = "sslmode";
const ROOT_CERTIFICATE: &str = "sslrootcert";

/// Where the database is.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its URL, as libpq has them.
    pub url: SecretString,
    /// The password, where the URL holds none.
    pub password: Option<SecretString>,
}

/// Where the database is, and how to get there.
pub(crate) struct Address {
    pub(crate) config: Config,
    pub(crate) tls: Connector,
}

impl Address {
    /// Reads the URL of a place. What is wrong with one is told without showing it.
    pub(crate) fn of(place: &Place) -> Result<Self, OpenError> {
        let Parts {
            rest,
            mode,
            root_certificate,
        } = Parts::split(place.url.expose_secret())?;
        let mut config = Config::from_str(&rest).map_err(|_| malformed())?;
        let local = config.get_hosts().iter().all(is_local);
        let (encrypted, trust) = security(mode.as_deref(), root_certificate.is_some(), local)?;
        config.ssl_mode(encrypted);
        if let Some(password) = &place.password
            && config.get_password().is_none()
        {
            config.password(password.expose_secret());
        }
        set_defaults(&mut config);
        let tls = Connector::new(trust, root_certificate.as_deref())?;
        Ok(Self { config, tls })
    }
}

/// Whether the connection is encrypted, and how far the server has to prove who it is. The words
/// mean what they mean to libpq, but for the case that none is said.
fn security(
    mode: Option<&str>,
    has_roots: bool,
    local: bool,
) -> Result<(SslMode, Trust), OpenError> {
    // With certificates at hand libpq checks by them wherever it encrypts.
    let issuer = if has_roots {
        Trust::Issuer
    } else {
        Trust::Anyone
    };
    Ok(match mode {
        Some("disable") => (SslMode::Disable, Trust::Anyone),
        Some("prefer") => (SslMode::Prefer, issuer),
        Some("require") => (SslMode::Require, issuer),
        Some("verify-ca") => (SslMode::Require, Trust::Issuer),
        None if local => (SslMode::Prefer, issuer),
        None | Some("verify-full") => (SslMode::Require, Trust::IssuerAndName),
        Some(_) => {
            return Err(OpenError::Url(
                "sslmode is disable, prefer, require, verify-ca or verify-full".to_owned(),
            ));
        }
    })
}

/// The URL without the parameters that are read here, and those.
struct Parts {
    rest: String,
    mode: Option<String>,
    root_certificate: Option<PathBuf>,
}

impl Parts {
    fn split(url: &str) -> Result<Self, OpenError> {
        let (place, query) = url.split_once('?').unwrap_or((url, ""));
        let mut parts = Self {
            rest: place.to_owned(),
            mode: None,
            root_certificate: None,
        };
        let mut kept = Vec::new();
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            let (name, value) = parameter.split_once('=').ok_or_else(malformed)?;
            match name {
                MODE => parts.mode = Some(value.to_owned()),
                ROOT_CERTIFICATE => parts.root_certificate = Some(decode(value)?.into()),
                "sslcert" | "sslkey" | "sslpassword" => {
                    return Err(OpenError::Url(
                        "certificates of the client are not supported; use a password".to_owned(),
                    ));
                }
                _ => kept.push(parameter),
            }
        }
        if !kept.is_empty() {
            parts.rest = format!("{place}?{}", kept.join("&"));
        }
        Ok(parts)
    }
}

fn malformed() -> OpenError {
    OpenError::Url(
        "it looks like postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=MODE, with %XX for \
         characters that mean something in a URL"
            .to_owned(),
    )
}

/// Undoes `%XX`.
fn decode(value: &str) -> Result<String, OpenError> {
    let mut bytes = Vec::new();
    let mut rest = value.bytes();
    while let Some(byte) = rest.next() {
        let decoded = if byte == b'%' {
            let digits = [rest.next(), rest.next()].map(Option::unwrap_or_default);
            let digits = str::from_utf8(&digits).map_err(|_| malformed())?;
            u8::from_str_radix(digits, 16).map_err(|_| malformed())?
        } else {
            byte
        };
        bytes.push(decoded);
    }
    String::from_utf8(bytes).map_err(|_| malformed())
}

/// Whether what is sent to a host stays on this machine.
fn is_local(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            name == "localhost" || IpAddr::from_str(name).is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

fn set_defaults(config: &mut Config) {
    if config.get_application_name().is_none() {
        config.application_name("vitalog");
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT);
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(UNACKNOWLEDGED);
    }
    config
        .keepalives_idle(SILENCE)
        .keepalives_interval(ASK_AGAIN.0)
        .keepalives_retries(ASK_AGAIN.1);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(url: &str) -> Result<Address, OpenError> {
        Address::of(&Place {
            url: url.into(),
            password: Some("apart".into()),
        })
    }

    #[test]
    fn trust_is_as_the_url_says_and_full_for_other_machines() {
        use {SslMode::*, Trust::*};
        let cases = [
            // sslmode, sslrootcert, on this machine
            (None, false, true, Prefer, Anyone),
            (None, true, true, Prefer, Issuer),
            (None, false, false, Require, IssuerAndName),
            (None, true, false, Require, IssuerAndName),
            (Some("disable"), true, false, Disable, Anyone),
            (Some("prefer"), false, false, Prefer, Anyone),
            (Some("prefer"), true, false, Prefer, Issuer),
            (Some("require"), false, false, Require, Anyone),
            (Some("require"), true, false, Require, Issuer),
            (Some("verify-ca"), false, false, Require, Issuer),
            (Some("verify-full"), false, true, Require, IssuerAndName),
        ];
        for (said, roots, local, mode, trust) in cases {
            let decided = security(said, roots, local).unwrap();
            assert_eq!(decided, (mode, trust), "{said:?} {roots} {local}");
        }
    }

    #[test]
    fn this_machine_is_told_from_others() {
        let cases = [
            ("localhost", true),
            ("127.0.0.1", true),
            ("127.1.2.3", true),
            ("[::1]", true),
            ("%2Fvar%2Frun%2Fpostgresql", true),
            ("10.0.0.1", false),
            ("db.example", false),
            ("localhost.example", false),
            ("localhost,db.example", false),
        ];
        for (host, local) in cases {
            let config = Config::from_str(&format!("postgres://a@{host}/b")).unwrap();
            assert_eq!(config.get_hosts().iter().all(is_local), local, "{host}");
        }
    }

    #[test]
    fn other_parameters_are_the_clients() {
        let url = "postgres://a:p%40ss@db.example:6000/b?connect_timeout=2&sslmode=require\
                   &application_name=mine&options=-csearch_path%3Dhealth";
        let config = parse(url).unwrap().config;
        assert_eq!(config.get_password(), Some("p@ss".as_bytes()));
        assert_eq!(config.get_ports(), [6000]);
        let without = parse("postgres://a@db.example/b").unwrap().config;
        assert_eq!(without.get_password(), Some("apart".as_bytes()));
        assert_eq!(config.get_connect_timeout(), Some(&Duration::from_secs(2)));
        assert_eq!(config.get_application_name(), Some("mine"));
        assert_eq!(config.get_options(), Some("-csearch_path=health"));
    }

    #[test]
    fn refused_url_is_not_shown() {
        let cases = [
            "postgres://a:hush@db.example/b?sslmode=maybe",
            "postgres://a:hush@db.example/b?hush=1",
            "postgres://a:hush@db.example:hush/b",
            "postgres://a:hush@db.example/b?sslmode",
            "postgres://a:hush@db.example/b?sslrootcert=%zz",
            "postgres://a:hush@db.example/b?sslcert=hush.pem",
            "mysql://a:hush@db.example/b",
        ];
        for url in cases {
            let error = parse(url).err().map(|error| format!("{error} {error:?}"));
            assert!(error.is_some_and(|text| !text.contains("hush")), "{url}");
        }
    }

    #[test]
    fn percent_signs_are_undone() {
        assert_eq!(decode("%2Fetc%2Fa%20b.pem").unwrap(), "/etc/a b.pem");
        assert_eq!(decode("plain").unwrap(), "plain");
        for broken in ["%", "%2", "%zz", "%ff"] {
            assert!(decode(broken).is_err(), "{broken}");
        }
    }
}
