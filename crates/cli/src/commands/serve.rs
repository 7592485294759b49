//! `vitalog serve`: runs the server.

use std::io;

use tokio::net::TcpListener;
use vitalog_config::{Flag, Settings};
use vitalog_mcp::Toolsets;
use vitalog_server::{App, listen};

use crate::{
    args::Global,
    conformance::Fixtures,
    deployment::{self, Deployment},
    failure::Failure,
    logging::{self, Chatter},
    output, running,
    stop_signal::stop_signal,
};

/// The arguments.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where to listen; port 0 takes a free one and says which
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
    /// The address under which phones and chat apps reach the server
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
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
    let fixtures = args.fixtures;
    let settings = deployment::settings(global, args.flags(), false)?;
    logging::start(&settings, Chatter::Full);
    let toolsets = toolsets(&settings)?;
    let deployment = Deployment::open(settings).await?;
    let settings = &deployment.settings;
    if !toolsets.have_tools() {
        tracing::warn!("the toolsets {toolsets} hold no tools in this version");
    }
    let app = App::new(
        deployment.service.clone(),
        deployment.ingest(),
        fixtures.mcp(&deployment),
        settings,
        toolsets,
    );
    let stop = stop_signal()?;

    let wanted = settings.server.listen;
    let cannot = |error: io::Error| {
        Failure::failed(format!("cannot listen on {wanted}: {error}")).advise(
            "Another vitalog may be running there; --listen or VITALOG_SERVER__LISTEN chooses \
             another address.",
        )
    };
    let listener = TcpListener::bind(wanted).await.map_err(cannot)?;
    let bound = listener.local_addr().map_err(cannot)?;
    let _note = running::leave(settings, bound);
    if deployment.created {
        output::note(&next_steps(global));
    }
    output::note(&format!("listening on http://{bound}"));
    listen(listener, app, stop)
        .await
        .map_err(|error| Failure::failed(format!("the server stopped: {error}")))
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
