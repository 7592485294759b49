//! `vitalog webhook`: the subscriptions by which Oura tells of changes.

use serde_json::json;
use vitalog_config::{Flag, Settings};
use vitalog_sync::vendor::SubscriptionError;

use super::serve::public_url_flag;
use crate::{
    args::Global,
    deployment::{self, Deployment},
    failure::Failure,
    logging::{self, Chatter},
    output, running,
};

/// What to do with subscriptions.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// List them
    List {
        #[command(flatten)]
        which: Which,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Subscribe to everything that is used; a server must be running, because Oura asks it
    Create(Which),
    /// Let those that lead here last longer
    Renew(Which),
    /// End those that lead here
    Delete(Which),
}

/// Whose subscriptions.
#[derive(Debug, clap::Args)]
pub(crate) struct Which {
    /// The vendor; WHOOP has its address in its developer dashboard
    source: Vendor,
    /// The address under which the vendor reaches the server
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
}

/// A vendor with subscriptions.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Vendor {
    /// The Oura ring
    Oura,
}

/// Runs the command.
pub(crate) async fn run(global: &Global, command: Command) -> Result<(), Failure> {
    let which = match &command {
        Command::List { which, .. }
        | Command::Create(which)
        | Command::Renew(which)
        | Command::Delete(which) => which,
    };
    let Vendor::Oura = which.source;
    let flags: Vec<Flag> = public_url_flag(which.public_url.clone())
        .into_iter()
        .collect();
    let settings = deployment::settings(global, flags, false)?;
    logging::start(&settings, Chatter::Quiet);
    let deployment = Deployment::open(settings).await?;
    let relay = &deployment.relay;
    let counts = match command {
        Command::List { json, .. } => return list(&deployment, json).await,
        Command::Create(_) => {
            let token = &deployment.settings.oura.webhook_secret;
            let token = token.as_ref().ok_or_else(|| {
                Failure::usage("oura.webhook_secret is not set").advise(
                    "It is a text of your own choice, by which the server knows that Oura asks; \
                     start the server with the same.",
                )
            })?;
            relay
                .subscribe(&callback(&deployment.settings)?, token)
                .await
        }
        Command::Renew(_) => {
            let callback = callback(&deployment.settings)?;
            relay.renew_subscriptions(&callback).await
        }
        Command::Delete(_) => relay.unsubscribe(&callback(&deployment.settings)?).await,
    };
    let counts = counts.map_err(explain)?;
    output::note(&format!(
        "{} made, {} renewed, {} ended.",
        counts.created, counts.renewed, counts.deleted
    ));
    Ok(())
}

async fn list(deployment: &Deployment, as_json: bool) -> Result<(), Failure> {
    let found = deployment.relay.subscriptions().await.map_err(explain)?;
    if as_json {
        let rows = found.iter().map(|one| {
            json!({
                "id": one.id,
                "event_type": one.event_type,
                "data_type": one.data_type,
                "callback_url": one.callback_url,
                "expires_at": one.expires_at.map(|at| at.to_string()),
            })
        });
        return output::print_json(&rows.collect::<Vec<_>>());
    }
    let head = ["about", "event", "until", "sent to"]
        .map(str::to_owned)
        .to_vec();
    let rows = found.iter().map(|one| {
        vec![
            one.data_type.clone(),
            one.event_type.clone(),
            one.expires_at.map(|at| at.to_string()).unwrap_or_default(),
            one.callback_url.clone(),
        ]
    });
    output::print_table(&std::iter::once(head).chain(rows).collect::<Vec<_>>())
}

/// Where events are sent.
fn callback(settings: &Settings) -> Result<String, Failure> {
    let (base, is_public) = running::base_url(settings);
    if settings.server.public_url.is_none() && !is_public {
        return Err(
            Failure::usage("it is not known where Oura reaches this server")
                .advise("Set VITALOG_SERVER__PUBLIC_URL (guide docs/guides/public-address.md)."),
        );
    }
    Ok(format!("{base}/webhooks/oura"))
}

fn explain(error: SubscriptionError) -> Failure {
    match error {
        SubscriptionError::NotSetUp => Failure::usage(error.to_string())
            .advise("Give oura.client_id and oura.client_secret; see docs/guides/oura.md."),
        SubscriptionError::Storage(error) => Failure::from(error),
        SubscriptionError::Refused(401 | 403) => Failure::failed(error.to_string()).advise(
            "It does not know the app by oura.client_id and oura.client_secret; check both against \
             the app's page at Oura.",
        ),
        SubscriptionError::Refused(_) => Failure::failed(error.to_string()).advise(
            "Oura asks the server for an answer while it is subscribed to: it must be running at its \
             public address, with the same oura.webhook_secret.",
        ),
        SubscriptionError::BudgetSpent
        | SubscriptionError::Unavailable
        | SubscriptionError::Unreadable(_) => Failure::failed(error.to_string()),
    }
}
