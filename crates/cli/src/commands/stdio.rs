//! `vitalog stdio`: MCP over standard input and output.

use vitalog_core::AccountId;
use vitalog_mcp::{Door, Principal, Toolsets};

use crate::{
    args::Global,
    deployment::{self, Deployment},
    failure::Failure,
    logging::{self, Chatter},
};

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

/// Answers until the input ends.
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
    let toolsets = match args.toolsets {
        Some(list) => Toolsets::parse(&list)
            .map_err(|error| Failure::usage(format!("--toolsets is not usable: {error}")))?,
        None => deployment.toolsets(Toolsets::ALL)?,
    };
    let principal = Principal {
        account,
        write: !args.read_only,
        toolsets,
        door: Door::Stdio,
    };
    deployment
        .mcp()
        .serve_stdio(principal, tokio::io::stdin(), tokio::io::stdout())
        .await
        .map_err(|error| Failure::failed(format!("the conversation broke off: {error}")))
}
