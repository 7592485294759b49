//! `vitalog stdio`: MCP over standard input and output.

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, ReadBuf},
    sync::oneshot,
    time::timeout,
};
use vitalog_core::AccountId;
use vitalog_mcp::{Door, Principal, Toolsets};

use crate::{
    access_log,
    args::Global,
    deployment::{self, Deployment},
    failure::Failure,
    logging::{self, Chatter},
    stop_signal::stop_signal,
};

/// How long requests under way may take to end after the signal to stop.
const GRACE: Duration = Duration::from_secs(10);

/// The arguments.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Whose record; `me` unless said otherwise
    #[arg(long, value_name = "NAME")]
    account: Option<String>,
    /// Leave out the tools that write
    #[arg(long)]
    read_only: bool,
    /// Which groups of tools, as record,insight; all unless said otherwise
    #[arg(long, value_name = "LIST")]
    toolsets: Option<String>,
}

/// Answers until the input ends, or the process is told to stop: then no further request is read,
/// and those that were read are answered within ten seconds. Either is success.
pub(crate) async fn run(global: &Global, args: Args) -> Result<(), Failure> {
    let settings = deployment::settings(global, Vec::new(), true)?;
    logging::start(&settings, Chatter::Full);
    let deployment = Deployment::open(settings).await?;
    let named = deployment
        .settings
        .stdio
        .account
        .as_ref()
        .map(AccountId::as_str);
    let account = deployment
        .account(args.account.as_deref().or(named))
        .await?;
    let toolsets = deployment::toolsets(
        args.toolsets.as_deref(),
        &deployment.settings,
        Toolsets::ALL,
    )?;
    let principal = Principal {
        account,
        write: !args.read_only,
        toolsets,
        door: Door::Stdio,
        token: None,
        version: None,
    };
    let stop = stop_signal()?;
    let (end, ended) = oneshot::channel();
    let input = Input {
        input: tokio::io::stdin(),
        ended: Some(ended),
    };
    let mcp = deployment.mcp();
    let serving = mcp.serve_stdio(principal, input, tokio::io::stdout());
    let mut serving = std::pin::pin!(serving);
    let served = async {
        tokio::select! {
            served = serving.as_mut() => served,
            () = stop => {
                drop(end);
                timeout(GRACE, serving).await.unwrap_or_else(|_| {
                    tracing::warn!("stopped with requests under way");
                    Ok(())
                })
            }
        }
    };
    let served = access_log::kept_while(&deployment.service, served).await;
    served.map_err(|error| Failure::failed(format!("the conversation broke off: {error}")))
}

/// Standard input, until it is declared to have ended.
struct Input<R> {
    input: R,
    /// Done when it is; `None` from then on.
    ended: Option<oneshot::Receiver<()>>,
}

impl<R: AsyncRead + Unpin> AsyncRead for Input<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let Some(ended) = &mut self.ended else {
            return Poll::Ready(Ok(()));
        };
        if Pin::new(ended).poll(context).is_ready() {
            self.ended = None;
            return Poll::Ready(Ok(()));
        }
        Pin::new(&mut self.input).poll_read(context, buffer)
    }
}
