//! Random values that bind the parts of one authorization to each other.

use std::fmt;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};
use vitalog_core::Entropy;

/// Proof key for code exchange (RFC 7636): whoever has the code, and not this, gets no tokens.
#[derive(Clone)]
pub struct Pkce {
    /// What is shown when the code is traded.
    pub verifier: SecretString,
}

impl Pkce {
    /// A new one.
    #[must_use]
    pub fn new(entropy: &dyn Entropy) -> Self {
        let mut bytes = [0; 32];
        entropy.fill(&mut bytes);
        Self::of(&URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The one with this verifier, to take up an authorization that was begun before.
    #[must_use]
    pub fn of(verifier: &str) -> Self {
        Self {
            verifier: verifier.into(),
        }
    }

    /// What is shown when the person is sent to the vendor, by the method S256.
    #[must_use]
    pub fn challenge(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.verifier.expose_secret()))
    }
}

impl fmt::Debug for Pkce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pkce").finish_non_exhaustive()
    }
}

/// A new `state`: what must come back with the code, so that nobody can slip in one of their own.
#[must_use]
pub fn new_state(entropy: &dyn Entropy) -> String {
    let mut bytes = [0; 24];
    entropy.fill(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use vitalog_core::clock::CountingEntropy;

    use super::*;

    #[test]
    fn challenge_is_that_of_the_rfc() {
        // RFC 7636, appendix B.
        let pkce = Pkce::of("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
        assert_eq!(
            pkce.challenge(),
            "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        );
    }

    #[test]
    fn each_has_as_much_randomness_as_the_rfc_asks_for() {
        let entropy = CountingEntropy::new();
        let verifiers = [Pkce::new(&entropy), Pkce::new(&entropy)].map(|pkce| pkce.verifier);
        assert_eq!(verifiers[0].expose_secret().len(), 43);
        assert_ne!(verifiers[0].expose_secret(), verifiers[1].expose_secret());
        assert_eq!(new_state(&entropy).len(), 32);
        assert_ne!(new_state(&entropy), new_state(&entropy));
    }
}
