//! Which path leads where.

use secrecy::SecretString;
use vitalog_sync::vendor::Vendor;

/// Where a path leads.
#[derive(Debug)]
pub(crate) enum Route {
    /// The MCP endpoint, with the secret that the path ends in, if any.
    Mcp(Option<SecretString>),
    /// The ingest endpoint, with the secret that the path ends in.
    Ingest(SecretString),
    /// Where a vendor sends events.
    Webhook(Vendor),
    /// Where people come back to from a vendor.
    Callback,
    /// Whether the process is alive.
    Alive,
    /// Whether it can answer.
    Ready,
    /// Nowhere.
    Nowhere,
}

impl Route {
    /// Reads a path. Slashes at its end do not count, and are not answered with a redirect:
    /// clients drop headers on the way.
    pub(crate) fn of(path: &str) -> Self {
        let parts: Vec<&str> = path.trim_end_matches('/').split('/').skip(1).collect();
        match parts.as_slice() {
            ["mcp"] => Self::Mcp(None),
            ["mcp", secret] => Self::Mcp(Some((*secret).into())),
            ["ingest", secret] => Self::Ingest((*secret).into()),
            ["webhooks", "oura"] => Self::Webhook(Vendor::Oura),
            ["webhooks", "whoop"] => Self::Webhook(Vendor::Whoop),
            // The last is where Oura sends those who connect from the command line. Its port is the
            // server's own, which then takes the answer.
            ["connect", "oura" | "whoop", "callback"] | ["callback"] => Self::Callback,
            ["healthz"] => Self::Alive,
            ["readyz"] => Self::Ready,
            _ => Self::Nowhere,
        }
    }
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::*;

    /// A route as text, secrets included.
    fn leads_to(path: &str) -> String {
        match Route::of(path) {
            Route::Mcp(None) => "mcp".to_owned(),
            Route::Mcp(Some(secret)) => format!("mcp {}", secret.expose_secret()),
            Route::Ingest(secret) => format!("ingest {}", secret.expose_secret()),
            Route::Webhook(vendor) => format!("webhook {}", vendor.as_str()),
            Route::Callback => "callback".to_owned(),
            Route::Alive => "alive".to_owned(),
            Route::Ready => "ready".to_owned(),
            Route::Nowhere => "nowhere".to_owned(),
        }
    }

    #[test]
    fn paths_lead_to_doors_with_and_without_slashes_at_the_end() {
        for (path, route) in [
            ("/mcp", "mcp"),
            ("/mcp/", "mcp"),
            ("/mcp/abc", "mcp abc"),
            ("/mcp/abc//", "mcp abc"),
            ("/ingest/abc", "ingest abc"),
            ("/ingest/abc/", "ingest abc"),
            ("/webhooks/oura", "webhook oura"),
            ("/webhooks/whoop/", "webhook whoop"),
            ("/webhooks/weather", "nowhere"),
            ("/connect/oura/callback", "callback"),
            ("/connect/whoop/callback", "callback"),
            ("/callback", "callback"),
            ("/connect/whoop", "nowhere"),
            ("/healthz", "alive"),
            ("/readyz/", "ready"),
            ("/ingest", "nowhere"),
            ("/mcp/abc/def", "nowhere"),
            ("//mcp", "nowhere"),
            ("/MCP/abc", "nowhere"),
            ("/", "nowhere"),
            ("", "nowhere"),
        ] {
            assert_eq!(leads_to(path), route, "{path}");
        }
    }

    #[test]
    fn a_route_that_is_printed_hides_its_secret() {
        assert!(!format!("{:?}", Route::of("/mcp/planted")).contains("planted"));
    }
}
