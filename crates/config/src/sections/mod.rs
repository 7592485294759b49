//! The sections of the settings, one file each.

pub mod access;
pub mod account;
pub mod ingest;
pub mod limits;
pub mod log;
pub mod mcp;
pub mod oura;
pub mod server;
pub mod stdio;
pub mod storage;
pub mod weather;
pub mod whoop;

use secrecy::SecretString;
use url::Url;

/// The items of a comma-separated list.
fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
}

/// An address on the web, as it stands before a path or is asked itself.
fn web_address(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let plain = matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    plain.then_some(url)
}

/// A text that goes into the header of a request.
fn word(text: &str) -> Option<String> {
    let fits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
    fits.then(|| text.to_owned())
}

/// A secret that goes into the header of a request.
fn secret(text: &str) -> Option<SecretString> {
    word(text).map(SecretString::from)
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Some(true),
        "false" | "no" | "off" | "0" => Some(false),
        _ => None,
    }
}

/// A key of 32 bytes, in hexadecimal digits.
fn key(text: &str) -> Option<SecretString> {
    /// The digits of a key.
    const DIGITS: usize = 64;
    let hex = text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    hex.then(|| text.to_ascii_lowercase().into())
}
