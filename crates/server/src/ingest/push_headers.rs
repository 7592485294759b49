//! What a phone's headers say, fit to be logged and kept.

use http::HeaderMap;
use secrecy::ExposeSecret;
use vitalog_core::log_text;
use vitalog_service::AccountSecrets;
use vitalog_sync::PushHeaders;

/// Reads the headers of a push. Whatever stands in them may come to stand in the log, so that one
/// that holds a secret is not passed on.
pub(super) fn read(headers: &HeaderMap, secrets: &AccountSecrets) -> PushHeaders {
    let secrets = [
        secrets.path.expose_secret(),
        secrets.ingest_path.expose_secret(),
        secrets.ingest_key.expose_secret(),
    ];
    let fit = |name: &str| text(headers, name).map(|text| log_text::fit(&text, &secrets));
    PushHeaders {
        automation_name: fit("automation-name"),
        automation_id: fit("automation-id"),
        automation_aggregation: fit("automation-aggregation"),
        automation_period: fit("automation-period"),
        // Only ever compared.
        session_id: text(headers, "session-id"),
        content_type: fit("content-type"),
        user_agent: fit("user-agent"),
    }
}

/// A header as text. A phone sends the automation's name as UTF-8, which is no ASCII.
pub(super) fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    headers
        .get(name)
        .map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
}
