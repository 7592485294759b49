//! What a connection may not read, because the person did not allow it.

use vitalog_connectors::{Connector, Vendor, oura::Oura, whoop::Whoop};

use super::connection::Connection;

impl Connection {
    /// The scope without which a collection of the vendor cannot be read, if it was not granted.
    #[must_use]
    pub fn lacks(&self, vendor: &str, collection: &str) -> Option<&'static str> {
        let connector: &dyn Connector = match Vendor::parse(vendor)? {
            Vendor::Oura => &Oura,
            Vendor::Whoop => &Whoop,
            Vendor::Weather => return None,
        };
        let collection = connector.collection(collection)?;
        let is_granted = connector.is_granted(collection, self.scopes.as_deref()?);
        collection.scope.filter(|_| !is_granted)
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::vendor::connection::ConnectionState;

    #[test]
    fn a_scope_that_was_not_granted_is_named() {
        for (scopes, lacking) in [
            (None, None),
            (Some("email daily heartrate spo2"), None),
            (Some("email daily heartrate spo2Daily"), None),
            (Some("extapi:daily extapi:spo2"), None),
            (Some("email daily heartrate"), Some("spo2")),
        ] {
            let connection = Connection {
                state: ConnectionState::Connected,
                since: Timestamp::UNIX_EPOCH,
                connected_at: Timestamp::UNIX_EPOCH,
                grant: "1".to_owned(),
                person: None,
                scopes: scopes.map(str::to_owned),
                token_url: String::new(),
            };
            assert_eq!(
                connection.lacks("oura", "daily_spo2"),
                lacking,
                "{scopes:?}"
            );
            assert_eq!(connection.lacks("oura", "daily_sleep"), None, "{scopes:?}");
            assert_eq!(connection.lacks("weather", "daily"), None);
        }
    }
}
