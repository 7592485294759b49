//! Where grants come from.

use http::Method;
use url::Url;

use crate::{VendorRequest, request::address};

/// Where a person is sent. The address they come back to must be `https` or begin with `whoop://`:
/// plain `http` is refused, on this machine too.
pub const AUTHORIZE: &str = "https://api.prod.whoop.com/oauth/oauth2/auth";

/// Where codes and refresh tokens are traded, with the secret in the form.
pub const TOKEN: &str = "https://api.prod.whoop.com/oauth/oauth2/token";

/// What stands before the paths of documents.
pub const API: &str = "https://api.prod.whoop.com/developer";

/// The scope that a refresh has to ask for; without it the answer has no refresh token.
pub const REFRESH_SCOPE: &str = super::collections::OFFLINE;

/// The request that ends a person's grant, and the vendor's events about them. 204 says it did.
#[must_use]
pub fn revoke(api: &Url) -> VendorRequest {
    VendorRequest {
        method: Method::DELETE,
        ..VendorRequest::get(address(api, ["v2", "user", "access"]))
    }
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;
    use vitalog_core::clock::CountingEntropy;

    use super::*;
    use crate::{
        Auth, Connector, RequestBody,
        oauth2::{ClientApp, authorize_url, new_state, refresh},
        whoop::Whoop,
    };

    fn app() -> ClientApp {
        ClientApp {
            id: "app".to_owned(),
            secret: "hush".into(),
            redirect_uri: "https://vitalog.example/connect/whoop/callback".to_owned(),
        }
    }

    #[test]
    fn a_person_is_asked_for_everything_and_for_refresh_tokens() {
        let state = new_state(&CountingEntropy::new());
        // The vendor wants eight characters.
        assert!(state.len() >= 8);
        let endpoint = Url::parse(AUTHORIZE).unwrap();
        let scopes = Whoop.capabilities().scopes;
        let url = authorize_url(&endpoint, &app(), scopes, &state, None);
        let scope = url.query_pairs().find(|(name, _)| name == "scope").unwrap();
        assert_eq!(
            scope.1,
            "offline read:recovery read:cycles read:sleep read:workout read:profile \
             read:body_measurement"
        );
    }

    #[test]
    fn a_refresh_has_the_secret_in_its_form_and_asks_for_offline() {
        let endpoint = Url::parse(TOKEN).unwrap();
        let request = refresh(&endpoint, &app(), &"old".into(), Some(REFRESH_SCOPE));
        let RequestBody::Form(fields) = &request.body else {
            panic!("a form");
        };
        let value = |name: &str| {
            let field = fields.iter().find(|(key, _)| *key == name);
            field.map(|(_, value)| value.expose_secret().to_owned())
        };
        assert_eq!(value("client_secret").as_deref(), Some("hush"));
        assert_eq!(value("scope").as_deref(), Some("offline"));
        assert_eq!(request.auth, Auth::None);
    }

    #[test]
    fn a_grant_is_ended_with_its_own_token() {
        let request = revoke(&Url::parse(API).unwrap());
        assert_eq!(request.method, Method::DELETE);
        assert_eq!(request.url.path(), "/developer/v2/user/access");
        assert_eq!(request.auth, Auth::Bearer);
    }
}
