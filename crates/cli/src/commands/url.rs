//! `vitalog url` and `vitalog ingest-url`: the addresses that hold secrets.

use secrecy::ExposeSecret;
use serde_json::json;
use vitalog_config::Settings;

use super::serve::public_url_flag;
use crate::{
    args::Global,
    deployment::{self, Deployment},
    failure::Failure,
    logging::{self, Chatter},
    output, running,
};

/// The arguments of both.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Whose record; `me` unless said otherwise
    #[arg(long, value_name = "NAME")]
    account: Option<String>,
    /// The address under which phones and chat apps reach the server
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Prints the connector's address.
pub(crate) async fn print_connector(global: &Global, args: Args) -> Result<(), Failure> {
    let (deployment, account) = open(global, &args).await?;
    let secrets = deployment.service.secrets(&account).await?;
    let base = base(
        &deployment.settings,
        "claude.ai and other apps in a data centre need",
    );
    let url = format!("{base}/mcp/{}", secrets.path.expose_secret());
    if !deployment.settings.access.path_door {
        let origin = deployment.settings.origin("access.path_door");
        output::note(&format!(
            "This door is closed by {origin}; the address answers 404."
        ));
    }
    if args.json {
        return output::print_json(&json!({ "url": url }));
    }
    output::print(&url)
}

/// Prints the ingest address and its header.
pub(crate) async fn print_ingest(global: &Global, args: Args) -> Result<(), Failure> {
    let (deployment, account) = open(global, &args).await?;
    let secrets = deployment.service.secrets(&account).await?;
    let base = base(&deployment.settings, "a phone away from home needs");
    let url = format!("{base}/ingest/{}", secrets.ingest_path.expose_secret());
    let key = secrets.ingest_key.expose_secret();
    if args.json {
        return output::print_json(&json!({ "url": url, "headers": { "X-Ingest-Key": key } }));
    }
    output::print(&url)?;
    output::print(&format!("X-Ingest-Key: {key}"))
}

async fn open(
    global: &Global,
    args: &Args,
) -> Result<(Deployment, vitalog_core::AccountId), Failure> {
    let flags = public_url_flag(args.public_url.clone())
        .into_iter()
        .collect();
    let settings = deployment::settings(global, flags, false)?;
    logging::start(&settings, Chatter::Quiet);
    let deployment = Deployment::open(settings).await?;
    let account = deployment.account(args.account.as_deref()).await?;
    Ok((deployment, account.id))
}

/// The part before the path, with a hint if the world cannot reach it.
fn base(settings: &Settings, who: &str) -> String {
    let (base, public) = running::base_url(settings);
    if !public {
        output::note(&format!(
            "This is an address on this machine or network; {who} a public HTTPS address. Set \
             VITALOG_SERVER__PUBLIC_URL to it (guide docs/guides/public-address.md)."
        ));
    }
    base
}
