//! `vitalog serve`: runs the server.

use std::{io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use tokio::{
    net::TcpListener,
    sync::{Notify, watch},
    time::{sleep, timeout},
};
use vitalog_config::{Flag, Settings};
use vitalog_core::Clock;
use vitalog_mcp::Toolsets;
use vitalog_server::{App, listen};
use vitalog_service::Service;

use crate::{
    access_log,
    args::Global,
    conformance::Fixtures,
    demo,
    deployment::{self, Deployment},
    failure::Failure,
    logging::{self, Chatter},
    output,
    running::{self, RunningNote},
    stop_signal::stop_signal,
    system::{SystemClock, SystemEntropy},
};

/// How often it is looked for what is due.
const LOOK_EVERY: Duration = Duration::from_secs(10);
/// How long one look may go on; longer work goes on with the next.
const LOOK_FOR: Duration = Duration::from_mins(1);
/// How long a server that stops waits for what it has begun with vendors. What is not done by then is
/// given back, for the next.
const LAST_LOOK: Duration = Duration::from_secs(5);
/// At every so many looks it is looked for accounts for which nothing is planned, and for documents that
/// are over: once an hour.
const PLAN_EVERY: u32 = 360;

/// The arguments.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where to listen; port 0 takes a free one and says which
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
    /// The address under which phones and chat apps reach the server
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Serve the invented record of a person who does not exist; it is gone when the server stops
    #[arg(long)]
    demo: bool,
    #[command(flatten)]
    fixtures: Fixtures,
}

impl Args {
    fn flags(self) -> Vec<Flag> {
        let listen = self.listen.map(|value| Flag {
            setting: "server.listen",
            flag: "--listen",
            value,
        });
        listen
            .into_iter()
            .chain(public_url_flag(self.public_url))
            .collect()
    }
}

/// The flag that several commands take.
pub(super) fn public_url_flag(value: Option<String>) -> Option<Flag> {
    value.map(|value| Flag {
        setting: "server.public_url",
        flag: "--public-url",
        value,
    })
}

/// Runs the server until it is told to stop.
pub(crate) async fn run(global: &Global, args: Args) -> Result<(), Failure> {
    if args.demo {
        return Box::pin(run_demo(global, args)).await;
    }
    let server = Server::open(global, args).await?;
    let stop = stop_signal()?;
    if server.deployment.created {
        output::note(&next_steps(global));
    }
    Box::pin(server.run(stop)).await
}

/// Runs a server on an invented record, and removes that at the end.
async fn run_demo(global: &Global, args: Args) -> Result<(), Failure> {
    demo::refuse_record(global)?;
    // Heard before there is anything to tidy up.
    let mut stop = pin!(demo::stop()?);
    let folder = demo::Folder::make(&SystemEntropy)?;
    let global = &Global {
        data: Some(folder.path().to_owned()),
        ..global.clone()
    };
    let server = Server::open(global, args).await?;
    let account = server.deployment.account(None).await?;
    let mut phone = demo::Phone::new(account, server.deployment.ingest(), Arc::new(SystemClock));
    tokio::select! {
        filled = demo::fill(&mut phone) => filled?,
        () = &mut stop => return Ok(()),
    }
    output::note(&demo::next_steps(global));
    tokio::select! {
        ended = server.run(stop) => ended,
        never = phone.push_on() => match never {},
    }
}

/// Works out what changed settings, or another version of this program, made out of date.
async fn rebuild_daily_values(service: &Service) {
    let accounts = match service.list_accounts().await {
        Ok(accounts) => accounts,
        Err(error) => return tracing::error!(error.code, "daily values: {error}"),
    };
    for account in accounts {
        let id = account.id.as_str();
        match service.rebuild_daily_values(&account, |_| ()).await {
            Ok(false) => {}
            Ok(true) => tracing::info!(account.id = id, "daily values worked out anew"),
            Err(error) => tracing::error!(account.id = id, error.code, "daily values: {error}"),
        }
    }
}

/// Asks vendors for what is due, until the server stops. `news` tells of events.
async fn ask_vendors(deployment: &Deployment, news: &Notify, mut stop: watch::Receiver<bool>) {
    let (relay, accounts) = (&deployment.relay, deployment.accounts());
    for look in 0_u32.. {
        if look % PLAN_EVERY == 0 {
            if let Err(error) = relay.plan_all(&accounts).await {
                tracing::error!("what is due cannot be planned: {error}");
            }
            purge(deployment).await;
        }
        if let Err(error) = relay.run_due(&accounts, LOOK_FOR).await {
            tracing::error!("what is due cannot be done: {error}");
        }
        tokio::select! {
            () = sleep(LOOK_EVERY) => {}
            () = news.notified() => {}
            _ = stop.wait_for(|stops| *stops) => return,
        }
    }
}

/// Removes documents that are over: sign-ins that nobody came back from, events that no vendor repeats
/// any more.
async fn purge(deployment: &Deployment) {
    match deployment
        .storage()
        .purge_documents(SystemClock.now())
        .await
    {
        Ok(0) => {}
        Ok(documents) => tracing::info!(documents, "documents that were over removed"),
        Err(error) => tracing::error!("documents that are over cannot be removed: {error}"),
    }
}

/// A server that has its record and its address, and does not answer yet.
struct Server {
    deployment: Deployment,
    app: App,
    news: Arc<Notify>,
    listener: TcpListener,
    bound: SocketAddr,
    _note: Option<RunningNote>,
}

impl Server {
    async fn open(global: &Global, args: Args) -> Result<Self, Failure> {
        let fixtures = args.fixtures;
        let settings = deployment::settings(global, args.flags(), false)?;
        logging::start(&settings, Chatter::Full);
        let toolsets = toolsets(&settings)?;
        let deployment = Deployment::open(settings).await?;
        let settings = &deployment.settings;
        let app = App::new(
            deployment.service.clone(),
            deployment.ingest(),
            fixtures.mcp(&deployment),
            settings,
            toolsets,
        );
        let token = settings.oura.webhook_secret.clone();
        let (app, news) = app.with_relay(deployment.relay.clone(), token);
        let wanted = settings.server.listen;
        let cannot = |error: io::Error| {
            Failure::failed(format!("cannot listen on {wanted}: {error}")).advise(
                "Another vitalog may be running there; --listen or VITALOG_SERVER__LISTEN chooses \
                 another address.",
            )
        };
        let listener = TcpListener::bind(wanted).await.map_err(cannot)?;
        let bound = listener.local_addr().map_err(cannot)?;
        let note = running::leave(settings, bound);
        Ok(Self {
            deployment,
            app,
            news,
            listener,
            bound,
            _note: note,
        })
    }

    async fn run(self, stop: impl Future<Output = ()>) -> Result<(), Failure> {
        output::note(&format!("listening on http://{}", self.bound));
        let (stopping, mut stopped) = watch::channel(false);
        let beside = async {
            tokio::select! {
                () = rebuild_daily_values(&self.deployment.service) => {}
                _ = stopped.wait_for(|stops| *stops) => return,
            }
            if self.deployment.settings.server.worker {
                Box::pin(ask_vendors(&self.deployment, &self.news, stopped)).await;
            }
        };
        let served = listen(self.listener, self.app, stop);
        let served = access_log::kept_while(&self.deployment.service, served);
        // One after the other answers of old days become quick; the server ends without waiting for it.
        let (mut beside, mut served) = (pin!(beside), pin!(served));
        let ended = tokio::select! {
            ended = &mut served => {
                stopping.send_replace(true);
                // Late or not, it ends here.
                let _ = timeout(LAST_LOOK, beside).await;
                ended
            }
            () = &mut beside => served.await,
        };
        // A token that was used up must not be lost with the one that came for it.
        self.deployment.relay.finish().await;
        ended.map_err(|error| Failure::failed(format!("the server stopped: {error}")))
    }
}

/// What the settings choose for a connection over HTTP that asks for nothing.
pub(super) fn toolsets(settings: &Settings) -> Result<Toolsets, Failure> {
    deployment::toolsets(None, settings, Toolsets::HTTP_DEFAULT)
}

/// What to do after the first start, in the order of the README.
fn next_steps(global: &Global) -> String {
    let flags = global.as_flags();
    format!(
        "Next:\n  \
         1. Give the server an HTTPS address that the world can reach (docs/guides/public-address.md)\n  \
         2. `vitalog ingest-url{flags}` prints what Health Auto Export needs \
         (docs/guides/health-auto-export.md)\n  \
         3. `vitalog url{flags}` prints the address for your chat app (docs/guides/connect.md)"
    )
}
