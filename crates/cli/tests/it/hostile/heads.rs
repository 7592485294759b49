//! Everything around the body of a push: methods, paths, keys, hosts, lengths and packings.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use serde_json::Value;

use super::{
    Case,
    push::{self, Good, shown},
    table,
    wire::{HALF_CLOSE, exchange},
};
use crate::program::Server;

/// What is sent: an honest push with a few changes, or bytes that are no request at all.
pub(super) enum Given {
    /// Changes of the head, in which `{key}`, `{ingest}` and `{mcp}` stand for the key and the two
    /// secrets, and what is made of the body.
    Push(&'static [&'static str], Packing),
    /// The same, sent to another path or with another method.
    Aimed(&'static str, &'static str, &'static [&'static str]),
    /// These bytes.
    Bytes(&'static [u8]),
}
use Given::{Aimed, Bytes, Push};

/// What comes of it.
pub(super) enum Expect {
    /// Status 200, and the good sample is stored.
    Stored,
    /// This status and phrase; nothing is stored.
    Refused(u16, &'static str),
}
use Expect::{Refused, Stored};

type Packing = fn(&[u8]) -> Vec<u8>;

const LIMIT: usize = 6_291_456;
const NO_KEY: Expect = Refused(401, "`vitalog ingest-url` prints the header to set");
const NOWHERE: Expect = Refused(404, "Not found");
const WRONG_METHOD: Expect = Refused(405, "This address takes POST only.");
const NO_JSON_TYPE: Expect = Refused(415, "set Export Format to JSON in the automation");
const NO_PACKING: Expect = Refused(415, "packed with gzip, in no other Content-Encoding");
const NO_GZIP: Expect = Refused(413, "nothing was stored. Send it without Content-Encoding");
const TOO_LARGE: Expect = Refused(413, "raise the limit with VITALOG_INGEST__MAX_BYTES");
const NOT_JSON: Expect = Refused(
    400,
    "The body is not JSON; nothing was stored. Set Export Format to JSON",
);
const BROKEN_OFF: Expect = Refused(
    400,
    "The body broke off; nothing was stored. Send it again.",
);
const NOT_OURS: Expect = Refused(403, "does not answer to that host name");
const FOREIGN_PAGE: Expect = Refused(403, "takes no requests from that web page");
/// Refused by the HTTP layer, which has no words for it.
const NO_REQUEST: Expect = Refused(400, "");

fn plain(body: &[u8]) -> Vec<u8> {
    body.to_vec()
}

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

fn padded(body: &[u8], length: usize) -> Vec<u8> {
    let mut body = body.to_vec();
    body.resize(length, b' ');
    body
}

/// A packed body that is 200 MB unpacked.
fn bomb(body: &[u8]) -> Vec<u8> {
    let million = gzip(&vec![b' '; 1_000_000]);
    [gzip(body), million.repeat(200)].concat()
}

fn chunked(body: &[u8]) -> Vec<u8> {
    let mut sent = Vec::new();
    for chunk in body.chunks(50_000) {
        sent.extend(format!("{:x}\r\n", chunk.len()).bytes());
        sent.extend(chunk);
        sent.extend(b"\r\n");
    }
    sent.extend(b"0\r\n\r\n");
    sent
}

const CHUNKED: &[&str] = &["-Content-Length", "Transfer-Encoding: chunked"];
const GZIP: &[&str] = &["Content-Encoding: gzip"];

pub(super) const ROWS: &[Case<Given, Expect>] = table! {
    "no key": Push(&["-X-Ingest-Key"], plain) => NO_KEY;
    "empty key": Push(&["X-Ingest-Key: "], plain) => NO_KEY;
    "wrong key": Push(&["X-Ingest-Key: 0000000000000000000000000000000000000000000000000000000000000000"], plain) => NO_KEY;
    "key in capitals": Push(&["X-Ingest-Key: {KEY}"], plain) => NO_KEY;
    "key in quotes": Push(&["X-Ingest-Key: \"{key}\""], plain) => NO_KEY;
    "key with its name": Push(&["X-Ingest-Key: X-Ingest-Key: {key}"], plain) => NO_KEY;
    "key in another script": Push(&["X-Ingest-Key: ключ"], plain) => NO_KEY;
    "key as a bearer's": Push(&["-X-Ingest-Key", "Authorization: Bearer {key}"], plain) => NO_KEY;
    "key in the address": Aimed("POST", "/ingest/{ingest}?x-ingest-key={key}", &["-X-Ingest-Key"]) => NO_KEY;
    "right key and a wrong one": Push(&["+X-Ingest-Key: wrong"], plain) => NO_KEY;
    "wrong key and the right one": Push(&["X-Ingest-Key: wrong", "+X-Ingest-Key: {key}"], plain) => NO_KEY;
    "key of 60,000 letters": Push(&["X-Ingest-Key: {60000}"], plain) => NO_KEY;
    "key with spaces around": Push(&["X-Ingest-Key:  \t {key} \t"], plain) => Stored;
    "wrong secret in the path": Aimed("POST", "/ingest/0000", &[]) => NOWHERE;
    "no secret in the path": Aimed("POST", "/ingest", &[]) => NOWHERE;
    "empty secret in the path": Aimed("POST", "/ingest//", &[]) => NOWHERE;
    "secret of the other door": Aimed("POST", "/ingest/{mcp}", &[]) => NOWHERE;
    "secret of this door at the other": Aimed("POST", "/mcp/{ingest}", &[]) => NOWHERE;
    "secret in capitals": Aimed("POST", "/ingest/{INGEST}", &[]) => NOWHERE;
    "secret with more behind it": Aimed("POST", "/ingest/{ingest}/x", &[]) => NOWHERE;
    "way up and down again": Aimed("POST", "/x/../ingest/{ingest}", &[]) => NOWHERE;
    "secret behind an escape": Aimed("POST", "/ingest/{ingest}%00", &[]) => NOWHERE;
    "secret of 60,000 letters": Aimed("POST", "/ingest/{60000}", &[]) => NOWHERE;
    "slashes behind the secret": Aimed("POST", "/ingest/{ingest}///", &[]) => Stored;
    "question behind the secret": Aimed("POST", "/ingest/{ingest}?a=b&c", &[]) => Stored;
    "GET": Aimed("GET", "/ingest/{ingest}", &[]) => WRONG_METHOD;
    "PUT": Aimed("PUT", "/ingest/{ingest}", &[]) => WRONG_METHOD;
    "DELETE": Aimed("DELETE", "/ingest/{ingest}", &[]) => WRONG_METHOD;
    "OPTIONS": Aimed("OPTIONS", "/ingest/{ingest}", &[]) => WRONG_METHOD;
    "HEAD": Aimed("HEAD", "/ingest/{ingest}", &[]) => Refused(405, "");
    "POST in small letters": Aimed("post", "/ingest/{ingest}", &[]) => WRONG_METHOD;
    "push by a method nobody knows": Aimed("BREW", "/ingest/{ingest}", &[]) => WRONG_METHOD;
    "GET without a key": Aimed("GET", "/ingest/{ingest}", &["-X-Ingest-Key"]) => NO_KEY;
    "no type": Push(&["-Content-Type"], plain) => Stored;
    "type of the JSON family": Push(&["Content-Type: Application/vnd.example+JSON; charset=utf-8"], plain) => Stored;
    "type of text": Push(&["Content-Type: text/plain"], plain) => NO_JSON_TYPE;
    "type of CSV": Push(&["Content-Type: text/csv"], plain) => NO_JSON_TYPE;
    "type of a form": Push(&["Content-Type: multipart/form-data; boundary=x"], plain) => NO_JSON_TYPE;
    "type of anything": Push(&["Content-Type: application/octet-stream"], plain) => NO_JSON_TYPE;
    "packed": Push(GZIP, gzip) => Stored;
    "packed, in other letters": Push(&["Content-Encoding: X-GZip"], gzip) => Stored;
    "packed in two parts": Push(GZIP, |body| [gzip(&body[..9]), gzip(&body[9..])].concat()) => Stored;
    "packed to as many bytes as are taken": Push(GZIP, |body| gzip(&padded(body, LIMIT))) => Stored;
    "packed from one byte more": Push(GZIP, |body| gzip(&padded(body, LIMIT + 1))) => TOO_LARGE;
    "packed from 200 MB": Push(GZIP, bomb) => TOO_LARGE;
    "packed and broken off": Push(GZIP, |body| { let mut sent = gzip(body); sent.truncate(sent.len() - 9); sent }) => NO_GZIP;
    "packed with a byte changed": Push(GZIP, |body| { let mut sent = gzip(body); let end = sent.len() - 6; sent[end] ^= 1; sent }) => NO_GZIP;
    "packed with more behind it": Push(GZIP, |body| [&gzip(body)[..], b"more"].concat()) => NO_GZIP;
    "said to be packed": Push(GZIP, plain) => NO_GZIP;
    "packed and not said so": Push(&[], gzip) => NOT_JSON;
    "packed twice and said once": Push(GZIP, |body| gzip(&gzip(body))) => NOT_JSON;
    "packed twice and said twice": Push(&["Content-Encoding: gzip, gzip"], |body| gzip(&gzip(body))) => NO_PACKING;
    "said to be packed twice": Push(&["Content-Encoding: gzip", "+Content-Encoding: gzip"], gzip) => NO_PACKING;
    "packed with br": Push(&["Content-Encoding: br"], plain) => NO_PACKING;
    "packed with deflate": Push(&["Content-Encoding: deflate"], plain) => NO_PACKING;
    "packed with zstd": Push(&["Content-Encoding: zstd"], plain) => NO_PACKING;
    "not packed and said so": Push(&["Content-Encoding: identity"], plain) => Stored;
    "length over the limit and no body": Push(&["Content-Length: 99999999"], |_| Vec::new()) => TOO_LARGE;
    "length beyond every number": Push(&["Content-Length: 99999999999999999999999"], plain) => NO_REQUEST;
    "length that is a word": Push(&["Content-Length: all"], plain) => NO_REQUEST;
    "length below nought": Push(&["Content-Length: -1"], plain) => NO_REQUEST;
    "two lengths": Push(&["+Content-Length: 5"], plain) => NO_REQUEST;
    "length that is too short": Push(&["Content-Length: 40"], plain) => NOT_JSON;
    "length that is too long": Push(&["Content-Length: 5000", HALF_CLOSE], plain) => BROKEN_OFF;
    "chunks": Push(CHUNKED, chunked) => Stored;
    "chunks over the limit": Push(CHUNKED, |body| chunked(&padded(body, LIMIT + 1))) => TOO_LARGE;
    "chunks that break off": Push(&["-Content-Length", "Transfer-Encoding: chunked", HALF_CLOSE], |body| { let mut sent = chunked(body); sent.truncate(sent.len() - 20); sent }) => BROKEN_OFF;
    "chunk whose size is no number": Push(CHUNKED, |body| [b"zz\r\n", body, b"\r\n0\r\n\r\n"].concat()) => BROKEN_OFF;
    "chunk whose size is beyond every number": Push(CHUNKED, |body| [b"fffffffffffffffff\r\n", body].concat()) => BROKEN_OFF;
    "chunks and packing": Push(&["-Content-Length", "Transfer-Encoding: chunked", "Content-Encoding: gzip"], |body| chunked(&gzip(body))) => Stored;
    "transfer packed with gzip": Push(&["-Content-Length", "Transfer-Encoding: gzip"], gzip) => NO_REQUEST;
    "no host": Push(&["-Host"], plain) => NOT_OURS;
    "two hosts": Push(&["+Host: localhost"], plain) => NOT_OURS;
    "host of a stranger": Push(&["Host: evil.example"], plain) => NOT_OURS;
    "host that begins like ours": Push(&["Host: localhost.evil.example"], plain) => NOT_OURS;
    "host with a name before it": Push(&["Host: localhost@evil.example"], plain) => NOT_OURS;
    "host with a word for its port": Push(&["Host: localhost:http"], plain) => NOT_OURS;
    "address of another host": Aimed("POST", "http://evil.example/ingest/{ingest}", &[]) => NOT_OURS;
    "page of a stranger": Push(&["Origin: https://evil.example"], plain) => FOREIGN_PAGE;
    "page of nobody": Push(&["Origin: null"], plain) => FOREIGN_PAGE;
    "page of a file": Push(&["Origin: file://"], plain) => FOREIGN_PAGE;
    "page of another port": Push(&["Origin: http://127.0.0.1:1"], plain) => FOREIGN_PAGE;
    "pages of two": Push(&["Origin: http://{host}", "+Origin: https://evil.example"], plain) => FOREIGN_PAGE;
    "page of the server itself": Push(&["Origin: http://{host}"], plain) => Stored;
    "period nobody knows": Push(&["automation-period: Since The Flood"], plain) => Stored;
    "period of 30,000 letters": Push(&["automation-period: {60000}"], plain) => Stored;
    "header with a control character": Push(&["User-Agent: \u{7f}x"], plain) => NO_REQUEST;
    "headers of a phone in another script": Push(&["automation-name: Здоровье \u{202e}", "automation-id: \u{9b}31m", "session-id: "], plain) => Stored;
    "two hundred headers": Push(&["{200 headers}"], plain) => Refused(431, "");
    "header of a million letters": Push(&["X-Long: {1000000}"], plain) => Refused(431, "");
    "no HTTP": Bytes(b"hello\r\n\r\n") => NO_REQUEST;
    "start of TLS": Bytes(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n") => NO_REQUEST;
    "HTTP of the future": Bytes(b"POST /ingest/x HTTP/9.9\r\nHost: localhost\r\n\r\n") => NO_REQUEST;
    "header without a colon": Bytes(b"POST /ingest/x HTTP/1.1\r\nHost localhost\r\n\r\n") => NO_REQUEST;
    "header with a space before its colon": Bytes(b"POST /ingest/x HTTP/1.1\r\nHost : localhost\r\n\r\n") => NO_REQUEST;
    "NUL in a header": Bytes(b"POST /ingest/x HTTP/1.1\r\nHost: local\0host\r\n\r\n") => NO_REQUEST;
};

/// Sends one row and compares.
pub(super) fn check(
    server: &Server,
    number: usize,
    given: &Given,
    expect: &Expect,
) -> Result<(), String> {
    let good = Good::of_row(number);
    let body = format!(r#"{{"data":{{"metrics":[{}]}}}}"#, good.metric()).into_bytes();
    let filled = |text: &str| fill(server, text);
    let edited = |edits: &[&str], body| {
        let request = push::request(server, body);
        edits.iter().fold(request, |request, edit| match *edit {
            "{200 headers}" => {
                (0..200).fold(request, |request, n| request.edit(&format!("X-{n}: x")))
            }
            edit => request.edit(&filled(edit)),
        })
    };
    let answer = match given {
        Push(edits, packing) => edited(edits, packing(&body)).send(server.address()),
        Aimed(method, path, edits) => edited(edits, body)
            .aim(method, &filled(path))
            .send(server.address()),
        Bytes(bytes) => exchange(server.address(), bytes, b"", false),
    }?;
    let (status, phrase) = match expect {
        Stored => (200, ""),
        Refused(status, phrase) => (*status, *phrase),
    };
    // A refusal is an object with a sentence, or one word of plain text.
    let json = serde_json::from_str::<Value>(&answer.body).unwrap_or_default();
    let sentence = json["error"].as_str().unwrap_or(&answer.body);
    if answer.status != status || !sentence.contains(phrase) {
        return Err(format!("{} {}", answer.status, shown(&answer.body)));
    }
    good.must_be_stored(server, matches!(expect, Stored))
}

fn fill(server: &Server, text: &str) -> String {
    let secret = |url: &str| url.rsplit('/').next().unwrap().to_owned();
    let (ingest, mcp) = (secret(&server.ingest_url), secret(&server.mcp_url));
    text.replace("{key}", &server.key)
        .replace("{KEY}", &server.key.to_uppercase())
        .replace("{ingest}", &ingest)
        .replace("{INGEST}", &ingest.to_uppercase())
        .replace("{mcp}", &mcp)
        .replace("{host}", server.address())
        .replace("{60000}", &"a".repeat(60_000))
        .replace("{1000000}", &"a".repeat(1_000_000))
}
