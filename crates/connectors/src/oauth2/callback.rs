//! The address a person comes back with.

use std::fmt;

use secrecy::SecretString;
use subtle::ConstantTimeEq;

/// What a person came back with.
#[derive(Clone)]
pub struct Callback {
    /// The code, to be traded once.
    pub code: SecretString,
    /// The scopes that were granted, where the vendor says so here.
    pub scope: Option<String>,
}

impl fmt::Debug for Callback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Callback")
            .field("scope", &self.scope)
            .finish_non_exhaustive()
    }
}

/// Why somebody who came back is not connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CallbackRefused {
    /// The person said no.
    #[error("access was not allowed")]
    Denied,
    /// The vendor refused for another reason.
    #[error("the vendor refused the request")]
    VendorRefused,
    /// It does not belong to the authorization that was begun.
    #[error("this is the answer to another request")]
    WrongState,
    /// There is neither a code nor an error.
    #[error("there is no code in it")]
    NoCode,
}

/// Reads the query of the address a person was sent back to. `state` is the one that was sent.
///
/// # Errors
///
/// If there is no code, or it is another's. The state is looked at first.
pub fn read_callback(query: &str, state: &str) -> Result<Callback, CallbackRefused> {
    let query = query.strip_prefix('?').unwrap_or(query);
    let member = |name: &str| {
        url::form_urlencoded::parse(query.as_bytes())
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.into_owned())
            .filter(|value| !value.is_empty())
    };
    let sent_back = member("state").unwrap_or_default();
    if !bool::from(sent_back.as_bytes().ct_eq(state.as_bytes())) {
        return Err(CallbackRefused::WrongState);
    }
    match member("error").as_deref() {
        Some("access_denied") => return Err(CallbackRefused::Denied),
        Some(_) => return Err(CallbackRefused::VendorRefused),
        None => {}
    }
    Ok(Callback {
        code: member("code").ok_or(CallbackRefused::NoCode)?.into(),
        scope: member("scope"),
    })
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::*;

    #[test]
    fn code_counts_only_with_the_state_that_was_sent() {
        let check = |query: &str, expected: Result<(&str, Option<&str>), CallbackRefused>| {
            let read = read_callback(query, "s1");
            let read = read
                .as_ref()
                .map(|back| (back.code.expose_secret(), back.scope.as_deref()))
                .map_err(|refused| *refused);
            assert_eq!(read, expected, "{query}");
        };
        check("code=c%2F1&state=s1", Ok(("c/1", None)));
        check(
            "?scope=daily+spo2&state=s1&code=c",
            Ok(("c", Some("daily spo2"))),
        );
        check("code=c&state=s1&scope=", Ok(("c", None)));
        check("code=c&state=s2", Err(CallbackRefused::WrongState));
        check("code=c", Err(CallbackRefused::WrongState));
        check("", Err(CallbackRefused::WrongState));
        check("error=access_denied", Err(CallbackRefused::WrongState));
        check("error=access_denied&state=s1", Err(CallbackRefused::Denied));
        check(
            "error=invalid_scope&state=s1&code=c",
            Err(CallbackRefused::VendorRefused),
        );
        check("state=s1", Err(CallbackRefused::NoCode));
        check("state=s1&code=", Err(CallbackRefused::NoCode));
    }
}
