//! `vitalog tools`: lists the tools.

use serde_json::Value;
use vitalog_mcp::{Door, Principal, Toolsets};

use crate::{args::Global, deployment, failure::Failure, output};

/// The arguments.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Print the whole catalog as JSON, as a chat app gets it
    #[arg(long)]
    json: bool,
    /// Whose catalog; `me` unless said otherwise
    #[arg(long, value_name = "NAME")]
    account: Option<String>,
    /// Leave out the tools that write
    #[arg(long)]
    read_only: bool,
    /// Which groups of tools, as record,insight; those of the settings unless said otherwise, else
    /// all
    #[arg(long, value_name = "LIST")]
    toolsets: Option<String>,
}

/// Prints the catalog.
pub(crate) async fn run(global: &Global, args: Args) -> Result<(), Failure> {
    let deployment = super::open(global).await?;
    let toolsets = deployment::toolsets(
        args.toolsets.as_deref(),
        &deployment.settings,
        Toolsets::ALL,
    )?;
    let account = deployment.account(args.account.as_deref()).await?;
    let principal = Principal {
        account,
        write: !args.read_only,
        toolsets,
        door: Door::CommandLine,
        token: None,
        version: None,
    };
    let catalog = deployment.mcp().catalog(&principal);
    if args.json {
        return output::print_json(&catalog);
    }
    let text = |tool: &Value, field: &str| tool[field].as_str().unwrap_or_default().to_owned();
    let rows: Vec<Vec<String>> = catalog
        .iter()
        .map(|tool| {
            vec![
                text(tool, "name"),
                first_sentence(&text(tool, "description")).to_owned(),
            ]
        })
        .collect();
    output::print_table(&rows)
}

fn first_sentence(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default();
    line.split_once(". ")
        .map_or(line, |(first, _)| first)
        .trim_end_matches('.')
}
