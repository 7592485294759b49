//! Compressed bodies.

use std::io::Read;

use bytes::Bytes;
use flate2::read::MultiGzDecoder;
use http::{HeaderMap, header};

use super::refusal::Refusal;

/// How a body is packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    /// Not at all.
    Plain,
    /// With gzip.
    Gzip,
}

impl Encoding {
    /// Reads the headers; `None` for a packing that is not taken.
    pub(crate) fn of(headers: &HeaderMap) -> Option<Self> {
        let mut found = Self::Plain;
        for value in headers.get_all(header::CONTENT_ENCODING) {
            for coding in value.to_str().ok()?.split(',') {
                match coding.trim().to_ascii_lowercase().as_str() {
                    "" | "identity" => {}
                    "gzip" | "x-gzip" if found == Self::Plain => found = Self::Gzip,
                    _ => return None,
                }
            }
        }
        Some(found)
    }
}

/// Unpacks a gzip body of at most `limit` bytes, off the threads that serve others.
pub(crate) async fn inflate(packed: Bytes, limit: usize) -> Result<Bytes, Refusal> {
    tokio::task::spawn_blocking(move || unpack(&packed, limit))
        .await
        .map_err(|_| Refusal::Fault)?
}

fn unpack(packed: &[u8], limit: usize) -> Result<Bytes, Refusal> {
    let mut whole = Vec::new();
    let ceiling = limit as u64 + 1;
    MultiGzDecoder::new(packed)
        .take(ceiling)
        .read_to_end(&mut whole)
        .map_err(|_| Refusal::BadGzip)?;
    if whole.len() > limit {
        return Err(Refusal::TooLarge);
    }
    Ok(whole.into())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};
    use http::HeaderValue;

    use super::*;

    fn pack(plain: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(plain).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn encodings_are_told_apart() {
        for (value, encoding) in [
            ("gzip", Some(Encoding::Gzip)),
            ("GZIP", Some(Encoding::Gzip)),
            ("x-gzip", Some(Encoding::Gzip)),
            ("identity, gzip", Some(Encoding::Gzip)),
            ("identity", Some(Encoding::Plain)),
            ("", Some(Encoding::Plain)),
            ("gzip, gzip", None),
            ("br", None),
            ("deflate", None),
            ("zstd", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(value));
            assert_eq!(Encoding::of(&headers), encoding, "{value:?}");
        }
        assert_eq!(Encoding::of(&HeaderMap::new()), Some(Encoding::Plain));
    }

    #[test]
    fn unpacking_stops_at_the_limit_and_at_what_is_no_gzip() {
        let packed = pack(&[b' '; 5000]);
        assert_eq!(unpack(&packed, 5000).map(|whole| whole.len()), Ok(5000));
        assert_eq!(unpack(&packed, 4999), Err(Refusal::TooLarge));
        assert_eq!(
            unpack(&packed[..packed.len() - 9], 5000),
            Err(Refusal::BadGzip)
        );
        assert_eq!(unpack(b"{}", 5000), Err(Refusal::BadGzip));
    }
}
