//! The sources that are asked: whether their settings are complete, and how their copies are. No
//! vendor is asked.

use vitalog_config::Settings;
use vitalog_core::Account;
use vitalog_service::{Freshness, SourceStatus, Vendor};

use super::{Finding, State};
use crate::{data_folder::open_to_others, deployment::Deployment, failure::Failure, key_file};

/// What the settings alone say.
pub(super) fn settings(settings: &Settings) -> Vec<Finding> {
    let mut findings = Vec::new();
    let oura = &settings.oura;
    let whoop = &settings.whoop;
    let apps = [
        (
            "oura",
            oura.client_id.is_some(),
            oura.client_secret.is_some(),
        ),
        (
            "whoop",
            whoop.client_id.is_some(),
            whoop.client_secret.is_some(),
        ),
    ];
    for (name, has_id, has_secret) in apps {
        if has_id != has_secret {
            let missing = if has_id { "client_secret" } else { "client_id" };
            let text = format!("{name}.{missing} is not set");
            let advice = format!("An app has both; the guide docs/guides/{name}.md tells where.");
            findings.push(Finding::new(State::Fail, name, text).advise(advice));
        }
    }
    if whoop.client_id.is_some() && crate::relay::whoop_redirect_uri(settings).is_none() {
        let text = "it is not known where people come back to from WHOOP";
        findings.push(Finding::new(State::Warn, "whoop", text).advise(
            "Set VITALOG_SERVER__PUBLIC_URL or VITALOG_WHOOP__REDIRECT_URI before you connect.",
        ));
    }
    if oura.client_id.is_some() && oura.webhook_secret.is_none() {
        let text = "oura.webhook_secret is not set; Oura is only asked, and does not tell";
        findings.push(Finding::new(State::Ok, "oura", text));
    }
    if oura.client_id.is_some() || whoop.client_id.is_some() {
        findings.push(seal_key(settings));
    }
    findings
}

fn seal_key(settings: &Settings) -> Finding {
    if settings.access.seal_key.is_some() {
        let origin = settings.origin("access.seal_key");
        return Finding::new(State::Ok, "seal key", format!("given by {origin}"));
    }
    let path = key_file::seal_path(&settings.data);
    let shown = path.display();
    match (key_file::read(&path), open_to_others(&path)) {
        (Ok(Some(_)), Ok(None | Some(0))) => Finding::new(State::Ok, "seal key", shown.to_string()),
        (Ok(Some(_)), _) => {
            let text = format!("{shown} is open to other users");
            let advice = format!("Close it: chmod 600 '{shown}'");
            Finding::new(State::Warn, "seal key", text).advise(advice)
        }
        (Ok(None), _) => Finding::new(State::Ok, "seal key", "not made yet"),
        (Err(failure), _) => Finding::failed("seal key", failure),
    }
}

/// How the copies of an account are.
pub(super) async fn copies(deployment: &Deployment, account: &Account) -> Vec<Finding> {
    match deployment.service.sync_status(account).await {
        Ok(status) => status
            .sources
            .iter()
            .filter_map(|source| copy(account, source))
            .collect(),
        Err(error) => vec![Finding::failed("sources", Failure::from(error))],
    }
}

fn copy(account: &Account, source: &SourceStatus) -> Option<Finding> {
    let check = source.vendor.as_str();
    let id = &account.id;
    let flag = id.as_flag();
    let through = source.data_through.map_or("nothing yet".to_owned(), |day| {
        format!("data through {day}")
    });
    let found = |state, text: String| Finding::new(state, check, format!("account `{id}`: {text}"));
    let mut finding = match source.state {
        Freshness::NotConnected if source.vendor == Vendor::Weather => return None,
        Freshness::NotConnected => found(State::Ok, "not connected".to_owned())
            .advise(format!("`vitalog connect {check}{flag}` connects it.")),
        Freshness::Fresh => found(State::Ok, format!("fresh, {through}")),
        Freshness::Backfilling => found(State::Ok, format!("history is coming in, {through}")),
        Freshness::Stale => found(State::Warn, format!("stale, {through}")).advise(format!(
            "Is a server running? `vitalog sync {check}{flag}` brings it up to date and says what is \
             wrong."
        )),
        Freshness::NeedsReconnect => found(State::Warn, format!("needs to be connected again, {through}"))
            .advise(format!("Run `vitalog connect {check}{flag}`.")),
        Freshness::NotGranted => found(State::Warn, "nothing of it was granted".to_owned())
            .advise(format!("Run `vitalog connect {check}{flag}` and allow it.")),
        Freshness::NotOffered => found(State::Warn, "nothing of it is offered to this app".to_owned()),
    };
    if source.dead > 0 && finding.state == State::Ok {
        finding.state = State::Warn;
        finding.text = format!("{}, {} events were given up", finding.text, source.dead);
        finding.advice = Some("`vitalog queue list` shows them.".to_owned());
    }
    Some(finding)
}
