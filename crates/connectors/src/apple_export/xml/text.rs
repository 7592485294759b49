//! Values of attributes, decoded.

use std::borrow::Cow;

/// The longest reference that is looked at, `&#x10FFFF;`.
const MAX_REFERENCE: usize = 12;

/// A value: references decoded, control characters dropped (exports hold some that XML forbids),
/// what is no UTF-8 replaced. A reference to anything but the five characters of XML and numbered
/// ones stays as it is: nothing is ever expanded.
pub(in crate::apple_export) fn decode(raw: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(raw);
    let is_plain = |byte: u8| byte != b'&' && !byte.is_ascii_control();
    // The controls after ASCII (C1) begin with 0xC2 0x80 to 0xC2 0x9F.
    if text.bytes().all(is_plain) && (text.is_ascii() || !text.contains(is_dropped)) {
        return text;
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest: &str = &text;
    while let Some(at) = rest.find('&') {
        push_kept(&mut decoded, &rest[..at]);
        rest = &rest[at..];
        let reference = rest
            .bytes()
            .take(MAX_REFERENCE)
            .position(|byte| byte == b';')
            .and_then(|end| Some((character(&rest[1..end])?, end + 1)));
        let length = if let Some((character, length)) = reference {
            if !is_dropped(character) {
                decoded.push(character);
            }
            length
        } else {
            decoded.push('&');
            1
        };
        rest = &rest[length..];
    }
    push_kept(&mut decoded, rest);
    Cow::Owned(decoded)
}

fn push_kept(decoded: &mut String, text: &str) {
    decoded.extend(text.chars().filter(|char| !is_dropped(*char)));
}

/// Controls, but for those that are white space.
fn is_dropped(char: char) -> bool {
    char.is_control() && !matches!(char, '\n' | '\t' | '\r')
}

fn character(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_is_decoded_once_and_never_expanded() {
        for (raw, expected) in [
            (&b"plain"[..], "plain"),
            (
                "Robin\u{2019}s\u{a0}Watch".as_bytes(),
                "Robin\u{2019}s\u{a0}Watch",
            ),
            (b"&lt;a&gt; &amp;amp; &quot;&apos;", "<a> &amp; \"'"),
            (b"line&#10;two&#x9;", "line\ntwo\t"),
            (b"a\x0bb\x00c&#11;d&#x80;", "abcd"),
            (
                b"&lol; & &#; &#xFFFFFFFF; &#55296; &",
                "&lol; & &#; &#xFFFFFFFF; &#55296; &",
            ),
            (b"caf\xe9", "caf\u{fffd}"),
            (
                b"&\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80;",
                "&😀😀😀;",
            ),
            (b"", ""),
        ] {
            assert_eq!(decode(raw), expected, "{raw:?}");
        }
    }
}
