//! A list as vendors send it: an object with the elements and what leads to the next page.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::Unreadable;

/// The elements of the list named `list`, each as the vendor wrote it, and the next page's token,
/// which is in `next_token`; an empty one is none.
///
/// # Errors
///
/// If the body is no JSON object with such a list.
pub fn read_list<'b>(
    body: &'b [u8],
    list: &str,
) -> Result<(Vec<&'b RawValue>, Option<String>), Unreadable> {
    const EXPECTED: Unreadable = Unreadable {
        expected: "an object with a list of documents",
    };
    let members: BTreeMap<String, &RawValue> =
        serde_json::from_slice(body).map_err(|_| EXPECTED)?;
    let elements = members.get(list).ok_or(EXPECTED)?;
    let elements = serde_json::from_str(elements.get()).map_err(|_| EXPECTED)?;
    let next = members
        .get("next_token")
        .and_then(|token| serde_json::from_str::<Option<String>>(token.get()).ok())
        .flatten()
        .filter(|token| !token.is_empty());
    Ok((elements, next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_the_text_that_was_sent_and_an_empty_token_ends_the_list() {
        let check = |body: &str, elements: &[&str], next: Option<&str>| {
            let (read, token) = read_list(body.as_bytes(), "data").unwrap();
            let read: Vec<_> = read.iter().map(|element| element.get()).collect();
            assert_eq!(read, elements, "{body}");
            assert_eq!(token.as_deref(), next, "{body}");
        };
        check(r#"{"data": [], "next_token": null}"#, &[], None);
        check(
            r#"{"data": [{"a": 1.50}, 7], "next_token": "n"}"#,
            &[r#"{"a": 1.50}"#, "7"],
            Some("n"),
        );
        check(r#"{"next_token": "", "data": []}"#, &[], None);
        check(r#"{"data": [], "next_token": 5}"#, &[], None);
        check(r#"{"data": []}"#, &[], None);
    }

    #[test]
    fn what_has_no_list_is_unreadable() {
        for body in [
            "",
            "[]",
            "null",
            "{}",
            r#"{"data": {}}"#,
            r#"{"data": null}"#,
        ] {
            assert!(read_list(body.as_bytes(), "data").is_err(), "{body}");
        }
    }
}
