//! A page with one sentence. It has no script, and nothing of it comes from elsewhere.

use axum::{body::Body, response::Response};
use http::{HeaderValue, StatusCode, header};

/// The page; title and sentence are texts, not HTML.
pub(super) fn page(status: StatusCode, title: &str, sentence: &str) -> Response {
    let (title, sentence) = (escaped(title), escaped(sentence));
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title} · Vitalog</title>\n<h1>{title}</h1>\n\
         <p>{sentence}</p>\n</html>\n"
    );
    let mut response = Response::new(Body::from(html));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        // The address of the page holds a code, which is used up, but still.
        (header::REFERRER_POLICY, "no-referrer"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_stays_a_text() {
        assert_eq!(
            escaped("<b> \"A\" & B</b>"),
            "&lt;b&gt; &quot;A&quot; &amp; B&lt;/b&gt;"
        );
    }
}
