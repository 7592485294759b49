//! `vitalog connect` and `vitalog disconnect`: the link of an account to a vendor.

mod listener;

use std::{io::BufRead, pin::pin, time::Duration};

use tokio::{sync::oneshot, time::sleep};
use url::Url;
use vitalog_config::Settings;
use vitalog_core::{Account, AccountId};
use vitalog_sync::vendor::{ConnectError, Connected, Ended, Vendor};

use super::{backfill, source::SignInSource};
use crate::{
    args::Global,
    deployment::{self, Deployment},
    failure::Failure,
    logging::{self, Chatter},
    output, running,
};
use listener::Listener;

/// How often the record is looked at for a sign-in that a server takes.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// The address lives as long.
const PATIENCE: Duration = Duration::from_hours(1);

/// The arguments of `connect`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The vendor
    source: SignInSource,
    /// Whose record; `me` unless said otherwise
    #[arg(long, value_name = "NAME")]
    account: Option<String>,
    /// Read the address that the browser ends at from standard input, instead of waiting for it
    #[arg(long)]
    paste: bool,
    /// For an Oura app that was made on the old portal, cloud.ouraring.com
    #[arg(long)]
    legacy: bool,
    /// Leave the history to the server
    #[arg(long)]
    no_wait: bool,
}

/// The arguments of `disconnect`.
#[derive(Debug, clap::Args)]
pub(crate) struct DisconnectArgs {
    /// The vendor
    source: SignInSource,
    /// Whose record; `me` unless said otherwise
    #[arg(long, value_name = "NAME")]
    account: Option<String>,
}

/// How the answer of a person comes back.
enum Way {
    /// To this process, at an address of this machine.
    Here(Listener),
    /// To a server on the same record.
    Server,
    /// By the person's hand.
    Paste,
}

/// Connects an account, and brings in its history.
pub(crate) async fn run(global: &Global, args: Args) -> Result<(), Failure> {
    let vendor = args.source.vendor();
    let settings = deployment::settings(global, Vec::new(), false)?;
    logging::start(&settings, Chatter::Quiet);
    let deployment = Deployment::open(settings).await?;
    let account = deployment.account(args.account.as_deref()).await?;
    let back = redirect_uri(&deployment.settings, vendor)?;
    let way = way(&deployment.settings, &back, args.paste).await;
    let start = deployment
        .relay
        .connect_url(&account.id, vendor, args.legacy)
        .await
        .map_err(|error| explain(error, vendor, args.legacy))?;
    output::note(&format!(
        "Open this address in a browser and allow {} to be read. It is good once, for an hour:",
        vendor.source()
    ));
    output::print(start.url.as_str())?;
    let connected = match way {
        Way::Here(listener) => {
            output::note("Waiting for the browser to come back …");
            let answer = listener.answer(&start.state, PATIENCE).await?;
            finish(&deployment, &account, vendor, args.legacy, &answer).await?
        }
        Way::Server => {
            let ended = by_server(&deployment, &start.state).await?;
            ended.map_err(|error| explain(error, vendor, args.legacy))?;
            account.id.clone()
        }
        Way::Paste => {
            output::note(
                "Then paste the whole address that the browser ends at here, even if the page \
                 does not load, and press Enter:",
            );
            finish(
                &deployment,
                &account,
                vendor,
                args.legacy,
                &read_line().await?,
            )
            .await?
        }
    };
    if connected != account.id {
        return Err(Failure::failed(format!(
            "that sign-in was begun for account `{connected}`, which is connected now"
        )));
    }
    output::note(&format!(
        "{} is connected to account `{}`.",
        vendor.source(),
        account.id
    ));
    if args.no_wait {
        output::note("The server brings in the history while it runs.");
        return Ok(());
    }
    backfill::bring_in(&deployment, &account, vendor).await
}

/// Forgets a connection. What was copied stays.
pub(crate) async fn disconnect(global: &Global, args: DisconnectArgs) -> Result<(), Failure> {
    let vendor = args.source.vendor();
    let deployment = super::open(global).await?;
    let account = deployment.account(args.account.as_deref()).await?;
    let disconnected = deployment.relay.disconnect(&account.id, vendor).await;
    let ended = disconnected.map_err(|error| explain(error, vendor, false))?;
    deployment.relay.finish().await;
    let name = vendor.source();
    let permission = match ended {
        Ended::ByVendor => format!("{name} has ended the permission."),
        Ended::Before => format!("{name} had ended the permission before."),
        Ended::NotByUs => {
            format!("{name} takes no word of that: end the permission in its own settings.")
        }
        Ended::Untold => format!(
            "{name} could not be told and may think that the permission lasts: end it in its own \
             settings."
        ),
    };
    output::note(&format!(
        "{name} is no longer connected to account `{}`. What was copied stays. {permission}",
        account.id
    ));
    Ok(())
}

async fn finish(
    deployment: &Deployment,
    account: &Account,
    vendor: Vendor,
    legacy: bool,
    answer: &str,
) -> Result<AccountId, Failure> {
    let relay = &deployment.relay;
    let finished = relay.finish_connect(answer.trim()).await;
    let Connected {
        account: connected, ..
    } = finished.map_err(|error| explain(error, vendor, legacy))?;
    if connected == account.id {
        let welcomed = relay.welcome(account, vendor).await;
        welcomed.map_err(|error| explain(error, vendor, legacy))?;
    }
    Ok(connected)
}

/// Waits until the server has taken the answer; gives back what came of it.
async fn by_server(
    deployment: &Deployment,
    state: &str,
) -> Result<Result<(), ConnectError>, Failure> {
    output::note("Waiting for the server to take the answer …");
    let mut waiting = pin!(sleep(PATIENCE));
    loop {
        if let Some(ended) = deployment.relay.sign_in_end(state).await? {
            return Ok(ended);
        }
        tokio::select! {
            () = &mut waiting => return Err(too_late()),
            () = sleep(LOOK_EVERY) => {}
        }
    }
}

fn too_late() -> Failure {
    Failure::needs_person("nobody came back from the browser in time")
        .advise("Begin again; with --paste the address can be entered by hand.")
}

/// Where people come back to.
fn redirect_uri(settings: &Settings, vendor: Vendor) -> Result<String, Failure> {
    let section = vendor.as_str();
    let not_set_up = || {
        Failure::usage(format!("no {} app is set up", vendor.source())).advise(format!(
            "Give {section}.client_id and {section}.client_secret; the guide \
             docs/guides/{section}.md tells how to come by them."
        ))
    };
    let (client, back) = match vendor {
        Vendor::Oura => (
            &settings.oura.client_id,
            Some(settings.oura.redirect_uri.clone()),
        ),
        Vendor::Whoop => (
            &settings.whoop.client_id,
            crate::relay::whoop_redirect_uri(settings),
        ),
        Vendor::Weather => (&None, None),
    };
    if client.is_none() {
        return Err(not_set_up());
    }
    back.ok_or_else(|| {
        Failure::usage("it is not known where WHOOP should send people back to").advise(
            "Set VITALOG_SERVER__PUBLIC_URL, or VITALOG_WHOOP__REDIRECT_URI to one of the app's \
             redirect URLs; WHOOP takes https and whoop:// only.",
        )
    })
}

async fn way(settings: &Settings, back: &str, paste: bool) -> Way {
    let Some(url) = Url::parse(back).ok().filter(|_| !paste) else {
        return Way::Paste;
    };
    if let Some(listener) = Listener::at(&url).await {
        return Way::Here(listener);
    }
    let (base, _) = running::base_url(settings);
    let is_servers = back.starts_with(&format!("{base}/connect/"));
    // Somebody has the port that people come back to: the server, which takes the answer.
    let is_taken = listener::is_here(&url) && running::address(&settings.data).is_some();
    if is_servers || is_taken {
        Way::Server
    } else {
        Way::Paste
    }
}

async fn read_line() -> Result<String, Failure> {
    let (sender, receiver) = oneshot::channel();
    // A thread of its own, which nobody waits for when the program ends.
    std::thread::spawn(move || {
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        // Nobody may be there any more to tell.
        let _ = sender.send(read.map(|_| line));
    });
    match receiver.await {
        Ok(Ok(line)) if !line.trim().is_empty() => Ok(line),
        Ok(Ok(_)) | Err(_) => Err(Failure::needs_person("no address was entered")
            .advise("Begin again, and paste the address that the browser ends at.")),
        Ok(Err(error)) => Err(Failure::failed(format!(
            "cannot read standard input: {error}"
        ))),
    }
}

/// Why somebody is not connected, in words.
fn explain(error: ConnectError, vendor: Vendor, legacy: bool) -> Failure {
    let name = vendor.source();
    match error {
        ConnectError::Storage(error) => Failure::from(error),
        ConnectError::NotSetUp => Failure::usage(format!("no {name} app of that kind is set up"))
            .advise(format!("See the guide docs/guides/{}.md.", vendor.as_str())),
        ConnectError::Token(error) => Failure::failed(error.to_string()),
        error @ (ConnectError::NotBegun
        | ConnectError::Refused(_)
        | ConnectError::NoRefreshToken
        | ConnectError::AnotherAccount
        | ConnectError::AnotherPerson) => Failure::needs_person(error.to_string()),
        error @ ConnectError::CodeRejected if vendor == Vendor::Oura => {
            let advice = if legacy {
                "An app that was made on the new portal, developer.ouraring.com, is connected \
                 without --legacy."
            } else {
                "An app that was made on the old portal, cloud.ouraring.com, is connected with \
                 --legacy."
            };
            Failure::failed(error.to_string()).advise(advice)
        }
        error @ (ConnectError::CodeRejected | ConnectError::Unavailable) => {
            Failure::failed(error.to_string())
        }
    }
}
