//! Which path leads where.

use secrecy::SecretString;

/// Where a path leads.
#[derive(Debug)]
pub(crate) enum Route {
    /// The MCP endpoint, with the secret that the path ends in, if any.
    Mcp(Option<SecretString>),
    /// The ingest endpoint, with the secret that the path ends in.
    Ingest(SecretString),
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
