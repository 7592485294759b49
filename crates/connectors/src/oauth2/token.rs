//! What a token endpoint answers.

use secrecy::SecretString;
use serde::Deserialize;

use crate::{Quota, VendorReply};

/// Seconds that an access token is taken to last where the answer does not say so.
const USUAL_EXPIRES_IN_S: u32 = 86_400;

/// A new pair of tokens.
#[derive(Clone, Debug)]
pub struct TokenAnswer {
    /// What requests are sent with.
    pub access: SecretString,
    /// What the next pair is asked for with. Used once; keep it before the access token is used.
    pub refresh: Option<SecretString>,
    /// Seconds that the access token lasts.
    pub expires_in_s: u32,
    /// The scopes that were granted, where the answer says so.
    pub scope: Option<String>,
}

/// Why there is no new pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TokenRefusal {
    /// The code or refresh token is not, or no longer, good. Somebody else may have used it, and
    /// have the new pair.
    #[error("the vendor does not accept the grant")]
    Rejected,
    /// Nothing is said about the grant; it can be tried again.
    #[error("the vendor could not answer")]
    Temporary {
        /// The status.
        status: u16,
        /// Seconds to wait, where the answer says so.
        retry_after_s: Option<u32>,
    },
}

#[derive(Deserialize)]
struct Sent {
    access_token: SecretString,
    refresh_token: Option<SecretString>,
    expires_in: Option<f64>,
    scope: Option<String>,
}

/// Reads the answer to an exchange or a refresh.
///
/// # Errors
///
/// [`TokenRefusal::Rejected`] for status 400 and 401, [`TokenRefusal::Temporary`] for any other that
/// brings no token.
pub fn read_token(reply: &VendorReply) -> Result<TokenAnswer, TokenRefusal> {
    if matches!(reply.status, 400 | 401) {
        return Err(TokenRefusal::Rejected);
    }
    let temporary = TokenRefusal::Temporary {
        status: reply.status,
        retry_after_s: Quota::read(&reply.headers).and_then(|quota| quota.retry_after_s),
    };
    if !(200..300).contains(&reply.status) {
        return Err(temporary);
    }
    let sent: Sent = serde_json::from_slice(&reply.body).map_err(|_| temporary)?;
    Ok(TokenAnswer {
        access: sent.access_token,
        refresh: sent.refresh_token,
        expires_in_s: sent.expires_in.map_or(USUAL_EXPIRES_IN_S, whole_seconds),
        scope: sent.scope.filter(|scope| !scope.is_empty()),
    })
}

fn whole_seconds(sent: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast goes to the nearest number there is, as it should"
    )]
    let seconds = sent as u32;
    seconds
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;
    use secrecy::ExposeSecret;

    use super::*;

    fn reply(status: u16, body: &str) -> VendorReply {
        VendorReply {
            status,
            headers: HeaderMap::new(),
            body: body.as_bytes().to_vec(),
        }
    }

    #[test]
    fn pair_is_read_and_what_is_left_out_has_its_usual_value() {
        let check = |body: &str, refresh: Option<&str>, expires_in_s, scope: Option<&str>| {
            let answer = read_token(&reply(200, body)).unwrap();
            assert_eq!(answer.access.expose_secret(), "a", "{body}");
            let sent = answer.refresh.as_ref().map(ExposeSecret::expose_secret);
            assert_eq!(sent, refresh, "{body}");
            assert_eq!(answer.expires_in_s, expires_in_s, "{body}");
            assert_eq!(answer.scope.as_deref(), scope, "{body}");
            assert!(!format!("{answer:?}").contains("\"a\""));
        };
        check(r#"{"access_token": "a"}"#, None, 86_400, None);
        check(
            r#"{"access_token": "a", "refresh_token": "r", "expires_in": 3600,
                "token_type": "bearer", "scope": "daily spo2"}"#,
            Some("r"),
            3600,
            Some("daily spo2"),
        );
        check(
            r#"{"access_token": "a", "refresh_token": null, "expires_in": -1.5, "scope": ""}"#,
            None,
            0,
            None,
        );
    }

    #[test]
    fn only_400_and_401_say_that_the_grant_is_bad() {
        let check = |status: u16, body: &str, expected: TokenRefusal| {
            assert_eq!(read_token(&reply(status, body)).unwrap_err(), expected);
        };
        let temporary = |status| TokenRefusal::Temporary {
            status,
            retry_after_s: None,
        };
        check(400, r#"{"error": "invalid_grant"}"#, TokenRefusal::Rejected);
        check(401, "", TokenRefusal::Rejected);
        for status in [302, 403, 404, 408, 429, 500, 502, 503, 504] {
            check(status, "<html>", temporary(status));
        }
        check(200, "<html>", temporary(200));
        check(200, r#"{"refresh_token": "r"}"#, temporary(200));
    }

    #[test]
    fn wait_that_the_vendor_asks_for_is_passed_on() {
        let mut reply = reply(429, "");
        reply
            .headers
            .insert("retry-after", http::HeaderValue::from_static("7"));
        assert_eq!(
            read_token(&reply).unwrap_err(),
            TokenRefusal::Temporary {
                status: 429,
                retry_after_s: Some(7)
            }
        );
    }
}
