//! OAuth 2 as a client of vendors: the addresses and requests of the authorization code flow, and
//! what token endpoints answer. Who keeps a grant, and when it is renewed, is decided elsewhere.

mod callback;
mod pkce;
mod token;

use secrecy::{ExposeSecret, SecretString};
use url::Url;

pub use callback::{Callback, CallbackRefused, read_callback};
pub use pkce::{Pkce, new_state};
pub use token::{TokenAnswer, TokenRefusal, read_token};

use crate::VendorRequest;

/// An app as the vendor knows it.
#[derive(Clone, Debug)]
pub struct ClientApp {
    /// Its public identifier.
    pub id: String,
    /// Its secret.
    pub secret: SecretString,
    /// Where people are sent back to, exactly as the vendor has it.
    pub redirect_uri: String,
}

/// Where a person goes to allow the app to read.
#[must_use]
pub fn authorize_url(
    endpoint: &Url,
    app: &ClientApp,
    scopes: &[&str],
    state: &str,
    pkce: Option<&Pkce>,
) -> Url {
    let mut url = endpoint.clone();
    let mut query = url.query_pairs_mut();
    query
        .append_pair("response_type", "code")
        .append_pair("client_id", &app.id)
        .append_pair("redirect_uri", &app.redirect_uri)
        .append_pair("scope", &scopes.join(" "))
        .append_pair("state", state);
    if let Some(pkce) = pkce {
        query
            .append_pair("code_challenge", &pkce.challenge())
            .append_pair("code_challenge_method", "S256");
    }
    drop(query);
    url
}

/// The request that trades a code for the first pair of tokens. A code is good for one request,
/// even for one that is refused, so it is sent to one endpoint only.
#[must_use]
pub fn exchange(
    endpoint: &Url,
    app: &ClientApp,
    code: &SecretString,
    pkce: Option<&Pkce>,
) -> VendorRequest {
    let mut fields = vec![
        ("grant_type", "authorization_code".into()),
        ("code", code.clone()),
        ("redirect_uri", app.redirect_uri.as_str().into()),
        ("client_id", app.id.as_str().into()),
        ("client_secret", app.secret.clone()),
    ];
    if let Some(pkce) = pkce {
        fields.push(("code_verifier", pkce.verifier.expose_secret().into()));
    }
    VendorRequest::form(endpoint.clone(), fields)
}

/// The request for the next pair of tokens. It ends the pair that it is sent with. `scope` is
/// sent where the vendor wants it.
#[must_use]
pub fn refresh(
    endpoint: &Url,
    app: &ClientApp,
    refresh_token: &SecretString,
    scope: Option<&str>,
) -> VendorRequest {
    let mut fields = vec![
        ("grant_type", "refresh_token".into()),
        ("refresh_token", refresh_token.clone()),
        ("client_id", app.id.as_str().into()),
        ("client_secret", app.secret.clone()),
    ];
    if let Some(scope) = scope {
        fields.push(("scope", scope.into()));
    }
    VendorRequest::form(endpoint.clone(), fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RequestBody;

    fn app() -> ClientApp {
        ClientApp {
            id: "app".to_owned(),
            secret: "hush".into(),
            redirect_uri: "http://localhost:8787/callback".to_owned(),
        }
    }

    fn endpoint() -> Url {
        Url::parse("https://vendor.example/oauth?region=eu").unwrap()
    }

    fn fields(request: &VendorRequest) -> Vec<String> {
        let RequestBody::Form(fields) = &request.body else {
            panic!("a form");
        };
        fields
            .iter()
            .map(|(name, value)| format!("{name}={}", value.expose_secret()))
            .collect()
    }

    #[test]
    fn person_is_sent_with_scopes_state_and_challenge() {
        let plain = authorize_url(&endpoint(), &app(), &["daily", "spo2"], "s1", None);
        assert_eq!(
            plain.as_str(),
            "https://vendor.example/oauth?region=eu&response_type=code&client_id=app\
             &redirect_uri=http%3A%2F%2Flocalhost%3A8787%2Fcallback&scope=daily+spo2&state=s1"
        );
        let pkce = Pkce::of("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
        let with = authorize_url(&endpoint(), &app(), &["daily"], "s1", Some(&pkce));
        assert!(with.as_str().ends_with(
            "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM\
             &code_challenge_method=S256"
        ));
    }

    #[test]
    fn code_and_refresh_token_go_in_a_form_that_nothing_prints() {
        let pkce = Pkce::of("verifier");
        let sent = exchange(&endpoint(), &app(), &"c0de".into(), Some(&pkce));
        assert_eq!(
            fields(&sent),
            [
                "grant_type=authorization_code",
                "code=c0de",
                "redirect_uri=http://localhost:8787/callback",
                "client_id=app",
                "client_secret=hush",
                "code_verifier=verifier",
            ]
        );
        let again = refresh(&endpoint(), &app(), &"old".into(), Some("offline"));
        assert_eq!(
            fields(&again),
            [
                "grant_type=refresh_token",
                "refresh_token=old",
                "client_id=app",
                "client_secret=hush",
                "scope=offline",
            ]
        );
        let printed = format!("{:?} {sent:?} {again:?} {pkce:?}", app());
        for secret in ["hush", "c0de", "old", "verifier"] {
            assert!(!printed.contains(secret), "{printed}");
        }
    }
}
